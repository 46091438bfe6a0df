import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { type DialectAdapter, type Driver, Kysely, SqliteAdapter, SqliteDialect } from "kysely";
import { dataFolder } from "./folder.server";
import type { Database } from "./schema";

export type Db = Kysely<Database>;
export type SqliteConnection = SqliteDatabase.Database;

/**
 * Kysely runs SQLite migrations without a transaction, as if SQLite could not roll back DDL. It can, and this turns it on, so
 * a migration that fails halfway leaves nothing behind.
 */
class TransactionalSqliteDialect extends SqliteDialect {
  override createAdapter(): DialectAdapter {
    return new (class extends SqliteAdapter {
      override get supportsTransactionalDdl(): boolean {
        return true;
      }
    })();
  }

  override createDriver(): Driver {
    const driver = super.createDriver();
    driver.rollbackTransaction = rollBackIfOpen(driver.rollbackTransaction.bind(driver));
    return driver;
  }
}

/**
 * SQLite itself rolls back where the disk is full or fails, and a second rollback fails: its error would take the place of the
 * one that says why.
 */
function rollBackIfOpen(rollBack: Driver["rollbackTransaction"]): Driver["rollbackTransaction"] {
  return async (connection) => {
    try {
      await rollBack(connection);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes("no transaction is active")) throw error;
    }
  };
}

/**
 * Opens the database file, creating it if needed, readable only by its owner. WAL lets readers continue during a write, and
 * FULL syncs each commit to disk (decisions, section 9).
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

export const databaseFile = path.join(dataFolder, "site.db");

const opened = openDatabase(databaseFile);

/** The raw connection, for SQLite-specific features. */
export const sqlite = opened.sqlite;
/** The query builder on the same connection. */
export const db = opened.db;
