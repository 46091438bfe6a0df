import type { SqliteConnection } from "./open.server";

/** Whether a database, which another version may have made, has a table of this name. */
export function hasTable(sqlite: SqliteConnection, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_master where type = 'table' and name = ?").get(name) !== undefined
  );
}

/** A table or column name quoted for SQL, with any characters. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Rows without what a database has no column for, as rows of a newer version may have. */
export function withColumnsOf<Stored extends object>(
  sqlite: SqliteConnection,
  table: string,
  rows: readonly Stored[],
): Stored[] {
  const columns = new Set(sqlite.prepare("select name from pragma_table_info(?)").pluck().all(table));
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([name]) => columns.has(name))) as Stored,
  );
}
