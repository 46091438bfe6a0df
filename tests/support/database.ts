import SqliteDatabase from "better-sqlite3";
import { db } from "~/db/connection.server";
import { databaseFile } from "~/db/sqlite/open.server";

/** Renames a table, as when a query fails because its table is gone. */
export async function renameTable(from: string, to: string): Promise<void> {
  await db.schema.alterTable(from).renameTo(to).execute();
}

/** Another connection to SQLite's file, as another process has it. */
export function openFile(): SqliteDatabase.Database {
  return new SqliteDatabase(databaseFile);
}
