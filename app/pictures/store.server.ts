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
  /** True if the picture is on disk. Restarts the day after which an unused picture is deleted. */
  claimPicture(publicId: string): Promise<boolean>;
  /**
   * Deletes the pictures last stored or claimed before `before` that are not in use, and folders that a crash left half
   * written. Returns the ids of the deleted pictures.
   */
  deleteUnusedPictures(before: Date, isUsed: (publicId: string) => boolean): Promise<string[]>;
}

/** Opens a store in a folder (`uploads/`), which is created with the first picture. */
export function openPictureStore({ directory }: { directory: string }): PictureStore {
  // One at a time, so that a picture that is claimed during the sweep is not deleted.
  const exclusively = pLimit(1);
  const claim = (publicId: string) => exclusively(() => touchFolder(join(directory, publicId)));

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

    async deleteUnusedPictures(before, isUsed) {
      const deleted: string[] = [];
      for (const name of await readdir(directory).catch(emptyWhenMissing)) {
        const isPicture = storedVersions(name) !== undefined;
        if (!isPicture && !name.startsWith(TEMPORARY)) continue;
        if (isPicture && isUsed(name)) continue;
        const isDeleted = await exclusively(() => deleteFolderOlderThan(before, directory, name));
        if (isDeleted && isPicture) deleted.push(name);
      }
      return deleted;
    },
  };
}

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
    await rm(temporary, { recursive: true, force: true });
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

/** Renamed first, so that a crash leaves no picture with a version missing. */
async function deleteFolderOlderThan(before: Date, directory: string, name: string): Promise<boolean> {
  const folder = join(directory, name);
  const stats = await stat(folder).catch(falseWhenMissing);
  if (!stats || stats.mtime >= before) return false;
  const temporary = join(directory, `${TEMPORARY}${randomUUID()}`);
  await rename(folder, temporary);
  await rm(temporary, { recursive: true, force: true });
  return true;
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
