import { COLLECTIONS } from "~/collections";
import { config } from "~/config.server";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { hasTable } from "~/db/sqlite/tables.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { StartError } from "~/values/start-error";
import { formatBytes } from "./files.server";
import type { Manifest } from "./manifest.server";

const VEHICLE_TABLES = ["dismantledVehicles", "retailVehicles"];

/** The tables besides vehicles that a backup counts, each with its singular and plural. */
const COUNTED: Record<string, readonly [one: string, several: string]> = Object.fromEntries([
  ...COLLECTIONS.filter(({ table }) => !VEHICLE_TABLES.includes(table)).map(
    ({ table, list }) => [table, list.nouns] as const,
  ),
  ...REQUEST_KINDS.map(
    ({ table, nouns: [one, several] }) => [table, [one.toLowerCase(), several.toLowerCase()]] as const,
  ),
]);

const REQUEST_TABLES = REQUEST_KINDS.map(({ table }) => table);

/** What a database contains, in figures. */
export interface Contents {
  vehicles: number;
  requests: number;
  /** By table: `{ parts: 600, partRequests: 12 }`. A table that this version of the database does not have is left out. */
  records: Record<string, number>;
  /** ISO date-time of the latest change to one of them; undefined if there are none. */
  latestChange: string | undefined;
  /** By name, the latest last. */
  migrations: string[];
}

/** Counts what a database contains, whatever version made it. */
export function readContents(sqlite: SqliteConnection): Contents {
  const changes = [...VEHICLE_TABLES, ...Object.keys(COUNTED)].flatMap((table) =>
    latestChangeOf(sqlite, table),
  );
  return {
    vehicles: countRows(sqlite, VEHICLE_TABLES),
    requests: countRows(sqlite, REQUEST_TABLES),
    records: Object.fromEntries(
      Object.keys(COUNTED)
        .filter((table) => hasTable(sqlite, table))
        .map((table) => [table, countRows(sqlite, [table])]),
    ),
    latestChange: changes.sort().at(-1),
    migrations: hasTable(sqlite, "kysely_migration")
      ? (sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[])
      : [],
  };
}

/**
 * What a database contains, in words: `110 vehicles, 600 parts, 12 part requests, 1 vehicle inquiry`. Other kinds than vehicles of which
 * there is none are left out.
 * @param contents without `records` for a backup of an older version
 */
export function describeContents({
  vehicles,
  requests,
  records,
}: Pick<Contents, "vehicles" | "requests"> & Partial<Pick<Contents, "records">>): string {
  const others = records
    ? Object.entries(COUNTED)
        .filter(([table]) => records[table])
        .map(([table, [one, several]]) => count(records[table] ?? 0, one, several))
    : [count(requests, "request", "requests")];
  return [count(vehicles, "vehicle", "vehicles"), ...others].join(", ");
}

/** What a backup has, in words: `110 vehicles, 600 parts and 240 pictures (24 MB), without 1 missing picture`. */
export function describeBackup(manifest: Omit<Manifest, "files">): string {
  const { pictures, picturesIn, bytes, missingPictures } = manifest;
  const contents = describeContents(manifest);
  if (picturesIn !== undefined)
    return `${contents} (${formatBytes(bytes)}), with the pictures in ${picturesIn}`;
  const missing = missingPictures.length;
  const without = missing > 0 ? `, without ${count(missing, "missing picture", "missing pictures")}` : "";
  return `${contents} and ${countPictures(pictures)} (${formatBytes(bytes)})${without}`;
}

/** How many records of any kind a backup has. */
export function countRecords({ vehicles, requests, records }: Manifest): number {
  return Object.values(records ?? { requests }).reduce((sum, number) => sum + number, vehicles);
}

/**
 * What a backup and the site have of each kind: `["Vehicles", 110, 112]`; undefined where one of them can't say. Other kinds than vehicles
 * of which neither has any are left out, and so are pictures that are in no backup.
 * @param backup its manifest
 */
export function compareContents(
  backup: Pick<Manifest, "vehicles" | "requests" | "records" | "pictures" | "picturesIn">,
  present: {
    database: Pick<Contents, "vehicles" | "requests" | "records"> | undefined;
    pictures: number | undefined;
  },
): [kind: string, backup: number | undefined, present: number | undefined][] {
  const { database } = present;
  return [
    ["Vehicles", backup.vehicles, database?.vehicles],
    ...Object.entries(COUNTED)
      .map(([table, [, several]]): [string, number | undefined, number | undefined] => [
        several.charAt(0).toUpperCase() + several.slice(1),
        backup.records?.[table],
        database?.records[table],
      ])
      .filter(([, before, now]) => before || now),
    ...(backup.picturesIn === undefined
      ? [["Pictures", backup.pictures, present.pictures] satisfies [string, number, number | undefined]]
      : []),
  ];
}

/** @throws StartError if a database does not have what its manifest, and so the page that asks before a restore, says */
export function requireContents(found: Contents, expected: Manifest): void {
  if (found.migrations.join() !== [...expected.migrations].sort().join())
    throw new StartError("This backup's database isn't of the version it claims. Use another one.");
  const { vehicles, requests, records = {} } = expected;
  const counted: Record<string, number> = {
    ...found.records,
    ...{ vehicles: found.vehicles, requests: found.requests },
  };
  for (const [kind, number] of Object.entries({ ...records, vehicles, requests })) {
    if (counted[kind] === number) continue;
    throw new StartError(
      `Of ${kind}, this backup should have ${count(number, "record", "records")} and has ${counted[kind] ?? 0}. Use another.`,
    );
  }
}

function count(number: number, one: string, several: string): string {
  return `${number.toLocaleString("en-US")} ${number === 1 ? one : several}`;
}

/** `1 picture`, `1,200 pictures`. */
export function countPictures(pictures: number): string {
  return count(pictures, "picture", "pictures");
}

/** @throws StartError where a backup's file is not what the site uses */
export function requireSqlite(): void {
  if (config.DATABASE_URL === undefined) return;
  throw new StartError(
    "DATABASE_URL: PostgreSQL is backed up and restored with its own tools, such as pg_dump and pg_restore.",
  );
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
