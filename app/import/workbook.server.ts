import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as othersFirst } from "node:timers/promises";
import { promisify } from "node:util";
import { SaxesParser } from "saxes";
import { type Entry, fromFd, type ZipFile } from "yauzl";
import { csvLine } from "~/values/csv";
import { DAY_MS } from "~/values/days";
import {
  FileProblem,
  MAX_COLUMNS,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_ROWS,
  PIECE_BYTES,
  TOO_MANY_COLUMNS,
  TOO_MANY_ROWS,
} from "./file.server";

/*
 * Excel workbooks (.xlsx): the first sheet that is not hidden becomes the CSV file that the import reads. A workbook is a zip file of XML
 * (ECMA-376); it is read as a stream, so that a file that unpacks to very much ends at a limit and never fills the memory.
 */

/** The most that is unpacked of a sheet, and of the texts that its cells share. */
const MAX_SHEET_BYTES = 256 * 1024 * 1024;
const MAX_TEXT_BYTES = 64 * 1024 * 1024;
/** The last row of a sheet. */
const MAX_ROW = 1_048_576;
/** What Excel takes in a cell is 32,767 characters. */
const MAX_CELL_CHARACTERS = 200_000;
/** Each is kept while the file is read; a workbook has one for each sheet and picture. */
const MAX_ENTRIES = 10_000;
/** A parser keeps each element that is open, and what it has read of a tag or a text. No spreadsheet program writes nearly as much. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 100;
/** Excel's own limits. */
const MAX_FORMATS = 65_490;
const MAX_FORMAT_CHARACTERS = 255;
const MAX_KEPT_BYTES = 4 * 1024 * 1024;

const NO_WORKBOOK =
  "This is a zip file, not a workbook. Unpack it, and choose the CSV file or the workbook in it.";
const BROKEN =
  "This workbook can't be read. Open it in your spreadsheet, save it as CSV UTF-8, and choose that file.";
const TOO_LARGE =
  "This workbook holds more than 20 MB of text. Delete the rows and columns that you don't need, or split it into several files.";

/**
 * Replaces a workbook with the CSV of its first sheet; each row stays where it is. Any other file is left alone.
 * @returns the sheet's name; undefined for a file that isn't a zip file
 * @throws FileProblem
 */
export async function convertWorkbook(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (buffer.toString("latin1") !== "PK\x03\x04") return undefined;
    const entries = await listEntries(file.fd);
    const csv = `${path}.csv`;
    try {
      const sheet = await writeFirstSheet(entries, csv);
      await rename(csv, path);
      return sheet;
    } finally {
      await rm(csv, { force: true });
    }
  } catch (error) {
    // A full disk isn't the file's fault.
    if (error instanceof FileProblem || (error as NodeJS.ErrnoException).syscall) throw error;
    // The zip file or its XML is damaged: both libraries say so with plain errors.
    throw new FileProblem(BROKEN, { cause: error });
  } finally {
    await file.close();
  }
}

interface Entries {
  zip: ZipFile;
  byName: ReadonlyMap<string, Entry>;
}

async function listEntries(fd: number): Promise<Entries> {
  // It rejects an entry that unpacks to more than the archive says.
  const options = { lazyEntries: true, autoClose: false };
  const zip = await promisify<number, typeof options, ZipFile>(fromFd)(fd, options);
  if (zip.entryCount > MAX_ENTRIES) throw new FileProblem(BROKEN);
  const byName = new Map<string, Entry>();
  zip.on("entry", (entry: Entry) => {
    byName.set(entry.fileName, entry);
    zip.readEntry();
  });
  zip.readEntry();
  await once(zip, "end");
  return { zip, byName };
}

async function writeFirstSheet(entries: Entries, csv: string): Promise<string> {
  const { sheet, path, is1904 } = await findFirstSheet(entries);
  const texts = await readTexts(entries);
  const formats = await readFormats(entries);
  await pipeline(
    Readable.from(withinLimit(sheetLines(entries, path, { texts, formats, is1904 }))),
    createWriteStream(csv),
  );
  return sheet;
}

async function* withinLimit(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += Buffer.byteLength(piece);
    if (bytes > MAX_IMPORT_BYTES) throw new FileProblem(TOO_LARGE);
    yield piece;
  }
}

/** An element's attributes, by their names without a prefix. */
type Attributes = Record<string, string>;

interface Handlers {
  onOpen?(name: string, attributes: Attributes): void;
  onText?(text: string): void;
  onClose?(name: string): void;
}

