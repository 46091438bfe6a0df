import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { STAGING } from "~/db/sqlite/staging.server";
import { StartError } from "~/values/start-error";
import { requireSqlite } from "./contents.server";
import { noteTest } from "./journal.server";
import { type Manifest, readManifest } from "./manifest.server";
import { type RestoreOptions, requireRestorable, stageData, verifyFile } from "./restore.server";

/**
 * Restores a backup next to the site, compares it with what was backed up, starts the site with it, and deletes the copy: nothing of the
 * site changes. Notes in the journal whether it passed.
 * @param folder the backup's
 * @throws StartError if it could not be restored, or something is missing, or the site doesn't start with it
 */
export async function testRestore(
  folder: string,
  { tryStart }: Pick<RestoreOptions, "tryStart">,
): Promise<Manifest> {
  requireSqlite();
  const lock = takeLock(BACKUP_LOCK, "exclusive");
  if (!lock) throw new StartError("Another backup is running. Wait until it's done.");
  const staging = STAGING.test.folder;
  const name = path.basename(folder);
  try {
    const manifest = readManifest(folder);
    requireRestorable(manifest);
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    for (const file of manifest.files) await verifyFile(folder, file);
    await stageData(folder, staging, manifest);
    await tryStart(staging, folder);
    noteTest(name, new Date());
    return manifest;
  } catch (error) {
    noteTest(name, new Date(), (error as Error).message);
    throw error;
  } finally {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
}
