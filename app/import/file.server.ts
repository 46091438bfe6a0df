import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { setImmediate as othersFirst } from "node:timers/promises";
import { type CastingContext, CsvError, type Info, parse } from "csv-parse";
import { parse as parseText } from "csv-parse/sync";
import { formatCount } from "~/values/format";

/*
 * Reads CSV files as other programs write them. Everything is streamed: a file is never in memory as a whole.
 */

/** The largest file, in bytes: 10,000 vehicles with long descriptions. */
export const MAX_IMPORT_BYTES = 20 * 1024 * 1024;
/** The most rows below the headings, empty ones included. */
export const MAX_IMPORT_ROWS = 50_000;
export const MAX_COLUMNS = 500;
const MAX_RECORD_CHARACTERS = 200_000;
const SAMPLES = 3;
const MAX_SAMPLE_LENGTH = 60;

export const FILE_TOO_LARGE = "This file is larger than 20 MB. Split it into several files.";
const EMPTY = "This file is empty.";
const NO_ROWS = "This file has headings, but no rows below them.";
const NOT_TEXT =
  "This isn't a CSV file. In your spreadsheet, save or download it as CSV, and choose that file.";
export const TOO_MANY_ROWS = `This file has more than ${formatCount(MAX_IMPORT_ROWS)} rows, empty ones included. Delete empty rows at its end, or split it into several files.`;
export const TOO_MANY_COLUMNS = `This file has more than ${MAX_COLUMNS} columns. Delete the ones you don't need.`;

type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** How a file is to be read. */
interface FileFormat {
  encoding: string;
  delimiter: string;
}

/** A file that can be imported. */
export interface ImportFile extends FileFormat {
  headings: string[];
  /** For each column, its first values that are not empty. */
  samples: string[][];
  /** The number of rows below the headings. */
  rows: number;
}

/** A row of a file, counted as a spreadsheet does: the headings are in row 1. */
export interface FileRow {
  row: number;
  cells: string[];
}

/** Why a file can't be imported, as a sentence for the person who chose it. */
export class FileProblem extends Error {
  override name = "FileProblem";
}

/**
 * Reads a file once: finds its encoding and delimiter, and counts its rows.
 * @throws FileProblem
 */
export async function inspectFile(path: string): Promise<ImportFile> {
  const start = await readStart(path);
  if (start.length === 0) throw new FileProblem(EMPTY);
  const problem = findOtherFormat(start);
  if (problem) throw new FileProblem(problem);
  const encoding = await findEncoding(path, start);
  const format = { encoding, delimiter: findDelimiter(decodeWhole(start, encoding)) };
  const file: ImportFile = { ...format, headings: [], samples: [], rows: 0 };
  for await (const { cells } of readRecords(createReadStream(path), format)) {
    if (file.headings.length === 0) {
      file.headings = cells.map((heading) => heading.trim());
      file.samples = cells.map(() => []);
      continue;
    }
    file.rows += 1;
    addSamples(file.samples, cells);
  }
  if (file.headings.length === 0) throw new FileProblem(EMPTY);
  if (file.rows === 0) throw new FileProblem(NO_ROWS);
  return file;
}

/**
 * The rows below the headings; rows without any text are left out.
 * @throws FileProblem
 */
export async function* readRows(file: AsyncIterable<Buffer>, format: FileFormat): AsyncGenerator<FileRow> {
  let isBelow = false;
  for await (const record of readRecords(file, format)) {
    if (isBelow) yield record;
    isBelow = true;
  }
}

interface ParsedRow {
  record: string[];
  info: Info;
}

async function* readRecords(
  file: AsyncIterable<Buffer>,
  { encoding, delimiter }: FileFormat,
): AsyncGenerator<FileRow> {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    // Inches: 17" wheels.
    relax_quotes: true,
    max_record_size: MAX_RECORD_CHARACTERS,
    // The parser makes an error with a stack trace for each, because it doesn't have as many cells as the headings.
    skip_empty_lines: true,
    info: true,
    // As soon as there is one too many: a row may be 20 million commas.
    cast: (cell: string, { index }: CastingContext) => {
      if (Number(index) >= MAX_COLUMNS) throw new FileProblem(TOO_MANY_COLUMNS);
      return cell;
    },
  });
  const text = Readable.from(decodeFile(file, encoding as Encoding));
  text.on("error", (error) => parser.destroy(error));
  let row = 0;
  try {
    for await (const { record: cells, info } of text.pipe(parser) as AsyncIterable<ParsedRow>) {
      row = info.records + info.empty_lines;
      if (row > MAX_IMPORT_ROWS + 1) throw new FileProblem(TOO_MANY_ROWS);
      if (cells.some((cell) => cell.trim() !== "")) yield { row, cells };
    }
  } catch (error) {
    if (error instanceof CsvError) throw new FileProblem(describeCsvError(error, row + 1));
    throw error;
  } finally {
    text.destroy();
  }
}

