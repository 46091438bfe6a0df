import { mkdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import { largestFile, pictureFiles } from "~/pictures/picture";
import { type FileRecord, isMissing, linkOrCopy, recordFile } from "./files.server";

/**
 * Adds pictures to a backup: hard links where they can be, since a stored picture never changes.
 * @returns the files added, and the public ids of pictures that are missing or damaged, of which nothing is added
 */
export async function addPictures(
  uploads: string,
  backup: string,
  pictures: ReadonlyMap<string, unknown>,
): Promise<{ files: FileRecord[]; missing: Set<string> }> {
  const files: FileRecord[] = [];
  const missing = new Set<string>();
  for (const publicId of pictures.keys()) {
    const added = await addPicture(uploads, backup, publicId);
    if (added) files.push(...added);
    else missing.add(publicId);
  }
  return { files, missing };
}

async function addPicture(
  uploads: string,
  backup: string,
  publicId: string,
): Promise<FileRecord[] | undefined> {
  const folder = path.join(backup, "uploads", publicId);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files: FileRecord[] = [];
  try {
    for (const name of pictureFiles(publicId)) {
      await linkOrCopy(path.join(uploads, publicId, name), path.join(folder, name));
      files.push(await recordFile(backup, `uploads/${publicId}/${name}`));
    }
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  if (isWhole(publicId, files)) return files;
  await rm(folder, { recursive: true, force: true });
  return undefined;
}

/** True if every version is there and the largest, whose hash is in the public id, is what was stored. */
export function isWhole(publicId: string, files: readonly FileRecord[]): boolean {
  const largest = largestFile(publicId);
  return (
    files.length === pictureFiles(publicId).length &&
    files.every(({ bytes }) => bytes > 0) &&
    files.some(
      ({ path, sha256 }) => path.endsWith(`/${largest}`) && sha256.slice(0, 24) === publicId.slice(0, 24),
    )
  );
}

/** How much disk a copy of these pictures takes; those that are missing take none. */
export async function pictureBytes(uploads: string, publicIds: Iterable<string>): Promise<number> {
  let sum = 0;
  for (const publicId of publicIds) {
    for (const name of pictureFiles(publicId)) {
      sum += (await stat(path.join(uploads, publicId, name)).catch(() => undefined))?.size ?? 0;
    }
  }
  return sum;
}
