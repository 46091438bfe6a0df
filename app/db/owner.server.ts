import { chownSync, lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import path from "node:path";

/** Creates a folder where there is none. Where root does, it gets the owner of `like`, or of the folder around it. */
export function makeFolder(
  folder: string,
  { mode = 0o700, like }: { mode?: number; like?: string } = {},
): void {
  const created = mkdirSync(folder, { recursive: true, mode });
  if (created) giveToOwnerOf(like ?? path.dirname(created), created);
}

/** Where root runs a command, gives what it wrote to the owner of `folder`, so that the site can read and delete it. */
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
