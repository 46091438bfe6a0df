import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { readManifest } from "~/backup/manifest.server";
import { rejectNewer, stageData, verifyFile } from "~/backup/restore.server";
import { config } from "~/config.server";
import type { MoveSource } from "~/db/engine";
import { makeFolder } from "~/db/owner.server";
import { MOVE_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { openSqliteFile } from "~/db/sqlite/move.server";
import { openDatabase } from "~/db/sqlite/open.server";
import { STAGING } from "~/db/sqlite/staging.server";
import { StartError } from "~/values/start-error";
import { printError } from "~/values/terminal";

/**
 * Opens a backup's database: a copy in DATA_DIR that has what a restore here would give, so that nobody gets in by what has ended since
 * the backup, and no mail goes out that may have gone out.
 * @throws StartError if a restore would refuse it
 */
export async function openBackupSource(folder: string): Promise<MoveSource> {
  const manifest = readManifest(folder);
  rejectNewer(manifest);
  // Its pictures move separately.
  for (const file of manifest.files) if (!file.path.startsWith("uploads/")) await verifyFile(folder, file);
  makeFolder(config.DATA_DIR);
  const lock = takeLock(MOVE_LOCK, "exclusive");
  if (!lock) throw new StartError("Another backup is being moved. Try again when it's done.");
  const staging = STAGING.backupMove.folder;
  const remove = () => {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  };
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    const { unreadable } = await stageData(folder, staging, manifest);
    if (unreadable) printError(unreadable);
    const file = path.join(staging, "site.db");
    await failWaiting(file);
    const source = openSqliteFile(file, folder);
    return {
      ...source,
      close: async () => {
        await source.close();
        remove();
      },
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/**
 * Marks waiting mail in the copy as failed. A restore would leave it waiting, but this site sends it, and keeps running next to the copy.
 */
async function failWaiting(file: string): Promise<void> {
  const staged = openDatabase(file);
  try {
    await staged.db
      .updateTable("outbox")
      .set({ status: "failed", lastError: "It was waiting in the backup that was copied." })
      .where("status", "=", "waiting")
      .execute();
  } finally {
    staged.close();
  }
}

/**
 * Where a backup's pictures are.
 * @throws StartError if they are not in it
 */
export function picturesOfBackup(folder: string): string {
  const { picturesIn } = readManifest(folder);
  if (picturesIn === undefined) return path.join(folder, "uploads");
  throw new StartError(`The pictures of this backup are not in it but in ${picturesIn}.`);
}
