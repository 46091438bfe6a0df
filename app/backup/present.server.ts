import { existsSync, readdirSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { config } from "~/config.server";
import type { Database, Row } from "~/db/schema";
import { databaseFile, type SqliteConnection } from "~/db/sqlite/open.server";
import { hasTable, quoteName } from "~/db/sqlite/tables.server";
import { storedVersions } from "~/pictures/picture";
import { type Contents, readContents } from "./contents.server";

/** What a restore replaces. */
export interface PresentData {
  /** Undefined if there is no database. */
  database: Contents | "unreadable" | undefined;
  pictures: number;
}

/** What is here now, in figures. */
export function readPresentData(): PresentData {
  const pictures = listStored().length;
  if (!existsSync(databaseFile)) return { database: undefined, pictures };
  return { database: readPresent(readContents) ?? "unreadable", pictures };
}

/** The names in UPLOADS_DIR that are pictures. */
export function listStored(): string[] {
  const names = existsSync(config.UPLOADS_DIR) ? readdirSync(config.UPLOADS_DIR) : [];
  return names.filter((name) => storedVersions(name) !== undefined);
}

/** The rows of a table that is here now; none where there is no such table, or the database can't be read. */
export function readPresentRows<Table extends keyof Database>(table: Table): Row<Table>[] {
  const read = (sqlite: SqliteConnection) =>
    hasTable(sqlite, table)
      ? (sqlite.prepare(`select * from ${quoteName(table)}`).all() as Row<Table>[])
      : [];
  return readPresent(read) ?? [];
}

/** Undefined where there is no present database, or it can't be read. */
export function readPresent<Result>(read: (sqlite: SqliteConnection) => Result): Result | undefined {
  try {
    const sqlite = new SqliteDatabase(databaseFile, { readonly: true, fileMustExist: true });
    try {
      return read(sqlite);
    } finally {
      sqlite.close();
    }
  } catch {
    return undefined;
  }
}
