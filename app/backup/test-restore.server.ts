import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import SqliteDatabase from "better-sqlite3";
import { config } from "~/config.server";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { StartError } from "~/values/start-error";
import { type Contents, count, readContents, requireSqlite } from "./contents.server";
import { noteTest } from "./journal.server";
import { type Manifest, readManifest } from "./manifest.server";
import { requireRestorable, stageData, verifyFile } from "./restore.server";

/**
 * Restores a backup beside the site, compares what is in it with what was backed up, and deletes the copy again: nothing of the
 * site changes. Notes in the journal that it passed.
 * @param folder the backup's
 * @throws StartError if it could not be restored, or something is missing
 */
export async function testRestore(folder: string): Promise<Manifest> {
  requireSqlite();
  const manifest = readManifest(folder);
  requireRestorable(manifest);
  const lock = takeLock(BACKUP_LOCK, "exclusive");
  if (!lock) throw new StartError("Another backup is running. Wait until it's done.");
  const staging = path.join(config.DATA_DIR, ".testing-restore");
  try {
    rmSync(staging, { recursive: true, force: true });
    mkdirSync(staging, { mode: 0o700 });
    for (const file of manifest.files) await verifyFile(folder, file);
    await stageData(folder, staging, manifest);
    compare(readStaged(path.join(staging, "site.db")), manifest);
  } finally {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  }
  noteTest(path.basename(folder), new Date());
  return manifest;
}

function readStaged(file: string): Contents {
  const sqlite = new SqliteDatabase(file, { readonly: true });
  try {
    return readContents(sqlite);
  } finally {
    sqlite.close();
  }
}

function compare(found: Contents, { vehicles, requests, records = {} }: Manifest): void {
  const expected = { vehicles, requests, ...records };
  const counted: Record<string, number> = {
    ...{ vehicles: found.vehicles, requests: found.requests },
    ...found.records,
  };
  for (const [kind, number] of Object.entries(expected)) {
    if (counted[kind] === number) continue;
    throw new StartError(
      `The test restore failed: of ${kind}, the backup should have ${count(number, "record", "records")} and has ${counted[kind]}. Use another backup.`,
    );
  }
}
