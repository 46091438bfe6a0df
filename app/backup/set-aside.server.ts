import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { config } from "~/config.server";
import type { Manifest } from "./manifest.server";

/**
 * Deletes what a backup has too from what a restore set aside. A picture that the backup doesn't have, because no record names it or a part
 * of it is missing, goes back to the others, where the sweep decides how long it stays.
 * @param folders where it is
 * @returns those of the folders in which something is left
 */
export function deleteBackedUp(folders: readonly string[], { files }: Pick<Manifest, "files">): string[] {
  const backedUp = new Set(files.map((file) => file.path));
  return folders.filter((folder) => {
    const arePictures = path.resolve(path.dirname(folder)) === path.resolve(config.UPLOADS_DIR);
    for (const name of readdirSync(folder)) {
      const set = path.join(folder, name);
      if (!arePictures) deleteFiles(set, name, backedUp);
      else if (isPictureIn(backedUp, set) || existsSync(path.join(config.UPLOADS_DIR, name)))
        rmSync(set, { recursive: true });
      else renameSync(set, path.join(config.UPLOADS_DIR, name));
    }
    if (readdirSync(folder).length > 0) return true;
    rmSync(folder, { recursive: true });
    return false;
  });
}

function isPictureIn(backedUp: ReadonlySet<string>, folder: string): boolean {
  return readdirSync(folder).every((file) => backedUp.has(`uploads/${path.basename(folder)}/${file}`));
}

/** A file, or those in a folder; the log of a database is in its backup too. */
function deleteFiles(set: string, name: string, backedUp: ReadonlySet<string>): void {
  if (!statSync(set).isDirectory()) {
    if (backedUp.has(name.replace(/^site\.db-\w+$/, "site.db"))) rmSync(set);
    return;
  }
  for (const file of readdirSync(set)) if (backedUp.has(`${name}/${file}`)) rmSync(path.join(set, file));
  if (readdirSync(set).length === 0) rmSync(set, { recursive: true });
}
