import { readFileSync, statSync } from "node:fs";
import { type ParseError, parse, printParseErrorCode } from "jsonc-parser";
import { StartError } from "./start-error";

/** What is wrong at the place that is named, by the parser's name of it. */
const PROBLEMS: Record<string, string> = {
  CommaExpected: "a comma is missing before this",
  ColonExpected: "a colon is missing before this",
  PropertyNameExpected: "a name in double quotes must come here; is there an extra comma before it?",
  ValueExpected: "a value must come here",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "nothing may come after the last }",
  UnexpectedEndOfString: 'the closing " of a text is missing on this line',
  InvalidSymbol: 'text must be in double quotes, such as "Monday"',
  InvalidCommentToken: "JSON has no comments",
};

/** Far more than a person writes: what is larger is not even read. */
export const MAX_JSON_FILE_BYTES = 1_000_000;

/**
 * Reads a JSON file that a person has written.
 * @param what what messages call it: `Business file`
 * @param variable the environment variable that names it, unless a command does
 * @throws StartError if it can't be read or is too large, or with the line and column where it is not JSON
 */
export function readJsonFile(what: string, file: string, variable?: string): unknown {
  let text: string | undefined;
  try {
    text = statSync(file).size > MAX_JSON_FILE_BYTES ? undefined : readFileSync(file, "utf8");
  } catch {
    const another = variable === undefined ? "Name one that can" : `Set ${variable} to one that can`;
    throw new StartError(`${what} ${file} cannot be read. ${another}.`);
  }
  if (text === undefined) throw new StartError(`${what} ${file} is larger than 1 MB.`);
  // Windows' Notepad may write a byte order mark first.
  text = text.replace(/^\ufeff/, "");
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { disallowComments: true });
  const [first] = errors;
  if (!first) return value;
  const lines = text.slice(0, first.offset).split(/\r\n|\r|\n/);
  const place = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
  const problem = PROBLEMS[printParseErrorCode(first.error)] ?? "this can't be read";
  throw new StartError(`${what} ${file} is not JSON: ${place}: ${problem}`);
}
