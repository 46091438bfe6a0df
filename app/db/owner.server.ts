import { chownSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Creates a folder if there is none. If root does, it gets the owner of `like`, or of its parent folder. */
export function makeFolder(
  folder: string,
  { mode = 0o700, like }: { mode?: number; like?: string } = {},
): void {
  const created = makeMissingFolders(folder, mode);
  if (created) giveToOwnerOf(like ?? path.dirname(created), created);
}

/**
 * Creates a folder and its missing parents, one after the other: Node's own `recursive` never returns in /proc.
 * @returns the first that was created
 */
export function makeMissingFolders(folder: string, mode?: number): string | undefined {
  if (isFolder(folder)) return undefined;
  const around = path.dirname(folder);
  const created = around === folder ? undefined : makeMissingFolders(around, mode);
  try {
    mkdirSync(folder, { ...(mode === undefined ? {} : { mode }) });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (!isFolder(folder)) throw error;
    return created;
  }
  return created ?? folder;
}

function isFolder(folder: string): boolean {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** If root runs a command, gives what it wrote to the owner of `folder`, so that the site can read and delete it. */
export function giveToOwnerOf(folder: string, written: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  if (uid !== 0) changeOwner(written, uid, gid);
}

function changeOwner(target: string, uid: number, gid: number): void {
  const stats = lstatSync(target);
  if (stats.isSymbolicLink()) return;
  chownSync(target, uid, gid);
  if (!stats.isDirectory()) return;
  for (const name of readdirSync(target)) changeOwner(path.join(target, name), uid, gid);
}
