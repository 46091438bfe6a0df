import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { config } from "../../config.server";
import { StartError } from "../../values/start-error";
import type { Lock, MovedTable, MoveSource, MoveTarget, ReadDatabase, StoredValue } from "../engine";
import { giveToOwnerOf } from "../owner.server";
import { syncPath } from "../sync.server";
import { databaseFile, openDatabase, queriesOver, type SqliteConnection } from "./open.server";
import { announceSecret, finishSecret, SECRET_FILE, takeDataLock } from "./secret.server";
import { STAGING } from "./staging.server";
import { quoteName } from "./tables.server";

/** How long a move waits for the site's own writes. */
const LOCK_TIMEOUT_MS = 10_000;
const ROWS_PER_BATCH = 500;

/** Opens the database of DATA_DIR, where a site may be running. */
export function openSqliteSource(): MoveSource {
  if (!existsSync(databaseFile)) throw new StartError(`There is no database at ${databaseFile} to move.`);
  // Exclusive if no site is running, so that none starts in the meantime; otherwise until the last one ends.
  let exclusive = takeDataLock("exclusive");
  let shared = exclusive ? undefined : takeDataLock("shared");
  if (!exclusive && !shared) {
    throw new StartError(`Data is being restored or moved in ${config.DATA_DIR}. Try again when it's done.`);
  }
  try {
    const source = openSqliteFile(databaseFile);
    return {
      ...source,
      isInUse: async () => {
        if (exclusive) return false;
        shared?.release();
        shared = undefined;
        exclusive = takeDataLock("exclusive");
        return exclusive === undefined;
      },
      close: async () => {
        await source.close();
        releaseAll(exclusive, shared);
      },
    };
  } catch (error) {
    releaseAll(exclusive, shared);
    throw error;
  }
}

function releaseAll(...locks: (Lock | undefined)[]): void {
  for (const lock of locks) lock?.release();
}

/**
 * Opens a file that no site uses, such as a copy of a backup's.
 * @param name what messages call it
 */
export function openSqliteFile(file: string, name = file): MoveSource {
  const connection = new SqliteDatabase(file, { fileMustExist: true, timeout: LOCK_TIMEOUT_MS });
  return {
    ...readOver(connection, name),
    // The lock that every write needs. What is read in the transaction is what there was when it began.
    stopWrites: async () => void connection.exec("begin immediate"),
    isInUse: async () => false,
    readCounter: async ({ name }) => {
      const read = connection
        .prepare("select seq from sqlite_sequence where name = ?")
        .pluck()
        .safeIntegers();
      return (read.get(name) as bigint | undefined) ?? 0n;
    },
    readSecret: async () => {
      const secret = path.join(path.dirname(file), SECRET_FILE);
      return existsSync(secret) ? readFileSync(secret, "utf8") : undefined;
    },
    close: async () => void connection.close(),
  };
}

/**
 * Fills a file next to the database of DATA_DIR, and puts it in its place at the end.
 * @throws StartError if a site is running there
 */
