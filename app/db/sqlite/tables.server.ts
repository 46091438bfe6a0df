import type { SqliteConnection } from "./open.server";

/** Whether a database, which another version may have made, has a table of this name. */
export function hasTable(sqlite: SqliteConnection, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined
  );
}

/** A name of a table or column in SQL, whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
