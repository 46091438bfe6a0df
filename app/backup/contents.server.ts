import { config } from "~/config.server";
import type { SqliteConnection } from "~/db/sqlite/open.server";
import { hasTable } from "~/db/sqlite/tables.server";
import { StartError } from "~/values/start-error";

const VEHICLE_TABLES = ["dismantledVehicles", "retailVehicles"];
const REQUEST_TABLES = ["partRequests", "repairRequests", "vehicleInquiries"];

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
  const changes = [...VEHICLE_TABLES, "parts", ...REQUEST_TABLES].flatMap((table) =>
    latestChangeOf(sqlite, table),
  );
  return {
    vehicles: countRows(sqlite, VEHICLE_TABLES),
    requests: countRows(sqlite, REQUEST_TABLES),
    latestChange: changes.sort().at(-1),
    migrations: hasTable(sqlite, "kysely_migration")
      ? (sqlite.prepare("select name from kysely_migration order by name").pluck().all() as string[])
      : [],
  };
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
