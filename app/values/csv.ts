/*
 * Cells of CSV files (RFC 4180). A spreadsheet runs a cell that begins with one of these signs as a formula, so such a cell gets
 * an apostrophe in front. A text that already begins with an apostrophe and such a sign gets one more, so that reading it back
 * gives the same text.
 */

const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/;
const WRITTEN_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** One line of a CSV file, its line break included. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** What a CSV file for spreadsheets begins with: without it, Excel takes UTF-8 for Windows-1252. */
export const CSV_START = "\ufeff";

/** The text of a cell as its writer meant it: without the apostrophe that keeps a spreadsheet from running it. */
export function readCsvText(cell: string): string {
  return WRITTEN_FORMULA.test(cell) ? cell.slice(1) : cell;
}

function csvCell(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
