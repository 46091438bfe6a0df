import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { copySynced, requireFreeSpace } from "~/backup/files.server";
import { type Manifest, readManifest } from "~/backup/manifest.server";
import { verifyFile } from "~/backup/restore.server";
import { config } from "~/config.server";
import type { MoveSource } from "~/db/engine";
import { migrate } from "~/db/migrate.server";
import { makeFolder } from "~/db/owner.server";
import { takeLock } from "~/db/sqlite/lock.server";
import { openSqliteFile } from "~/db/sqlite/move.server";
import { openDatabase } from "~/db/sqlite/open.server";
import { StartError } from "~/values/start-error";

/**
 * Opens a backup's database: a copy in DATA_DIR, migrated where it is older, because a backup stays as it is.
 * @throws StartError if it is no backup, damaged or newer than this program
 */
export async function openBackupSource(folder: string): Promise<MoveSource> {
  const database = databaseIn(folder, readManifest(folder));
  await verifyFile(folder, database);
  makeFolder(config.DATA_DIR);
  const lock = takeLock(path.join(config.DATA_DIR, "move.lock"), "exclusive");
  if (!lock) throw new StartError("Another move of a backup is running. Try again when it's done.");
  const staging = path.join(config.DATA_DIR, ".moving-backup");
  const remove = () => {
    rmSync(staging, { recursive: true, force: true });
    lock.release();
  };
  try {
    rmSync(staging, { recursive: true, force: true });
    // A migration keeps a copy of its own until it is done.
    await requireFreeSpace(config.DATA_DIR, database.bytes * 2);
    mkdirSync(staging, { mode: 0o700 });
    const file = path.join(staging, "site.db");
    await copySynced(path.join(folder, database.path), file, 0o600);
    const staged = openDatabase(file);
    try {
      await migrate({ ...staged, name: folder });
    } finally {
      staged.close();
    }
    const source = openSqliteFile(file, folder, folder);
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
 * Where a backup's pictures are.
 * @throws StartError if they are not in it
 */
export function picturesOfBackup(folder: string): string {
  const { picturesIn } = readManifest(folder);
  if (picturesIn === undefined) return path.join(folder, "uploads");
  throw new StartError(`The pictures of this backup are not in it but in ${picturesIn}.`);
}

function databaseIn(folder: string, { files }: Manifest) {
  const database = files.find((file) => file.path === "site.db");
  if (database) return database;
  throw new StartError(`${folder} has no database, so it can't be moved. Use another backup.`);
}
