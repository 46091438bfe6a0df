import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { config } from "../../config.server";
import { BACKUP_LOCK, DATA_LOCK, MOVE_LOCK, takeLock } from "./lock.server";

/** Where each command prepares a database, and the lock that it holds while it does. */
export const STAGING = {
  restore: { folder: path.join(config.DATA_DIR, ".restoring"), lock: DATA_LOCK },
  test: { folder: path.join(config.DATA_DIR, ".testing-restore"), lock: BACKUP_LOCK },
  move: { folder: path.join(config.DATA_DIR, ".moving"), lock: DATA_LOCK },
  backupMove: { folder: path.join(config.DATA_DIR, ".moving-backup"), lock: MOVE_LOCK },
} as const;

/** Deletes what a killed command left behind: whole copies of a database, with its secret. */
export function deleteLeftStaging(): void {
  for (const { folder, lock } of Object.values(STAGING)) {
    if (!existsSync(folder)) continue;
    const held = takeLock(lock, "shared");
    if (!held) continue;
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another user's, such as root's: the next such command says so.
    } finally {
      held.release();
    }
  }
}