/** Reads one XML file of the workbook; after each chunk it yields. @throws FileProblem where it unpacks to more than `maxBytes` */
async function* readXml(
  { zip, byName }: Entries,
  name: string,
  { onOpen, onText, onClose }: Handlers,
  maxBytes = MAX_TEXT_BYTES,
): AsyncGenerator<void> {
  const entry = byName.get(name);
  if (!entry) return;
  if (entry.uncompressedSize > maxBytes) throw new FileProblem(TOO_LARGE);
  const parser = new SaxesParser();
  // What the parser keeps until a text or a tag ends.
  let kept = 0;
  let depth = 0;
  let read = 0;
  parser.on("attribute", () => {
    read += 1;
    if (read > MAX_ATTRIBUTES) throw new FileProblem(BROKEN);
  });
  parser.on("opentag", ({ name, attributes }) => {
    kept = 0;
    read = 0;
    depth += 1;
    if (depth > MAX_DEPTH) throw new FileProblem(BROKEN);
    onOpen?.(local(name), localNames(attributes as Attributes));
  });
  parser.on("text", (text) => {
    kept = 0;
    onText?.(text);
  });
  parser.on("closetag", ({ name }) => {
    kept = 0;
    depth -= 1;
    onClose?.(local(name));
  });
  const stream = await promisify<Entry, Readable>(zip.openReadStream.bind(zip))(entry);
  const decoder = new TextDecoder();
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let start = 0; start < chunk.length; start += PIECE_BYTES) {
      const piece = chunk.subarray(start, start + PIECE_BYTES);
      kept += piece.length;
      parser.write(decoder.decode(piece, { stream: true }));
      if (kept > MAX_KEPT_BYTES) throw new FileProblem(TOO_LARGE);
      await othersFirst();
    }
    yield;
  }
  parser.close();
}

async function readAll(entries: Entries, name: string, handlers: Handlers): Promise<void> {
  for await (const _ of readXml(entries, name, handlers));
}

function local(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function localNames(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [local(name), value]));
}

async function findFirstSheet(entries: Entries) {
  let first: { name: string; relation: string } | undefined;
  let is1904 = false;
  await readAll(entries, "xl/workbook.xml", {
    onOpen(name, { name: sheet = "", id = "", state = "visible", date1904 }) {
      if (name === "sheet" && state === "visible") first ??= { name: sheet, relation: id };
      if (name === "workbookPr") is1904 = date1904 === "1" || date1904 === "true";
    },
  });
  if (!first) throw new FileProblem(NO_WORKBOOK);
  const { name: sheet, relation } = first;
  let target = "worksheets/sheet1.xml";
  await readAll(entries, "xl/_rels/workbook.xml.rels", {
    onOpen(name, { Id, Target = "" }) {
      if (name === "Relationship" && Id === relation) target = Target;
    },
  });
  return {
    sheet,
    path: target.startsWith("/") ? target.slice(1) : `xl/${target}`,
    is1904,
  };
}

/** The texts that cells share, by number. */
async function readTexts(entries: Entries): Promise<string[]> {
  const texts: string[] = [];
  let text = "";
  let isText = false;
  // The reading of Japanese text is stored next to the text.
  let isPhonetic = false;
  await readAll(entries, "xl/sharedStrings.xml", {
    onOpen(name) {
      if (name === "si") text = "";
      if (name === "rPh") isPhonetic = true;
      isText = name === "t";
    },
    onText(part) {
      if (isText && !isPhonetic) text += part;
      if (text.length > MAX_CELL_CHARACTERS) throw new FileProblem(TOO_LARGE);
    },
    onClose(name) {
      if (name === "t") isText = false;
      if (name === "rPh") isPhonetic = false;
      if (name === "si") texts.push(unescaped(text));
    },
  });
  return texts;
}

/** How a number is shown: as a day, with leading zeros to this many digits, or as it is. */
type NumberFormat = "day" | number | undefined;

/** The formats of Excel's own that are days. */
const DAY_FORMATS = new Set([14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58]);

/** The number format of each cell style, by number. */
async function readFormats(entries: Entries): Promise<NumberFormat[]> {
  const ofCode = new Map<string, NumberFormat>();
  const formats: NumberFormat[] = [];
  let isCellStyle = false;
  await readAll(entries, "xl/styles.xml", {
    onOpen(name, { numFmtId = "", formatCode = "" }) {
      if (name === "numFmt") ofCode.set(numFmtId, readFormat(formatCode.slice(0, MAX_FORMAT_CHARACTERS)));
      if (name === "cellXfs") isCellStyle = true;
      if (name === "xf" && isCellStyle)
        formats.push(DAY_FORMATS.has(Number(numFmtId)) ? "day" : ofCode.get(numFmtId));
      if (Math.max(ofCode.size, formats.length) > MAX_FORMATS) throw new FileProblem(BROKEN);
    },
    onClose(name) {
      if (name === "cellXfs") isCellStyle = false;
    },
  });
  return formats;
}

