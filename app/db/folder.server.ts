import { accessSync, constants, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { config } from "~/config.server";
import { StartError } from "~/values/start-error";
import { makeMissingFolders } from "./owner.server";

/** More than a file system stores inside its directory entries, so that a full disk has no room for it. */
const PROBE_BYTES = 8192;

/**
 * Creates a folder if needed, and checks that this process can write there: otherwise the first customer would find out.
 * @param name the environment variable that sets the folder
 * @throws StartError that says what to do
 */
export function requireWritableFolder(name: string, folder: string, mode?: number): string {
  const probe = path.join(folder, `.writable-${process.pid}`);
  try {
    makeMissingFolders(folder, mode);
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
  } catch (error) {
    throw new StartError(`${name}: ${whyUnusable(folder, error as NodeJS.ErrnoException)}`);
  } finally {
    removeProbe(probe);
  }
  return folder;
}

/**
 * DATA_DIR, readable only by its owner, after a check that it is writable.
 * @throws StartError if it is not, or if a file in it belongs to another user, as after `sudo npm run staff`
 */
export const dataFolder = requireOwnFiles(requireWritableFolder("DATA_DIR", config.DATA_DIR, 0o700));

function requireOwnFiles(folder: string): string {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (!/^(site\.db|limits\.db|session-secret)(-wal|-shm)?$/.test(name)) continue;
    try {
      accessSync(file, constants.R_OK | constants.W_OK);
    } catch {
      const found = statSync(file, { throwIfNoEntry: false });
      // Another process has closed the database since the folder was read.
      if (!found) continue;
      throw new StartError(
        `DATA_DIR: ${file} belongs to another user (uid ${found.uid}). ${howToOwn(folder)}`,
      );
    }
  }
  return folder;
}

function whyUnusable(folder: string, { code, message }: NodeJS.ErrnoException): string {
  switch (code) {
    case "ENOSPC":
    case "EDQUOT":
      return `the disk of ${folder} is full. Free some space and start again.`;
    case "EROFS":
    // Node's word for a folder that cannot be made on one.
    case "ENOENT":
      return `${folder} is on a read-only file system. Make it writable and start again.`;
    case "EACCES":
    case "EPERM":
      return `this user may not write to ${folder}. ${howToOwn(folder)}`;
    case "EEXIST":
    case "ENOTDIR":
      return `${folder} is not a folder. Set a different one.`;
    default:
      return `${folder} can't be used: ${message}`;
  }
}

function howToOwn(folder: string): string {
  const user = process.getuid?.() ?? "<user>";
  return `Give it to this user with: sudo chown -R ${user} ${folder}`;
}

function removeProbe(probe: string): void {
  try {
    rmSync(probe, { force: true });
  } catch {
    // If it couldn't be written, there is nothing to remove.
  }
}
