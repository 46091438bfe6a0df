import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import pLimit from "p-limit";
import { newVersions, pictureFile, pictureUrl, publicIdFor, storedVersions } from "./picture";
import { encodePicture, readPixels } from "./resize.server";
import { IMAGE_SIZE_MESSAGE, MAX_IMAGE_BYTES } from "./upload";

export type StoredPicture =
  | { ok: true; publicId: string; url: string; width: number; height: number }
  | { ok: false; message: string };

export interface PictureStore {
  /**
   * Stores a picture in every version; `ok` means that all are on disk. The same content gives the same id and is written
   * once. Otherwise the message says what is wrong with the bytes (specification, section 5).
   * @throws for the unexpected, such as a full disk
   */
  storePicture(bytes: Uint8Array): Promise<StoredPicture>;
  /**
   * True if the picture is on disk, or was in the trash and is now back. Restarts the day after which an unused picture goes
   * there.
   */
  claimPicture(publicId: string): Promise<boolean>;
  /** The pictures on disk, without those in the trash. */
  listPictures(): Promise<{ publicId: string; claimedAt: Date }[]>;
  /** Moves a picture to the trash, unless it was stored or claimed at `before` or later; true if it was moved. */
  trashPicture(publicId: string, options: { before: Date; now: Date }): Promise<boolean>;
  /** Deletes what went to the trash before `before`. */
  emptyTrash(before: Date): Promise<void>;
  /** Deletes folders that a crash before `before` left half written. */
  deleteUnfinished(before: Date): Promise<void>;
}

/** Opens a store in a folder (`uploads/`), which is created with the first picture. */
export function openPictureStore({ directory }: { directory: string }): PictureStore {
  // One at a time, so that a picture that is claimed during the sweep is not deleted.
  const exclusively = pLimit(1);
  const claim = (publicId: string) =>
    exclusively(
      async () => (await touchFolder(join(directory, publicId))) || restoreFromTrash(directory, publicId),
    );

  return {
    async storePicture(bytes) {
      if (bytes.byteLength > MAX_IMAGE_BYTES) return { ok: false, message: IMAGE_SIZE_MESSAGE };
      const read = await readPixels(bytes);
      if (!read.ok) return read;

      const { pixels } = read;
      const { width, height } = pixels.info;
      const largest = await encodePicture(pixels, width, "webp");
      const publicId = publicIdFor(createHash("sha256").update(largest).digest("hex"), width, height);
      const stored = { ok: true, publicId, url: pictureUrl(publicId, width), width, height } as const;
      if (await claim(publicId)) return stored;

      const files = new Map([[pictureFile(width, "webp"), largest]]);
      const { widths, formats } = newVersions(width);
      for (const format of formats) {
        for (const narrower of widths) {
          const file = pictureFile(narrower, format);
          if (!files.has(file)) files.set(file, await encodePicture(pixels, narrower, format));
        }
      }
      await writeFolder(directory, join(directory, publicId), files);
      return stored;
    },

    async claimPicture(publicId) {
      return storedVersions(publicId) !== undefined && claim(publicId);
    },

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
        const day = join(directory, TRASH, now.toISOString().slice(0, 10));
        await mkdir(day, { recursive: true });
        await rename(join(directory, publicId), join(day, publicId));
        return true;
      });
    },

    async emptyTrash(before) {
      for (const day of await namesIn(join(directory, TRASH))) {
        // The whole of the day, since a folder has what went there until midnight.
        if (Date.parse(`${day}T24:00Z`) < before.getTime()) await deleteFolder(join(directory, TRASH, day));
      }
    },

    async deleteUnfinished(before) {
      for (const name of await namesIn(directory)) {
        if (!name.startsWith(TEMPORARY)) continue;
        const writtenAt = await modifiedAt(join(directory, name));
        if (writtenAt && writtenAt < before) await deleteFolder(join(directory, name));
      }
    },
  };
}

/** A folder for each day, with the pictures that went there. The leading dot keeps it from being served. */
const TRASH = ".trash";
const TEMPORARY = ".storing-";

/** Updates the folder's modification time; false if it does not exist. */
async function touchFolder(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(() => true, falseWhenMissing);
}

/** Written under another name, then renamed, so that a reader sees every version or none. */
async function writeFolder(directory: string, folder: string, files: Map<string, Buffer>): Promise<void> {
  const temporary = join(directory, `${TEMPORARY}${randomUUID()}`);
  try {
    await mkdir(temporary, { recursive: true });
    for (const [file, content] of files) await writeSynced(join(temporary, file), content);
    await rename(temporary, folder);
    await syncFolder(directory);
  } catch (error) {
    await deleteFolder(temporary);
    // The same picture was stored meanwhile.
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
    await rename(trashed, join(directory, publicId));
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
