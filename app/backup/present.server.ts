import { existsSync, readdirSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { config } from "~/config.server";
import type { Database, Row } from "~/db/schema";
import { isLocked } from "~/db/sqlite/dialect.server";
import { databaseFile, type SqliteConnection } from "~/db/sqlite/open.server";
import { hasTable, quoteName } from "~/db/sqlite/tables.server";
import { storedVersions } from "~/pictures/picture";
import { StartError } from "~/values/start-error";
import { type Contents, readContents } from "./contents.server";

/** What a restore replaces. */
export interface PresentData {
  /** Undefined if there is no database. */
  database: Contents | "unreadable" | undefined;
  /** Undefined where they are in a bucket. */
  pictures: number | undefined;
}

/** What is here now, in figures. */
export function readPresentData(): PresentData {
  const pictures = config.UPLOADS_URL ? undefined : listStored().length;
  return { database: readPresent(readContents), pictures };
}

/** The names in UPLOADS_DIR that are pictures. */
export function listStored(): string[] {
  const names = existsSync(config.UPLOADS_DIR) ? readdirSync(config.UPLOADS_DIR) : [];
  return names.filter((name) => storedVersions(name) !== undefined);
}

/** What says who may sign in, and how. */
const ACCOUNT_TABLES = [
  "administrators",
  "passkeys",
  "recoveryCodes",
  "passwordLinks",
  "apiTokens",
  "settings",
] as const;

/** Who may sign in today. */
export type PresentAccounts = { [Table in (typeof ACCOUNT_TABLES)[number]]: Row<Table>[] };

/**
 * Who may sign in today; undefined if nobody has an account yet. Unreadable if any part of it is: passwords without their second factors
 * would let in someone who only has a password.
 */
export function readPresentAccounts(): PresentAccounts | "unreadable" | undefined {
  const accounts = readPresent((sqlite) => {
    for (const table of ["sqlite_schema", ...ACCOUNT_TABLES]) requireWhole(sqlite, table);
    return Object.fromEntries(
      ACCOUNT_TABLES.map((table) => [table, readRows(sqlite, table)]),
    ) as PresentAccounts;
  });
  return typeof accounts === "object" && accounts.administrators.length === 0 ? undefined : accounts;
}

/** The rows of a table that is here now; none where there is no such table. */
export function readPresentRows<Table extends keyof Database>(table: Table): Row<Table>[] | "unreadable" {
  const read = (sqlite: SqliteConnection) => {
    requireWhole(sqlite, table);
    return readRows(sqlite, table);
  };
  return readPresent(read) ?? [];
}

function readRows<Table extends keyof Database>(sqlite: SqliteConnection, table: Table): Row<Table>[] {
  if (!hasTable(sqlite, table)) return [];
  return sqlite.prepare(`select * from ${quoteName(table)}`).all() as Row<Table>[];
}

/** Whether any part of today's database is damaged. */
export function isPresentDamaged(): boolean {
  return readPresent((sqlite) => requireSound(sqlite, "integrity_check")) === "unreadable";
}

/** A damaged page may be read as fewer rows, or as others, without an error. */
function requireWhole(sqlite: SqliteConnection, table: string): void {
  if (table !== "sqlite_schema" && !hasTable(sqlite, table)) return;
  requireSound(sqlite, `quick_check(${quoteName(table)})`);
}

function requireSound(sqlite: SqliteConnection, check: string): void {
  const problem = sqlite.pragma(check, { simple: true });
  if (problem !== "ok") throw new SqliteDatabase.SqliteError(String(problem), "SQLITE_CORRUPT");
}

/** The codes of SQLite's errors in a file that is damaged, or on a disk that is. */
const DAMAGE = /^SQLITE_(CORRUPT|NOTADB|IOERR|ERROR)/;

/**
 * Reads today's database: undefined if there is none, `unreadable` if it is damaged.
 * @throws StartError if another program holds it, so that its content isn't known
 */
export function readPresent<Result>(
  read: (sqlite: SqliteConnection) => Result,
): Result | "unreadable" | undefined {
  if (!existsSync(databaseFile)) return undefined;
  try {
    const sqlite = new SqliteDatabase(databaseFile, { readonly: true, fileMustExist: true });
    try {
      return read(sqlite);
    } finally {
      sqlite.close();
    }
  } catch (error) {
    if (isLocked(error))
      throw new StartError(
        `Another program holds the database ${databaseFile}, so what is in it can't be read. Close that program, then restore again.`,
      );
    if (error instanceof SqliteDatabase.SqliteError && DAMAGE.test(error.code)) return "unreadable";
    throw error;
  }
}
