import { stringify } from "csv-stringify/sync";

/*
 * CSV files (RFC 4180). A spreadsheet runs a cell that begins with `=` and the like as a formula, so such a cell gets an apostrophe
 * in front (`escape_formulas`). A text that already begins with an apostrophe and such a sign gets one more, so that reading it
 * back gives the same text.
 */

const WRITTEN_FORMULA = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** What a CSV file for spreadsheets begins with: without it, Excel takes UTF-8 for Windows-1252. */
export const CSV_START = "\ufeff";

/** One line of a CSV file, its line break included. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return stringify([cells], {
    escape_formulas: true,
    record_delimiter: "\r\n",
    // Or a cell with a line break of another kind would end the row.
    quote_record_delimiter: true,
    // A spreadsheet of another country divides a row at semicolons, and some trim a cell.
    quoted_match: /[;\t]|^\s|\s$/,
    cast: { string: (text) => (WRITTEN_FORMULA.test(text) ? `'${text}` : text) },
  });
}

/** The text of a cell as its writer meant it: without the apostrophe that keeps a spreadsheet from running it. */
export function readCsvText(cell: string): string {
  return WRITTEN_FORMULA.test(cell) ? cell.slice(1) : cell;
}
