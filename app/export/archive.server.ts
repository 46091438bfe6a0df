import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { listAdministrators } from "~/accounts/administrator.server";
import { business, businessSource } from "~/business/business.server";
import { db } from "~/db/connection.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { listPicturesInUse } from "~/pictures/in-use.server";
import { openUploads } from "~/pictures/open-storage.server";
import { largestFile } from "~/pictures/picture";
import { VERSION } from "~/program.server";
import { CSV_START, csvLine } from "~/values/csv";
import { addStream } from "~/values/zip-stream.server";
import {
  EXPORT_LISTS,
  type ExportColumn,
  type ExportFormat,
  type ExportList,
  exportLines,
  fileLines,
} from "./lists.server";
import { EXPORT_TABLES, type ExportTable } from "./tables.server";

/** What is in an archive, in figures. */
interface Archive {
  records: { name: string; count: number }[];
  pictures: number;
  /** Pictures that are gone. */
  missing: string[];
}

/** What the lists of requests leave out unless it is asked for. */
const HIDDEN = ["spam", "deleted"];

/**
 * Writes everything into a zip file that can be read without any program of ours: each list, Buyers Guides, estimates, the book, costs,
 * alerts, mail and history as CSV and JSON, the accounts without passwords, the business, the pictures, and a description of every field.
 * Nothing is in memory all at once.
 * @param target the file; it gets this name once it is complete
 */
export async function writeArchive(target: string, now: Date): Promise<Archive> {
  const zip = new ZipFile();
  const unfinished = `${target}.unfinished`;
  // A file that can't be read after all ends the archive.
  zip.on("error", (error: Error) => (zip.outputStream as Readable).destroy(error));
  const written = pipeline(zip.outputStream, createWriteStream(unfinished, { mode: 0o600 }));
  try {
    const added = addEverything(zip, now).then((archive) => {
      zip.end();
      return archive;
    });
    // Together: what is written may fail while more is still added.
    const [archive] = await Promise.all([added, written]);
    giveToOwnerOf(path.dirname(target), unfinished);
    await rename(unfinished, target);
    return archive;
  } catch (error) {
    (zip.outputStream as Readable).destroy();
    await written.catch(() => undefined);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function addEverything(zip: ZipFile, now: Date): Promise<Archive> {
  const lists = await Promise.all(
    EXPORT_LISTS.map(async (list) => ({ list, ids: await listAllIds(list, now) })),
  );
  const tables = await Promise.all(
    EXPORT_TABLES.map(async (table) => ({ table, count: await table.count() })),
  );
  zip.addBuffer(Buffer.from(await describe(lists, tables, now)), "README.txt");
  for (const { list, ids } of lists) addFiles(zip, list.name, (format) => exportLines(list, ids, format));
  for (const { table } of tables)
    addFiles(zip, table.name, (format) => fileLines(table.columns, table.records(), format));
  zip.addBuffer(Buffer.from(await accountsFile()), "accounts.csv");
  zip.addBuffer(Buffer.from(`${JSON.stringify(businessSource, null, 2)}\n`), "business.json");
  const { pictures, missing } = await addPictures(zip);
  return {
    records: [
      ...lists.map(({ list, ids }) => ({ name: list.name, count: ids.length })),
      ...tables.map(({ table, count }) => ({ name: table.name, count })),
    ],
    pictures,
    missing,
  };
}

function addFiles(zip: ZipFile, name: string, linesOf: (format: ExportFormat) => AsyncIterable<string>) {
  for (const format of ["csv", "json"] as const) {
    addStream(zip, `${name}.${format}`, { compress: true }, () => Readable.from(linesOf(format)));
  }
}

async function listAllIds(list: ExportList, now: Date): Promise<string[]> {
  const ids: string[] = [];
  const choices = list.list.filters?.show?.choices ?? {};
  for (const show of ["", ...HIDDEN.filter((one) => one in choices)]) {
    const params = new URLSearchParams({ sort: "oldest", ...(show ? { show } : {}) });
    ids.push(...(await list.listIds(params, { accountId: "", now })));
  }
  return ids;
}

async function accountsFile(): Promise<string> {
  const accounts = await listAdministrators();
  const lines = accounts.map(({ id, username, createdAt }) => csvLine([id, username, createdAt]));
  return [CSV_START + csvLine(["ID", "Username", "Created"]), ...lines].join("");
}

/** The largest version of each picture. */
async function addPictures(zip: ZipFile): Promise<Pick<Archive, "pictures" | "missing">> {
  const storage = openUploads();
  const missing: string[] = [];
  let pictures = 0;
  for (const publicId of (await listPicturesInUse(db, businessSource)).keys()) {
    const file = largestFile(publicId);
    const size = await storage.fileSize(publicId, file);
    if (size === undefined) {
      missing.push(publicId);
      continue;
    }
    // A picture is compressed already.
    addStream(zip, `pictures/${publicId}.webp`, { compress: false, size }, () =>
      storage.readFile(publicId, file),
    );
    pictures += 1;
  }
  return { pictures, missing };
}

async function describe(
  lists: { list: ExportList; ids: string[] }[],
  tables: { table: ExportTable; count: number }[],
  now: Date,
): Promise<string> {
  const sections = [
    ...(await Promise.all(
      lists.map(async ({ list, ids }) =>
        describeFile(
          list.name,
          `${ids.length} ${list.list.nouns[ids.length === 1 ? 0 : 1]}`,
          await list.columns(),
        ),
      ),
    )),
    ...tables.map(({ table: { name, about, columns }, count }) =>
      describeFile(name, `${count}. ${about}`, columns),
    ),
  ];
  return `Everything that ${business.name} has stored on its site, exported on ${now.toISOString()} by version ${VERSION}.

CSV files are UTF-8 with a comma between cells and headings in the first row; spreadsheets open them. A text that a
spreadsheet would take for a formula has an apostrophe in front. JSON files hold the same records as the site's API
returns them. Times are in UTC. Prices are in dollars, mileages in miles. Deleted requests and spam are included;
they have a time in deletedAt or spamAt. Other records in the trash are left out; the history has their last fields once they are permanently deleted.

parts.csv names each part as the catalog does, and its donor by the stock number of the dismantled vehicle. Its grade
is empty where it follows from miles or damage.

pictures/ holds each picture in its largest size. The picture of a vehicle or part whose address is
/uploads/NAME/1600.webp is pictures/NAME.webp.

accounts.csv lists who could sign in, without passwords. business.json holds the facts of the business.

To put vehicles and parts into this program again: Import, on the staff pages, takes the CSV files as they are. To move the
whole site to another computer, use a backup (npm run backup) instead.

${sections.join("\n")}`;
}

function describeFile(name: string, about: string, columns: readonly ExportColumn[]): string {
  return `${name}.csv and ${name}.json: ${about}

  Column in the CSV file           Field in the JSON file
${columns.map(({ heading, field }) => `  ${heading.padEnd(32)} ${field}`).join("\n")}
`;
}
