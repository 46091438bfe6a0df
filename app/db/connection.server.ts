import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { type DialectAdapter, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import { config } from "../config.server";
import type { Database } from "./schema";

export type Db = Kysely<Database>;
export type SqliteConnection = SqliteDatabase.Database;

/**
 * Kysely takes it that SQLite cannot roll a table back and runs migrations without a transaction. It can, so a
 * migration that fails half way leaves nothing behind.
 */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }
}

/**
 * Opens the site's database file, made where it is missing and readable by its owner alone.
 * WAL lets readers go on while one writes; FULL puts a commit on disk before it is answered
 * (decisions, section 9).
 */
export function openDatabase(file: string): { sqlite: SqliteConnection; db: Db } {
  const folder = path.dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sqlite = new SqliteDatabase(file);
  chmodSync(file, 0o600);
  sqlite.pragma("journal_mode = WAL");
  sqlite.pragma("synchronous = FULL");
  sqlite.pragma("foreign_keys = ON");
  sqlite.pragma("busy_timeout = 5000");
  return {
    sqlite,
    db: new Kysely<Database>({ dialect: new TransactionalSqliteDialect({ database: sqlite }) }),
  };
}

export const databaseFile = path.join(config.DATA_DIR, "site.db");

const opened = openDatabase(databaseFile);

/** The raw connection, for what only SQLite can do. */
export const sqlite = opened.sqlite;
export const db = opened.db;

/** True where the database answers. */
export function databaseAnswers(connection: SqliteConnection = sqlite): boolean {
  try {
    return connection.prepare("select 1 as one").get() !== undefined;
  } catch {
    return false;
  }
}
