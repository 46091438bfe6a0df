import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { config } from "../../config.server";
import type { OpenedDatabase } from "../engine";
import { makeMissingFolders } from "../owner.server";
import type { Database } from "../schema";
import { isLocked, WaitingSqliteDialect } from "./dialect.server";

export type SqliteConnection = SqliteDatabase.Database;

export const databaseFile = path.join(config.DATA_DIR, "site.db");

export interface OpenSqlite extends OpenedDatabase {
  /** The raw connection, which `db` reads with. Writing with it blocks the process while another one holds the lock. */
  sqlite: SqliteConnection;
  /** Closes both connections. The last one to close moves the WAL into the database file. */
  close: () => void;
}

/**
 * Opens the database file, creating it if needed, readable only by its owner. WAL lets readers continue during a write, and
 * FULL syncs each commit to disk.
 */
export function openDatabase(file: string): OpenSqlite {
  makeMissingFolders(path.dirname(file), 0o700);
  const sqlite = connect(file);
  chmodSync(file, 0o600);
  const writer = connect(file);
  // The dialect waits itself: SQLite would block the process.
  writer.pragma("busy_timeout = 0");
  return {
    name: file,
    sqlite,
    // Its reads never wait; its writes wait for a lock without blocking (dialect.server.ts).
    db: new Kysely<Database>({ dialect: new WaitingSqliteDialect({ reader: sqlite, writer }) }),
    close: () => {
      writer.close();
      sqlite.close();
    },
    // A transaction has the lock from its start.
    migrateAlone: (migrate) => migrate(),
    beforeMigrations: (first) => writeSnapshot(sqlite, `${file}.before-${first}`),
    afterMigrations: async () => {},
    isBusy: isLocked,
  };
}

function writeSnapshot(sqlite: SqliteConnection, file: string): void {
  // Written under a temporary name first, so a snapshot with its final name is always complete.
  const unfinished = `${file}.unfinished`;
  if (existsSync(unfinished)) rmSync(unfinished);
  sqlite.prepare("vacuum into ?").run(unfinished);
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}

/** The query builder over a connection that something else opened and closes, such as a backup's. */
// biome-ignore lint/suspicious/noExplicitAny: the database may be an older version's
export function queriesOver(connection: SqliteConnection): Kysely<any> {
  return new Kysely({ dialect: new SqliteDialect({ database: connection }) });
}

function connect(file: string): SqliteConnection {
  const connection = new SqliteDatabase(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("busy_timeout = 5000");
  return connection;
}
