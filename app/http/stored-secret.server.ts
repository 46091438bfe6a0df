import { randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { MIN_SECRET_LENGTH } from "~/environment.server";
import { StartError } from "~/values/start-error";

/** Of the key's file: no key is this long. */
export const MAX_SECRET_BYTES = 16_000;

/**
 * Reads the key from its file, which is written if there is none.
 * @throws StartError if the file is too short to be a key, as an earlier version could leave it after a power cut, or too large
 */
export function readStoredSecret(file: string): string {
  if (!existsSync(file)) writeSecret(file);
  if (statSync(file).size > MAX_SECRET_BYTES)
    throw new StartError(
      `The file ${file} is larger than 16 KB, so it isn't a key. Restore it from a backup, or delete it, and the next start writes a new one.`,
    );
  const secret = readFileSync(file, "utf8");
  if (secret.trim().length >= MIN_SECRET_LENGTH) return secret;
  throw new StartError(
    `The file ${file} is shorter than ${MIN_SECRET_LENGTH} characters, so anyone could guess it. Delete it, and the next start writes a new one, or restore it from a backup.`,
  );
}

/** Written under a temporary name and synced to disk first, so that a power cut leaves the whole key or none. */
function writeSecret(file: string): void {
  const temporary = `${file}.${randomUUID()}`;
  try {
    const secret = randomBytes(32).toString("base64url");
    writeFileSync(temporary, secret, { mode: 0o600, flag: "wx", flush: true });
    nameSecret(temporary, file);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncFolder(path.dirname(file));
}

function syncFolder(folder: string): void {
  try {
    const opened = openSync(folder, "r");
    fsyncSync(opened);
    closeSync(opened);
  } catch {
    // Some file systems can't sync a folder, and write it soon enough anyway.
  }
}

/** Linking doesn't overwrite: if two processes start at once, the second uses the first one's key. */
function nameSecret(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return;
    // This file system has no links.
    renameSync(temporary, file);
  }
}
