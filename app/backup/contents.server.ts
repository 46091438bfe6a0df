import type { SqliteConnection } from "~/db/open.server";
import { parsePublicId } from "~/pictures/picture";
import { StartError } from "~/values/start-error";

const VEHICLE_TABLES = ["dismantledVehicles", "retailVehicles"];
const REQUEST_TABLES = ["partRequests", "repairRequests"];

/** What a database contains, in figures. */
export interface Contents {
  vehicles: number;
  requests: number;
  /** ISO date-time of the latest change to one of them; undefined if there are none. */
  latestChange: string | undefined;
  /** By name, the latest last. */
  migrations: string[];
}

/** Counts what a database contains, whatever version made it. */
export function readContents(sqlite: SqliteConnection): Contents {
  const changes = [...VEHICLE_TABLES, ...REQUEST_TABLES].flatMap((table) => latestChangeOf(sqlite, table));
  return {
    vehicles: countRows(sqlite, VEHICLE_TABLES),
    requests: countRows(sqlite, REQUEST_TABLES),
    latestChange: changes.sort().at(-1),
    migrations: hasTable(sqlite, "kysely_migration")
      ? (sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[])
      : [],
  };
}

/** The pictures in use, by public id, with the stock number of a vehicle that shows each; forms have none. */
export function listPicturesInUse(sqlite: SqliteConnection): Map<string, string | undefined> {
  const pictures = new Map<string, string | undefined>();
  if (hasTable(sqlite, "savedSubmissions")) {
    const urls = sqlite
      .prepare(
        `select json_extract(field.value, '$[1]') from savedSubmissions, json_each(savedSubmissions.fields) field
         where json_extract(field.value, '$[0]') = 'imageUrl'`,
      )
      .pluck()
      .all() as string[];
    for (const url of urls) addPicture(pictures, url);
  }
  for (const table of VEHICLE_TABLES.filter((name) => hasTable(sqlite, name))) {
    const rows = sqlite
      .prepare(`select imageUrl, stockNumber from ${table} where imageUrl is not null`)
      .all() as { imageUrl: string; stockNumber: string }[];
    for (const { imageUrl, stockNumber } of rows) addPicture(pictures, imageUrl, stockNumber);
  }
  return pictures;
}

function addPicture(pictures: Map<string, string | undefined>, imageUrl: string, stockNumber?: string): void {
  const publicId = parsePublicId(imageUrl);
  if (publicId !== undefined) pictures.set(publicId, stockNumber ?? pictures.get(publicId));
}

/** @throws StartError naming the first problem that SQLite finds */
export function checkIntegrity(sqlite: SqliteConnection): void {
  const problems = sqlite.pragma("integrity_check(1)", { simple: true });
  if (problems !== "ok") throw new StartError(`The database is damaged: ${String(problems)}`);
}

function countRows(sqlite: SqliteConnection, tables: string[]): number {
  return tables
    .filter((table) => hasTable(sqlite, table))
    .map((table) => sqlite.prepare(`select count(*) from ${table}`).pluck().get() as number)
    .reduce((sum, count) => sum + count, 0);
}

function latestChangeOf(sqlite: SqliteConnection, table: string): string[] {
  if (!hasTable(sqlite, table)) return [];
  const latest = sqlite.prepare(`select max(updatedAt) from ${table}`).pluck().get();
  return typeof latest === "string" ? [latest] : [];
}

function hasTable(sqlite: SqliteConnection, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined
  );
}