function readFormat(code: string): NumberFormat {
  // Without what is quoted, escaped or in brackets, such as a currency or a color.
  const signs = code.replace(/"[^"]*"?|\\.|\[[^\]]*\]?/g, "");
  if (/[yd]/i.test(signs)) return "day";
  return /^0+$/.test(signs) ? signs.length : undefined;
}

interface SheetReading {
  texts: readonly string[];
  formats: readonly NumberFormat[];
  is1904: boolean;
}

/** The rows of a sheet as lines of CSV; a row that is left out is an empty line. */
async function* sheetLines(entries: Entries, path: string, reading: SheetReading): AsyncGenerator<string> {
  let lines = "";
  // Cells without text are left out at the end of a row; the headings tell how many there are.
  let width = 0;
  let row = 0;
  let cells: string[] = [];
  let cell: Attributes = {};
  let column = -1;
  let value = "";
  let isValue = false;
  // For the cells that are read and not yielded yet.
  let length = 0;
  const handlers: Handlers = {
    onOpen(name, attributes) {
      if (name === "row") {
        const number = Number(attributes.r ?? row + 1);
        if (!(Number.isInteger(number) && number > row && number <= MAX_ROW)) throw new FileProblem(BROKEN);
        lines += "\r\n".repeat(number - row - 1);
        row = number;
        cells = [];
        column = -1;
      }
      if (name === "c") {
        cell = attributes;
        column = attributes.r === undefined ? column + 1 : columnOf(attributes.r);
        value = "";
      }
      isValue = name === "v" || name === "t";
    },
    onText(text) {
      if (isValue) value += text;
      if (value.length > MAX_CELL_CHARACTERS) throw new FileProblem(TOO_LARGE);
    },
    onClose(name) {
      if (name === "v" || name === "t") isValue = false;
      if (name === "c" && value !== "") {
        if (column >= MAX_COLUMNS) throw new FileProblem(TOO_MANY_COLUMNS);
        cells[column] = readCell(cell, value, reading);
        // Many cells may share one long text, and many rows come at once.
        length += cells[column]?.length ?? 0;
        if (length > MAX_IMPORT_BYTES) throw new FileProblem(TOO_LARGE);
      }
      // A program may keep a million rows without text, and writing each with its cells takes a core for a minute.
      if (name === "row" && cells.length === 0) {
        lines += "\r\n";
      } else if (name === "row") {
        if (row > MAX_IMPORT_ROWS + 1) throw new FileProblem(TOO_MANY_ROWS);
        width ||= cells.length;
        lines += csvLine(
          Array.from({ length: Math.max(width, cells.length) }, (_, index) => cells[index] ?? ""),
        );
      }
    },
  };
  for await (const _ of readXml(entries, path, handlers, MAX_SHEET_BYTES)) {
    yield lines;
    lines = "";
    length = 0;
  }
  yield lines;
}

/** `C12` is column 2. */
function columnOf(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "";
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCell(
  { t: type = "n", s: style = "" }: Attributes,
  value: string,
  reading: SheetReading,
): string {
  switch (type) {
    case "s":
      return reading.texts[Number(value)] ?? "";
    case "b":
      return value === "1" ? "Yes" : "No";
    case "e":
      return "";
    case "n":
      return readNumber(value, reading.formats[Number(style)], reading.is1904);
    // A date as text, which few programs write.
    case "d":
      return value.slice(0, 10);
    default:
      return unescaped(value);
  }
}

function readNumber(text: string, format: NumberFormat, is1904: boolean): string {
  const number = Number(text);
  if (!Number.isFinite(number)) return text;
  if (format === "day") return readDay(number, is1904);
  // Excel shows 15 digits: 0.1 + 0.2 is stored as 0.30000000000000004.
  const plain = String(Number(number.toPrecision(15)));
  return format !== undefined && Number.isInteger(number) ? plain.padStart(format, "0") : plain;
}

/** Excel counts days from 1899-12-31, and counts February 29, 1900, which never was; on old Macs from 1904-01-01. */
function readDay(days: number, is1904: boolean): string {
  const start = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(start + Math.floor(days) * DAY_MS);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 10);
}

/** Excel writes a control character as `_x000D_`. */
function unescaped(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
