import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { listAdministrators } from "~/accounts/administrator.server";
import { business } from "~/business/business.server";
import { config } from "~/config.server";
import { db } from "~/db/connection.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { listPicturesInUse } from "~/pictures/in-use.server";
import { pictureFile, storedVersions } from "~/pictures/picture";
import { CSV_START, csvLine } from "~/values/csv";
import { version } from "../../package.json";
import { EXPORT_LISTS, type ExportList, exportLines } from "./lists.server";

/** What is in an archive, in figures. */
export interface Archive {
  records: { name: string; count: number }[];
  pictures: number;
  /** Pictures that are gone from the disk. */
  missing: string[];
}

/** The lists of requests leave these out unless they are asked for. */
const SHOWN = ["", "spam", "deleted"];

/**
 * Writes everything into a zip file that no program of ours is needed to read: each list as CSV and JSON, the accounts without
 * passwords, the business file, the pictures, and a description of every field. Nothing is in memory as a whole.
 * @param target the file; it gets this name once it is complete
 */
export async function writeArchive(target: string, now: Date): Promise<Archive> {
  const zip = new ZipFile();
  const unfinished = `${target}.unfinished`;
  const written = pipeline(zip.outputStream, createWriteStream(unfinished, { mode: 0o600 }));
  try {
    const archive = await addEverything(zip, now);
    zip.end();
    await written;
    giveToOwnerOf(path.dirname(target), unfinished);
    await rename(unfinished, target);
    return archive;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function addEverything(zip: ZipFile, now: Date): Promise<Archive> {
  const lists = await Promise.all(
    EXPORT_LISTS.map(async (list) => ({ list, ids: await listAllIds(list, now) })),
  );
  zip.addBuffer(Buffer.from(await describe(lists, now)), "README.txt");
  for (const { list, ids } of lists) {
    for (const format of ["csv", "json"] as const) {
      zip.addReadStreamLazy(`${list.name}.${format}`, { compress: true }, (use) =>
        use(null, Readable.from(exportLines(list, ids, format))),
      );
    }
  }
  zip.addBuffer(Buffer.from(await accountsFile()), "accounts.csv");
  if (existsSync(config.BUSINESS_FILE)) zip.addFile(config.BUSINESS_FILE, "business.json");
  const { pictures, missing } = await addPictures(zip);
  return {
    records: lists.map(({ list, ids }) => ({ name: list.name, count: ids.length })),
    pictures,
    missing,
  };
}

async function listAllIds(list: ExportList, now: Date): Promise<string[]> {
  const ids: string[] = [];
  for (const show of list.list.filters ? SHOWN : [""]) {
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
  const missing: string[] = [];
  let pictures = 0;
  for (const publicId of (await listPicturesInUse(db)).keys()) {
    const file = path.join(
      config.UPLOADS_DIR,
      publicId,
      pictureFile(storedVersions(publicId)?.width ?? 0, "webp"),
    );
    if (!existsSync(file)) {
      missing.push(publicId);
      continue;
    }
    // A picture is compressed already.
    zip.addFile(file, `pictures/${publicId}.webp`, { compress: false });
    pictures += 1;
  }
  return { pictures, missing };
}

async function describe(lists: { list: ExportList; ids: string[] }[], now: Date): Promise<string> {
  const sections = await Promise.all(
    lists.map(async ({ list, ids }) => {
      const columns = (await list.columns()).map(({ heading, field }) => `  ${heading.padEnd(32)} ${field}`);
      return `${list.name}.csv and ${list.name}.json: ${ids.length} ${list.list.nouns[ids.length === 1 ? 0 : 1]}

  Column in the CSV file           Field in the JSON file
${columns.join("\n")}
`;
    }),
  );
  return `Everything that ${business.name} has stored on its site, exported on ${now.toISOString()} by version ${version}.

CSV files are UTF-8 with a comma between cells and headings in the first row; spreadsheets open them. A text that a
spreadsheet would take for a formula has an apostrophe in front. JSON files hold the same records as the site's API
returns them. Times are in UTC. Prices are in dollars, mileages in miles. Deleted requests and spam are included;
they have a time in deletedAt or spamAt. Vehicles in the bin are left out.

pictures/ holds each picture in its largest size. The picture of a vehicle whose address is
/uploads/NAME/1600.webp is pictures/NAME.webp.

accounts.csv lists who could sign in, without passwords. business.json holds the facts of the business.

To put vehicles into this program again: Import, on the staff pages, takes the CSV files as they are. To move the
whole site to another computer, use a backup (npm run backup) instead.

${sections.join("\n")}`;
}
