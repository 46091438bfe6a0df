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
  const before = findNewest();
  const failure = await runScript("backup", []).then(
    () => undefined,
    (error: unknown) => error,
  );
  const newest = findNewest();
  // A backup is there also where what runs after it (`BACKUP_HOOK`) fails.
  if (newest && (failure === undefined || newest.path !== before?.path))
    await runScript("backup", ["--test", newest.path], TEST_LIMIT_MS);
  if (failure !== undefined) throw failure;
}

// One that was brought here may have a date to come.
function findNewest() {
  const [newest] = listBackups(backupFolder(), new Date());
  return newest;
}