function describeCsvError({ code }: CsvError, row: number): string {
  if (code === "CSV_MAX_RECORD_SIZE")
    return `Row ${formatCount(row)} is longer than ${formatCount(MAX_RECORD_CHARACTERS)} characters; perhaps a quotation mark in it is never closed. Open the file in your spreadsheet, check that row, and save it as CSV again.`;
  if (code === "CSV_QUOTE_NOT_CLOSED")
    return `A quotation mark that opens in row ${formatCount(row)} is never closed. Open the file in your spreadsheet, check that row, and save it as CSV again.`;
  return `Row ${formatCount(row)} can't be read. Open the file in your spreadsheet, check that row, and save it as CSV again.`;
}

const START_BYTES = 64 * 1024;

async function readStart(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** How other files begin, and what to do about them. */
const OTHER_FORMATS: readonly [start: readonly number[], name: string][] = [
  [[0xd0, 0xcf, 0x11, 0xe0], "This is an old Excel workbook"],
  [[0x25, 0x50, 0x44, 0x46], "This is a PDF"],
  [[0x89, 0x50, 0x4e, 0x47], "This is a picture"],
  [[0xff, 0xd8, 0xff], "This is a picture"],
  [[0x47, 0x49, 0x46, 0x38], "This is a picture"],
  [[0x52, 0x49, 0x46, 0x46], "This is a picture"],
];

function findOtherFormat(start: Buffer): string | undefined {
  const name = OTHER_FORMATS.find(([bytes]) => bytes.every((byte, index) => start[index] === byte))?.[1];
  if (name)
    return `${name}, not a CSV file. Open it in your spreadsheet, choose File > Save As > CSV UTF-8, and choose the new file here.`;
  return start.includes(0) && !isUtf16(start) ? NOT_TEXT : undefined;
}

function isUtf16(start: Buffer): "utf-16le" | "utf-16be" | undefined {
  const mark = start.subarray(0, 2).toString("hex");
  return mark === "fffe" ? "utf-16le" : mark === "feff" ? "utf-16be" : undefined;
}

/** UTF-8 if every byte of the file is valid UTF-8, and otherwise what Windows programs write. */
async function findEncoding(path: string, start: Buffer): Promise<Encoding> {
  const marked = isUtf16(start);
  if (marked) return marked;
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return "utf-8";
  } catch (error) {
    if (error instanceof TypeError) return "windows-1252";
    throw error;
  }
}

/** How much the parser gets at once: the site answers nobody while it reads a piece, which may be all line breaks. */
export const PIECE_BYTES = 1024;

async function* decodeFile(file: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decode = openDecoder(encoding);
  for await (const chunk of file) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const text = decode(chunk.subarray(start, start + PIECE_BYTES));
      if (text.includes("\0")) throw new FileProblem(NOT_TEXT);
      // An empty string would end the stream.
      if (text !== "") yield text;
      await othersFirst();
    }
  }
}

function decodeWhole(bytes: Buffer, encoding: Encoding): string {
  return openDecoder(encoding)(bytes);
}

function openDecoder(encoding: Encoding): (bytes: Buffer) => string {
  if (encoding === "windows-1252") return decodeWindows1252;
  const decoder = new TextDecoder(encoding);
  return (bytes) => decoder.decode(bytes, { stream: true });
}

/** The characters 0x80 to 0x9F of Windows-1252; the others are those of Latin-1. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

// Node's own TextDecoder takes these bytes for Latin-1 from 20.18.3 and 22.13 on (nodejs/node#56542).
function decodeWindows1252(bytes: Buffer): string {
  return bytes
    .toString("latin1")
    .replace(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);
}

const DELIMITERS = [",", ";", "\t"];

/** The delimiter that divides the headings into the most columns. */
function findDelimiter(start: string): string {
  let found = { delimiter: ",", columns: 0 };
  for (const delimiter of DELIMITERS) {
    const columns = countColumns(start, delimiter);
    if (columns > found.columns) found = { delimiter, columns };
  }
  return found.delimiter;
}

function countColumns(start: string, delimiter: string): number {
  try {
    const options = { delimiter, bom: true, relax_quotes: true, relax_column_count: true, to: 1 };
    const [headings] = parseText(start, { ...options, skip_empty_lines: true }) as string[][];
    return headings?.length ?? 0;
  } catch {
    // The headings do not end in the start of the file, or this is not its delimiter.
    return 0;
  }
}

function addSamples(samples: string[][], cells: readonly string[]): void {
  for (const [column, found] of samples.entries()) {
    const text = cells[column]?.trim().replace(/\s+/g, " ") ?? "";
    if (text === "" || found.length === SAMPLES) continue;
    const sample = text.length > MAX_SAMPLE_LENGTH ? `${text.slice(0, MAX_SAMPLE_LENGTH - 1)}…` : text;
    if (!found.includes(sample)) found.push(sample);
  }
}