export async function openSqliteTarget(): Promise<MoveTarget> {
  const lock = takeDataLock("exclusive");
  if (!lock) {
    throw new StartError(
      `The data in ${config.DATA_DIR} is in use. Stop the site and every other command on it, then move.`,
    );
  }
  const staging = STAGING.move.folder;
  const file = path.join(staging, "site.db");
  let present: ReadDatabase | undefined;
  let staged: ReturnType<typeof openDatabase> | undefined;
  const closeFiles = async () => {
    await present?.close();
    staged?.close();
  };
  const close = async () => {
    await closeFiles();
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  };
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    present = existsSync(databaseFile) ? openSqliteFile(databaseFile) : undefined;
    staged = openDatabase(file);
    const { sqlite } = staged;
    return {
      ...readOver(sqlite, databaseFile),
      ...staged,
      name: databaseFile,
      present,
      toStored: (value) => value,
      empty: async (tables) => {
        for (const { name } of tables) sqlite.exec(`delete from ${quoteName(name)}`);
      },
      fill: (table, run) => fillTable(sqlite, table, run),
      setCounter: async ({ name }, last) => {
        sqlite.prepare("delete from sqlite_sequence where name = ?").run(name);
        sqlite.prepare("insert into sqlite_sequence (name, seq) values (?, ?)").run(name, last);
      },
      storeSecret: async (secret) =>
        writeFileSync(path.join(staging, SECRET_FILE), secret, { mode: 0o600, flush: true }),
      finish: async () => {
        await closeFiles();
        return putInPlace(staging);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function fillTable(
  sqlite: SqliteConnection,
  table: MovedTable,
  run: Parameters<MoveTarget["fill"]>[1],
) {
  const triggers = sqlite
    .prepare("select name, sql from sqlite_master where type = 'trigger' and tbl_name = ?")
    .all(table.name) as { name: string; sql: string }[];
  const columns = table.columns.map(quoteName).join(", ");
  const values = table.columns.map(() => "?").join(", ");
  const insert = sqlite.prepare(`insert into ${quoteName(table.name)} (${columns}) values (${values})`);
  sqlite.exec("begin immediate");
  try {
    for (const { name } of triggers) sqlite.exec(`drop trigger ${quoteName(name)}`);
    await run(async (rows) => {
      for (const row of rows) insert.run(row);
    });
    for (const { sql } of triggers) sqlite.exec(sql);
    sqlite.exec("commit");
  } catch (error) {
    // SQLite has already rolled back on a full disk.
    if (sqlite.inTransaction) sqlite.exec("rollback");
    throw error;
  }
}

/** Sets the former data aside and puts the moved data there without a moment when there is none. */
function putInPlace(staging: string): string | undefined {
  const moved = ["site.db", SECRET_FILE].filter((name) => existsSync(path.join(staging, name)));
  let aside: string | undefined;
  if (existsSync(databaseFile)) {
    const time = new Date().toISOString().replaceAll(/[-:]/g, "").replace("T", "-");
    aside = path.join(config.DATA_DIR, `before-move-${time}`);
    mkdirSync(aside, { mode: 0o700 });
    // Closing it moved its -wal into it, unless it is broken.
    for (const end of ["-wal", "-shm", "-journal"]) {
      if (existsSync(databaseFile + end)) renameSync(databaseFile + end, path.join(aside, `site.db${end}`));
    }
    for (const name of moved) {
      const former = path.join(config.DATA_DIR, name);
      if (existsSync(former)) keep(former, path.join(aside, name));
    }
    giveToOwnerOf(config.DATA_DIR, aside);
    syncPath(aside);
  }
  announceSecret(staging);
  for (const name of moved) {
    giveToOwnerOf(config.DATA_DIR, path.join(staging, name));
    renameSync(path.join(staging, name), path.join(config.DATA_DIR, name));
  }
  syncPath(config.DATA_DIR);
  finishSecret();
  return aside;
}

function keep(file: string, as: string): void {
  try {
    linkSync(file, as);
  } catch {
    // A file system without hard links.
    renameSync(file, as);
  }
}

function readOver(connection: SqliteConnection, name: string): ReadDatabase {
  const db = queriesOver(connection);
  return {
    name,
    db,
    listTables: async () => {
      // A word index is a table too, with others behind it, and is derived from a real one.
      const isReal = connection.prepare("select 1 from pragma_table_list where name = ? and type = 'table'");
      const tables = (await db.introspection.getTables()).filter(({ name }) => isReal.get(name));
      return tables.map(({ name, columns }) => ({
        name,
        columns: columns.map((column) => column.name).sort(),
        // SQLite reports any integer key as auto-increment; the lines of the book are numbered by their chain.
        counter: countsByItself(connection, name)
          ? columns.find((column) => column.isAutoIncrementing)?.name
          : undefined,
      }));
    },
    listReferences: async () =>
      connection
        .prepare(
          `select m.name as "table", f."table" as "to" from sqlite_master m, pragma_foreign_key_list(m.name) f
           where m.type = 'table'`,
        )
        .all() as { table: string; to: string }[],
    readRows: (table) => readRows(connection, table),
    close: async () => void connection.close(),
  };
}

function countsByItself(connection: SqliteConnection, table: string): boolean {
  const sql = connection.prepare("select sql from sqlite_master where type = 'table' and name = ?").pluck();
  return /autoincrement/i.test(String(sql.get(table)));
}

async function* readRows(connection: SqliteConnection, table: MovedTable): AsyncGenerator<StoredValue[][]> {
  const statement = connection
    .prepare(`select ${table.columns.map(quoteName).join(", ")} from ${quoteName(table.name)}`)
    .raw()
    .safeIntegers();
  let batch: StoredValue[][] = [];
  for (const row of statement.iterate() as IterableIterator<StoredValue[]>) {
    batch.push(row);
    if (batch.length < ROWS_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}
