import { isBackupNightly } from "./folder.server";
import { isRunning, runScript, TEST_LIMIT_MS } from "./run.server";
import { isBackupDue, listOwnBackups } from "./status.server";

/**
 * Makes a backup when one is due, if nightly backups are on, and tests that it can be restored. While another is made or tested it waits
 * for its next turn.
 * @throws Error with what the script printed, if it fails
 */
export async function backUpIfDue(now: Date): Promise<void> {
  if (!isBackupNightly() || !isBackupDue(now) || isRunning()) return;
  try {
    await runScript("backup", []);
  } finally {
    // A backup is made even if BACKUP_HOOK fails.
    const [newest] = listOwnBackups(new Date());
    if (newest && Date.parse(newest.manifest.createdAt) >= now.getTime())
      await runScript("backup", ["--test", newest.path], TEST_LIMIT_MS);
  }
}
