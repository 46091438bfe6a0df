import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { config } from "../../config.server";
import { StartError } from "../../values/start-error";
import type { Lock } from "../engine";
import { giveToOwnerOf, makeFolder } from "../owner.server";

/** Every program with the database open holds this one shared; a restore, which replaces it, exclusively. */
export const DATA_LOCK = path.join(config.DATA_DIR, "site.lock");
/** Held by a backup, so that there is one at a time. */
export const BACKUP_LOCK = path.join(config.DATA_DIR, "backup.lock");
/** Held while a backup is moved elsewhere. */
export const MOVE_LOCK = path.join(config.DATA_DIR, "move.lock");

// A connection that nothing refers to would be closed, and its lock with it.
const held = new Set<SqliteDatabase.Database>();

/**
 * Takes a lock on an empty SQLite file, created if needed. The operating system releases it when the process ends, however
 * it ends.
 * @returns undefined if it is taken
 * @throws StartError if the file cannot be opened
 */
export function takeLock(file: string, mode: "shared" | "exclusive"): Lock | undefined {
  let lock: SqliteDatabase.Database | undefined;
  try {
    makeFolder(path.dirname(file));
    lock = new SqliteDatabase(file, { timeout: 0 });
    giveToOwnerOf(path.dirname(file), file);
    // A transaction of an empty database writes nothing; it holds the lock as long as it is open.
    lock.exec(mode === "exclusive" ? "begin exclusive" : "begin; select count(*) from sqlite_master");
  } catch (error) {
    lock?.close();
    if (error instanceof SqliteDatabase.SqliteError && error.code.startsWith("SQLITE_BUSY")) return undefined;
    throw new StartError(
      `${file} can't be opened: ${(error as Error).message}. This user must be able to write in its folder.`,
    );
  }
  const connection = lock;
  held.add(connection);
  return {
    release: () => {
      held.delete(connection);
      connection.close();
    },
  };
}
