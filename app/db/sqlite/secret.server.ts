import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { config } from "../../config.server";
import { giveToOwnerOf } from "../owner.server";
import { syncPath } from "../sync.server";
import { DATA_LOCK, takeLock } from "./lock.server";
import { databaseFile } from "./open.server";

/** The file in DATA_DIR, and in a backup, with what the site signs with. */
export const SECRET_FILE = "session-secret";
/** A secret that waits for its database, which is identified by its inode: a rename keeps it. */
const ANNOUNCED = `${SECRET_FILE}.of-`;

/** Takes the lock on DATA_DIR's data, and finishes a replacement of its database that was interrupted. */
export function takeDataLock(mode: Parameters<typeof takeLock>[1]): ReturnType<typeof takeLock> {
  const lock = takeLock(DATA_LOCK, mode);
  if (lock) finishSecret();
  return lock;
}

/**
 * Announces that the secret in a folder belongs to the database in it, before they replace those in DATA_DIR one after the other: a
 * database is useless with another secret.
 */
export function announceSecret(folder: string): void {
  const secret = path.join(folder, SECRET_FILE);
  if (!existsSync(secret)) return;
  const announced = path.join(config.DATA_DIR, ANNOUNCED + inodeOf(path.join(folder, "site.db")));
  copyFileSync(secret, announced);
  giveToOwnerOf(config.DATA_DIR, announced);
  syncPath(announced);
  syncPath(config.DATA_DIR);
}

/** Puts the announced secret next to DATA_DIR's database, if it belongs to that one, and clears the announcement. */
export function finishSecret(): void {
  const stored = path.join(config.DATA_DIR, SECRET_FILE);
  for (const name of readdirSync(config.DATA_DIR)) {
    if (!name.startsWith(ANNOUNCED)) continue;
    const announced = path.join(config.DATA_DIR, name);
    if (name === ANNOUNCED + inodeOf(databaseFile) && !isSame(announced, stored)) {
      if (existsSync(stored)) copyFileSync(stored, `${stored}.before-restore`);
      renameSync(announced, stored);
      syncPath(config.DATA_DIR);
    }
    rmSync(announced, { force: true });
  }
}

function inodeOf(file: string): string {
  return String(statSync(file, { bigint: true, throwIfNoEntry: false })?.ino);
}

function isSame(one: string, other: string): boolean {
  return existsSync(other) && readFileSync(one).equals(readFileSync(other));
}
