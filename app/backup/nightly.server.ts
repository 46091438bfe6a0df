import { backupFolder, isBackupNightly } from "./folder.server";
import { listBackups } from "./manifest.server";
import { runScript, TEST_LIMIT_MS } from "./run.server";
import { isBackupDue } from "./status.server";

/**
 * Makes a backup when one is due, where one is made every night, and tries whether it could be restored.
 * @throws Error with what the script printed, if it fails
 */
export async function backUpIfDue(now: Date): Promise<void> {
  if (!isBackupNightly() || !isBackupDue(now)) return;
  await runScript("backup", []);
  // One that was brought here may have a date to come.
  const [newest] = listBackups(backupFolder(), new Date());
  if (newest) await runScript("backup", ["--test", newest.path], TEST_LIMIT_MS);
}
