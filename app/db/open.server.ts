import { chmodSync, mkdirSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { Kysely } from "kysely";
import { config } from "../config.server";
import { WaitingSqliteDialect } from "./dialect.server";
import type { Database } from "./schema";

export type Db = Kysely<Database>;
export type SqliteConnection = SqliteDatabase.Database;

export const databaseFile = path.join(config.DATA_DIR, "site.db");

interface OpenDatabase {
  /** The raw connection, which `db` reads with. Writing with it blocks the process while another one holds the lock. */
  sqlite: SqliteConnection;
  /** The query builder. Its reads never wait; its writes wait for a lock without blocking (dialect.server.ts). */
  db: Db;
  /** Closes both connections. The last one to close moves the WAL into the database file. */
  close: () => void;
}

/**
 * Opens the database file, creating it if needed, readable only by its owner. WAL lets readers continue during a write, and
 * FULL syncs each commit to disk (decisions, section 9).
 */
export function openDatabase(file: string): OpenDatabase {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const sqlite = connect(file);
  chmodSync(file, 0o600);
  const writer = connect(file);
  // The dialect waits itself: SQLite would block the process.
  writer.pragma("busy_timeout = 0");
  return {
    sqlite,
    db: new Kysely<Database>({ dialect: new WaitingSqliteDialect({ reader: sqlite, writer }) }),
    close: () => {
      writer.close();
      sqlite.close();
    },
  };
}

function connect(file: string): SqliteConnection {
  const connection = new SqliteDatabase(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("busy_timeout = 5000");
  return connection;
}
