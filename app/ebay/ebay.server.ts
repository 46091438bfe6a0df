import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { business } from "~/business/business.server";
import { listStaffIds } from "~/collections/lists.server";
import { findRecords } from "~/collections/records.server";
import { config } from "~/config.server";
import { db } from "~/db/connection.server";
import { findFitsOfParts, sureFits } from "~/interchange/fits-of-part.server";
import { readStaffQuery } from "~/lists/staff";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS, type Part } from "~/parts/parts";
import { listingRows, type Seller, whyNotListed } from "./listing";
import { type EbayTemplate, NO_TEMPLATE, readTemplate } from "./template";

/** The largest template, in bytes. */
const MAX_TEMPLATE_BYTES = 1024 * 1024;
/** The headings and the row below them are among these. */
const MAX_TEMPLATE_ROWS = 100;
/** eBay's own have a third of these. */
const MAX_TEMPLATE_COLUMNS = 500;
/** A heading and its column's default have a hundred at most. */
const MAX_ROW_CHARACTERS = 100_000;
export const TEMPLATE_TOO_LARGE =
  "This file is larger than 1 MB. Choose the empty template, without listings.";
const NOT_TEXT =
  "This isn't a CSV file. In your spreadsheet, save the template as CSV, and choose that file.";

/** The one row of the table. */
const ID = "template";
/** Parts that are read at once. */
const PARTS_PER_BATCH = 200;

interface StoredTemplate extends EbayTemplate {
  fileName: string;
  uploadedAt: string;
  uploadedBy: string;
}

/** The last uploaded template; undefined if there is none. */
export async function findEbayTemplate(): Promise<StoredTemplate | undefined> {
  const row = await db.selectFrom("ebayTemplates").selectAll().where("id", "=", ID).executeTakeFirst();
  const template = row && parseTemplate(row.content);
  return template && { ...template, ...row };
}

/** Stores a template in place of the one before. @returns the sentence about a file that is none */
export async function saveEbayTemplate(
  { path, fileName }: { path: string; fileName: string },
  { now, by }: { now: Date; by: string },
): Promise<{ ok: true } | { ok: false; message: string }> {
  const bytes = await readFile(path);
  if (bytes.length > MAX_TEMPLATE_BYTES) return { ok: false, message: TEMPLATE_TOO_LARGE };
  const content = bytes.toString("utf8").replace(/^\ufeff/, "");
  if (content.includes("\0")) return { ok: false, message: NOT_TEXT };
  if (!parseTemplate(content)) return { ok: false, message: NO_TEMPLATE };
  const columns = { fileName, content, uploadedAt: now.toISOString(), uploadedBy: by };
  await db
    .insertInto("ebayTemplates")
    .values({ id: ID, ...columns })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(columns))
    .execute();
  return { ok: true };
}

/** Removes the template. */
export async function removeEbayTemplate(): Promise<void> {
  await db.deleteFrom("ebayTemplates").where("id", "=", ID).execute();
}

/** A part that a file leaves out, and why. */
export interface LeftOut {
  id: string;
  name: string;
  reason: string;
}

/** How many of the available parts that a staff list's filters show go into a file, and which don't. */
export async function checkEbayFile(
  params: URLSearchParams,
): Promise<{ listed: number; leftOut: LeftOut[] }> {
  let listed = 0;
  const leftOut: LeftOut[] = [];
  for await (const parts of availableParts(params))
    for (const part of parts) {
      const reason = whyNotListed(part);
      if (reason === undefined) listed += 1;
      else leftOut.push({ id: part._id, name: PART_RECORDS.nameOf(part), reason });
    }
  return { listed, leftOut };
}

/** The lines of the file: the template's own rows, then the parts. */
export async function* ebayLines(template: EbayTemplate, params: URLSearchParams): AsyncGenerator<string> {
  for (const row of [...template.info, template.headings]) yield line(row);
  for await (const parts of availableParts(params)) {
    const listed = parts.filter((part) => whyNotListed(part) === undefined);
    const found = await findFitsOfParts(listed);
    for (const [index, part] of listed.entries()) {
      const { fits = [], matches = [] } = found[index] ?? {};
      for (const row of listingRows(template, { ...part, fits }, seller(), sureFits(matches)))
        yield line(row);
    }
  }
}

/** What listings say about the yard. */
export function seller(): Seller {
  const { city, state, zipCode } = business.address;
  return { location: `${city}, ${state}`, zipCode, publicUrl: config.PUBLIC_URL };
}

/** The available parts that the filters of the staff list show, in its order, a batch at a time. */
async function* availableParts(params: URLSearchParams): AsyncGenerator<Part[]> {
  const query = { ...readStaffQuery(params, PARTS.list), status: "Available" };
  const ids = await listStaffIds(PART_RECORDS, query);
  for (let start = 0; start < ids.length; start += PARTS_PER_BATCH) {
    yield await findRecords(PART_RECORDS, ids.slice(start, start + PARTS_PER_BATCH));
    // Pages are answered between two batches.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function parseTemplate(content: string): EbayTemplate | undefined {
  try {
    const delimiter = [",", ";", "\t"];
    return readTemplate(
      parse(content, {
        delimiter: mostFrequent(content, delimiter),
        relax_column_count: true,
        relax_quotes: true,
        to: MAX_TEMPLATE_ROWS,
        max_record_size: MAX_ROW_CHARACTERS,
        cast: (cell, { index }) => {
          if (Number(index) >= MAX_TEMPLATE_COLUMNS) throw new Error("Too many columns");
          return cell;
        },
      }),
    );
  } catch {
    return undefined;
  }
}

/** The delimiter that the row with the Action column has most of. */
function mostFrequent(content: string, delimiters: readonly string[]): string {
  const headings = content.split(/\r?\n/).find((text) => /action/i.test(text)) ?? "";
  const counts = delimiters.map((delimiter) => headings.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ",";
}

/** Without the signs that keep a spreadsheet from running a cell: eBay would show them. */
function line(cells: readonly string[]): string {
  const quoted = cells.map((cell) =>
    /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
  );
  return `${quoted.join(",")}\r\n`;
}
