import { existsSync, renameSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { deleteSnapshots } from "~/db/sqlite/snapshots.server";
import { DAY_MS } from "~/values/days";
import { StartError } from "~/values/start-error";
import { countRecords } from "./contents.server";
import { backupFolder, daysKept } from "./folder.server";
import { backupName, listBackupNames, listBackups, manifestFile } from "./manifest.server";
import { listOwnBackups } from "./status.server";

/** The start of the name of a folder that isn't a backup yet, or isn't one anymore. */
export const UNFINISHED = ".unfinished-";

/**
 * Deletes backups older than BACKUP_KEEP days, except the newest and the newest made here. One with more than twice the records of the
 * newest stays too, in case the newest is of a wrong or emptied data folder. A damaged one is a copy of nothing, and goes when its days are
 * up.
 * @returns why one could not be deleted
 */
export async function deleteOldBackups(now: Date): Promise<string | undefined> {
  const [newest, ...older] = listBackups(backupFolder(), now);
  if (!newest) return undefined;
  const [newestOwn] = listOwnBackups(now);
  const before = keptSince(now);
  for (const { path: folder, manifest } of older) {
    if (Date.parse(manifest.createdAt) >= before.getTime() || folder === newestOwn?.path) continue;
    if (countRecords(manifest) > 2 * countRecords(newest.manifest)) continue;
    unlist(folder);
  }
  const whole = new Set([newest, ...older].map((backup) => backup.path));
  for (const name of listBackupNames(backupFolder(), before)) {
    const folder = path.join(backupFolder(), name);
    // Without a manifest it may be anything.
    if (name < backupName(before) && !whole.has(folder) && existsSync(manifestFile(folder))) unlist(folder);
  }
  return removeUnfinished();
}

/** Deletes the copies that updates left next to the database, once they are older than backups are kept. */
export async function deleteOldSnapshots(now: Date): Promise<void> {
  deleteSnapshots(keptSince(now));
}

/** What was made before goes. */
function keptSince(now: Date): Date {
  return new Date(now.getTime() - daysKept() * DAY_MS);
}

/**
 * Deletes one that staff no longer want.
 * @param name the backup's
 * @throws StartError if it stays, or is in use
 */
export async function deleteBackup(name: string, now: Date): Promise<void> {
  const lock = takeLock(BACKUP_LOCK, "exclusive");
  if (!lock) throw new StartError("A backup is being made or tested. Wait until it's done.");
  try {
    const reason = whyKept(name, now);
    if (reason) throw new StartError(reason);
    unlist(path.join(backupFolder(), name));
    const problem = await removeUnfinished();
    if (problem) throw new StartError(problem);
  } finally {
    lock.release();
  }
}

/** Why nobody may delete a backup now, in a sentence; undefined if staff may. */
export function whyKept(name: string, now: Date): string | undefined {
  let isOwn = false;
  for (const { path: folder } of listOwnBackups(now)) {
    if (path.basename(folder) !== name) return undefined;
    isOwn = true;
  }
  return isOwn ? "It is the only one that was made here. Make another one first." : undefined;
}

/** Renamed first, so that half of one is never taken for a backup; `removeUnfinished` deletes it. */
export function unlist(folder: string): void {
  renameSync(folder, path.join(backupFolder(), UNFINISHED + path.basename(folder)));
}

/** Another user's files must not stop every later backup, so what can't be deleted is only returned. */
export async function removeUnfinished(): Promise<string | undefined> {
  let problem: string | undefined;
  for (const name of await readdir(backupFolder())) {
    if (!name.startsWith(UNFINISHED)) continue;
    await rm(path.join(backupFolder(), name), { recursive: true, force: true }).catch((error: Error) => {
      problem ??= `${path.join(backupFolder(), name)} can't be deleted: ${error.message}.`;
    });
  }
  return problem;
}
