import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { storedVersions } from "./picture";
import { isTrashDayOver, type PictureStorage, trashDay } from "./storage";

/** A folder for each day, with the pictures that went there. The leading dot keeps it from being served. */
const TRASH = ".trash";
const TEMPORARY = ".storing-";

/**
 * Keeps pictures in a folder (`uploads/`), which is created with the first one: each in its own folder. Another process may do the same at
 * the same time (docs/decisions/processes.md).
 */
export function openFolderStorage(directory: string): PictureStorage {
  // One at a time in this process, so that a picture that is claimed during the sweep is not deleted.
  const exclusively = pLimit(1);

  return {
    name: directory,

    writePicture: (publicId, files) => writeFolder(directory, join(directory, publicId), files),

    claimPicture: (publicId) =>
      exclusively(async () => {
        const folder = join(directory, publicId);
        if ((await touchFolder(folder)) || (await restoreFromTrash(directory, publicId))) return true;
        // It may have been put back in between.
        return touchFolder(folder);
      }),

    async listPictures() {
      const names = (await namesIn(directory)).filter((name) => storedVersions(name) !== undefined);
      const pictures = names.map(async (publicId) => ({
        publicId,
        claimedAt: await modifiedAt(join(directory, publicId)),
      }));
      return (await Promise.all(pictures)).flatMap(({ publicId, claimedAt }) =>
        claimedAt ? [{ publicId, claimedAt }] : [],
      );
    },

    trashPicture(publicId, { before, now }) {
      return exclusively(async () => {
        const claimedAt = await modifiedAt(join(directory, publicId));
        if (!claimedAt || claimedAt >= before) return false;
        const day = join(directory, TRASH, trashDay(now));
        await mkdir(day, { recursive: true });
        const trashed = join(day, publicId);
        // It may have been moved or claimed since.
        if ((await rename(join(directory, publicId), trashed).catch(falseWhenMissing)) === false)
          return false;
        const lastClaimedAt = await modifiedAt(trashed);
        if (!lastClaimedAt || lastClaimedAt < before) return true;
        await rename(trashed, join(directory, publicId)).catch(falseWhenMissing);
        return false;
      });
    },

    async emptyTrash(before) {
      for (const day of await namesIn(join(directory, TRASH))) {
        if (isTrashDayOver(day, before)) await deleteFolder(join(directory, TRASH, day));
      }
    },

    async deleteUnfinished(before) {
      for (const name of await namesIn(directory)) {
        if (!name.startsWith(TEMPORARY)) continue;
        const writtenAt = await modifiedAt(join(directory, name));
        if (writtenAt && writtenAt < before) await deleteFolder(join(directory, name));
      }
    },

    async fileSize(publicId, file) {
      const stats = await stat(join(directory, publicId, file)).catch(falseWhenMissing);
      return stats ? stats.size : undefined;
    },

    async readFile(publicId, file) {
      return createReadStream(join(directory, publicId, file));
    },
  };
}

/** Updates the folder's modification time; false if it does not exist. */
async function touchFolder(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(() => true, falseWhenMissing);
}

/** Written under another name, then renamed, so that a reader sees every version or none. */
async function writeFolder(
  directory: string,
  folder: string,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const temporary = join(directory, `${TEMPORARY}${randomUUID()}`);
  try {
    await mkdir(temporary, { recursive: true });
    for (const [file, content] of files) await writeSynced(join(temporary, file), content);
    await rename(temporary, folder);
    await syncFolder(directory);
  } catch (error) {
    await deleteFolder(temporary);
    // The same picture was stored in the meantime.
    if (errorCode(error) !== "ENOTEMPTY" && errorCode(error) !== "EEXIST") throw error;
  }
}

async function writeSynced(path: string, content: Buffer): Promise<void> {
  const file = await open(path, "wx");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(directory: string): Promise<void> {
  const folder = await open(directory, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Moves the picture back to where it is served, as if it were claimed there; false if it is not in the trash. */
async function restoreFromTrash(directory: string, publicId: string): Promise<boolean> {
  for (const day of await namesIn(join(directory, TRASH))) {
    const trashed = join(directory, TRASH, day, publicId);
    if (!(await touchFolder(trashed))) continue;
    await rename(trashed, join(directory, publicId)).catch(falseWhenMissing);
    await syncFolder(directory);
    return true;
  }
  return false;
}

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(emptyWhenMissing);
}

async function modifiedAt(folder: string): Promise<Date | undefined> {
  const stats = await stat(folder).catch(falseWhenMissing);
  return stats ? stats.mtime : undefined;
}

function deleteFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true });
}

function emptyWhenMissing(error: unknown): string[] {
  if (errorCode(error) === "ENOENT") return [];
  throw error;
}

function falseWhenMissing(error: unknown): false {
  if (errorCode(error) === "ENOENT") return false;
  throw error;
}

function errorCode(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
