import { createHash } from "node:crypto";
import { chmodSync, createReadStream, statSync } from "node:fs";
import { constants, copyFile, link, lstat, readdir, statfs } from "node:fs/promises";
import path from "node:path";
import { syncPath } from "~/db/sync.server";
import { StartError } from "~/values/start-error";

/** A file and how to tell that it is unchanged; `path` is relative to its backup, with forward slashes. */
export interface FileRecord {
  path: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

/** Size and SHA-256 of a regular file; throws ENOENT where there is none. A link is not followed. */
export async function recordFile(folder: string, relativePath: string): Promise<FileRecord> {
  const file = path.join(folder, relativePath);
  const stats = await lstat(file);
  if (!stats.isFile()) throw new StartError(`${file} is not a file.`);
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return { path: relativePath, bytes: stats.size, sha256: hash.digest("hex") };
}

/** Copies a file and syncs the copy, which gets these permissions. An existing target is an error. */
export async function copySynced(source: string, target: string, mode: number): Promise<void> {
  await copyFile(source, target, constants.COPYFILE_EXCL);
  chmodSync(target, mode);
  syncPath(target);
}

/** A hard link where the file system can, otherwise a copy. Only for files that are never written again. */
export async function linkOrCopy(source: string, target: string): Promise<void> {
  try {
    await link(source, target);
  } catch (error) {
    // Hard links aren't supported here, or the file isn't ours to link.
    if (isMissing(error)) throw error;
    await copySynced(source, target, 0o644);
  }
}

/** Syncs the names in a folder and in every folder below it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await syncFolders(path.join(folder, entry.name));
  }
  syncPath(folder);
}

/** Bytes that this user may still write on the disk of a folder. */
async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** A disk has too little room. */
export class NoRoomError extends StartError {}

/** @throws NoRoomError if the disk of `folder` has less room than `bytes` and a margin */
export async function requireFreeSpace(
  folder: string,
  bytes: number,
  freeBytes: (folder: string) => Promise<number> = freeBytesIn,
): Promise<void> {
  const free = await freeBytes(folder);
  const needed = bytes + MARGIN_BYTES;
  if (free >= needed) return;
  throw new NoRoomError(
    `The disk of ${folder} has ${formatBytes(free)} free; ${formatBytes(needed)} are needed. Nothing was written.`,
  );
}

const MARGIN_BYTES = 32 * 1024 * 1024;

/** True where both folders are on one file system, so that hard links should work. */
export function isSameDisk(one: string, other: string): boolean {
  return statSync(one).dev === statSync(other).dev;
}

/** `24 MB`: in thousands, as disks are sold. */
export function formatBytes(bytes: number): string {
  const units = ["KB", "MB", "GB", "TB"] as const;
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value < 9.95 ? Math.max(0.1, value).toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** True for an error of the disk rather than of what is on it. */
export function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
