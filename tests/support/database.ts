import { existsSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { sql } from "kysely";
import { config } from "~/config.server";
import { db } from "~/db/connection.server";
import { databaseFile } from "~/db/sqlite/open.server";

/** Does something while tables are gone, so that queries fail; they are back afterwards, for the files that share the site. */
export async function withoutTables<T>(tables: readonly string[], run: () => Promise<T>): Promise<T> {
  for (const table of tables) await db.schema.alterTable(table).renameTo(`lost${table}`).execute();
  try {
    return await run();
  } finally {
    for (const table of tables) await db.schema.alterTable(`lost${table}`).renameTo(table).execute();
  }
}

/** Drops a trigger of `refuseWrites`. */
export async function dropTrigger(name: string): Promise<void> {
  const drop = process.env.TEST_POSTGRES ? `drop function "${name}"() cascade` : `drop trigger "${name}"`;
  await sql.raw(drop).execute(db);
}

/** What either engine says then. */
export const NO_SUCH_TABLE = /no such table|relation "\w+" does not exist/;

/** The keys of the rate limits that are counted. */
export async function listCounterKeys(): Promise<string[]> {
  const file = path.join(config.DATA_DIR, "limits.db");
  if (!existsSync(file)) {
    const { rows } = await sql<{ key: string }>`select key from "rateLimits"`.execute(db);
    return rows.map(({ key }) => key);
  }
  const counters = new SqliteDatabase(file, { readonly: true });
  return counters.prepare("select key from rateLimits").pluck().all() as string[];
}

/** Another connection to SQLite's file, as another process has it. */
export function openFile(): SqliteDatabase.Database {
  return new SqliteDatabase(databaseFile);
}
