import { inspect } from "node:util";

/*
 * Where commands print. What they say may come from elsewhere, such as a mail server's answer, a spreadsheet's headings or a message
 * about them, with control characters that clear the terminal, or hide or forge what stands beside them. Each is shown as JSON escapes
 * it, `\u001b`.
 */

/** All of them but a tab and the end of a line. */
const CONTROLS = /\r(?!\n)|(?![\t\r\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu;

/**
 * A text from elsewhere as one line.
 * @param {string} text
 */
export function escapeControls(text) {
  const lines = text.split("\n").map((line) => line.trim());
  return escapeInLines(lines.join(" "));
}

/**
 * A text with line breaks of ours, which stay. JSON says the same as before.
 * @param {string} text
 */
export function escapeInLines(text) {
  return text.replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Prints a line on standard output.
 * @param {string} line
 */
export function print(line) {
  console.log(escapeControls(line));
}

/**
 * Prints a line on standard error.
 * @param {string} line
 */
export function printError(line) {
  console.error(escapeControls(line));
}

/**
 * Prints an error that nobody expected on standard error, with its stack.
 * @param {unknown} error
 */
export function printDefect(error) {
  console.error(escapeInLines(inspect(error)));
}

/**
 * Writes lines, each with its end, to standard output.
 * @param {string} lines
 */
export function printLines(lines) {
  process.stdout.write(escapeInLines(lines));
}
