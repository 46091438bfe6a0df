import { failWithoutDatabase, isDatabaseMissing } from "~/db/missing-database.server";
import { print, printError } from "~/values/terminal";

const HELP = `npm run book -- verify checks every line of the book against the line before it and names the first that does not fit.
npm run book -- verify HASH also tells whether the hash on a print, or its first 16 characters, belongs to a line of the book.
The site may be running.`;

/** The shortest part of a hash that names a line. */
const SHORTEST_HASH = 16;

/**
 * Runs `npm run book` with its arguments.
 * @returns the exit status: 0 the book is whole, 1 it is not, 2 usage error
 */
export async function runBookCommand(args: string[]): Promise<number> {
  const [command, hash, ...rest] = args;
  if (command === "--help" || command === "-h") {
    console.log(HELP);
    return 0;
  }
  const isHash = hash === undefined || (/^[0-9a-f]+$/i.test(hash) && hash.length >= SHORTEST_HASH);
  if (command !== "verify" || !isHash || rest.length > 0) {
    console.error(HELP);
    return 2;
  }
  if (isDatabaseMissing()) return failWithoutDatabase();
  const [{ engine }, { migrate }, { findLineByHash, verifyBook }] = await Promise.all([
    import("~/db/connection.server"),
    import("~/db/migrate.server"),
    import("./book.server"),
  ]);
  await migrate(engine);
  const check = await verifyBook();
  if (!check.ok) {
    printError(`${check.why} Lines before it that fit: ${check.lines}.`);
    return 1;
  }
  print(`The book is whole: ${count(check.lines)}, last hash ${check.lastHash}.`);
  if (hash === undefined) return 0;
  const line = await findLineByHash(hash);
  if (!line) {
    printError(`No line of the book has the hash ${hash}: lines after that print were rewritten or cut off.`);
    return 1;
  }
  print(`${hash} is line ${line.sequence}, written on ${line.day}.`);
  return 0;
}

function count(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}
