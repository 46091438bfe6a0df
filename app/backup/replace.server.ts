import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { readBusinessFile } from "~/business/business-file.server";
import { config } from "~/config.server";
import { giveToOwnerOf } from "~/db/owner.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { announceSecret, finishSecret, SECRET_FILE } from "~/db/sqlite/secret.server";
import { syncPath } from "~/db/sync.server";
import { readTeardownFile } from "~/parts/teardown-file.server";
import { storedVersions } from "~/pictures/picture";
import { StartError } from "~/values/start-error";
import { listOwnFiles } from "./folder.server";
import { timestamp } from "./manifest.server";

/** Checked copies next to what they replace. */
interface Staged {
  /** With `site.db`, and `session-secret` if the backup has one. */
  folder: string;
  /** With a folder for each picture that UPLOADS_DIR lacks. */
  pictures: string;
}

export interface Replaced {
  /** Where the former data is. */
  aside: string[];
  /** Which of the business's files weren't restored, and why, in sentences. */
  warning: string | undefined;
}

/** To the second. An existing folder has what another restore set aside, and is left alone. */
function freeName(): string {
  for (let at = Date.now(); ; at += 1000) {
    const name = `before-restore-${timestamp(new Date(at))}`;
    const folders = [path.join(config.DATA_DIR, name), path.join(config.UPLOADS_DIR, `.${name}`)];
    if (!folders.some((folder) => existsSync(folder))) return name;
  }
}

/**
 * Puts staged data in place, by renaming. The database comes after the pictures that it names and in one step, and its secret is
 * announced, so that a crash at any point leaves either the former site or the restored one, whole.
 * @param pictures the public ids of all pictures in the backup; others are set aside
 * @throws StartError if a step fails, after undoing the steps before it
 */
export function replaceData(staged: Staged, pictures: ReadonlySet<string>, backup: string): Replaced {
  const name = freeName();
  const aside = path.join(config.DATA_DIR, name);
  // The site serves nothing that starts with a dot.
  const asidePictures = path.join(config.UPLOADS_DIR, `.${name}`);
  const steps = new Steps();
  try {
    for (const folder of [aside, asidePictures]) mkdirSync(folder, { mode: 0o700 });
    for (const publicId of readdirSync(staged.pictures)) {
      const stored = path.join(config.UPLOADS_DIR, publicId);
      if (existsSync(stored)) steps.move(stored, path.join(asidePictures, publicId));
      steps.move(path.join(staged.pictures, publicId), stored);
    }
    syncPath(config.UPLOADS_DIR);
    for (const end of ["-wal", "-shm", "-journal"]) {
      if (existsSync(databaseFile + end)) steps.move(databaseFile + end, path.join(aside, `site.db${end}`));
    }
    giveToOwnerOf(config.DATA_DIR, staged.folder);
    announceSecret(staged.folder);
    steps.replace(path.join(staged.folder, "site.db"), databaseFile, aside);
    const secret = path.join(staged.folder, SECRET_FILE);
    if (existsSync(secret)) steps.replace(secret, path.join(config.DATA_DIR, SECRET_FILE), aside);
    for (const publicId of readdirSync(config.UPLOADS_DIR)) {
      if (storedVersions(publicId) === undefined || pictures.has(publicId)) continue;
      steps.move(path.join(config.UPLOADS_DIR, publicId), path.join(asidePictures, publicId));
    }
    for (const folder of [aside, config.DATA_DIR, asidePictures, config.UPLOADS_DIR]) syncPath(folder);
    finishSecret();
  } catch (error) {
    const problem = `The restore failed: ${(error as Error).message}.`;
    try {
      steps.undo();
      finishSecret();
    } catch (undoError) {
      throw new StartError(
        `${problem} It could not be undone: ${(undoError as Error).message}. The previous data is in ${aside} and ${asidePictures}.`,
      );
    }
    for (const folder of [aside, asidePictures]) rmSync(folder, { recursive: true, force: true });
    throw new StartError(`${problem} Everything is as it was.`);
  }
  const ownFiles = listOwnFiles(path.join(backup, "business.json"));
  const warnings = Object.entries(ownFiles).map(([name, target]) =>
    replaceOwnFile(path.join(backup, name), target, path.join(aside, name)),
  );
  const warning = warnings.filter(Boolean).join(" ") || undefined;
  for (const folder of [aside, asidePictures]) giveToOwnerOf(path.dirname(folder), folder);
  return { aside: [aside, asidePictures].filter(removeIfEmpty), warning };
}

/** Renames that can be undone. */
class Steps {
  #undo: (() => void)[] = [];

  move(from: string, to: string): void {
    renameSync(from, to);
    this.#undo.push(() => renameSync(to, from));
  }

  /** Sets the target aside, if there is one, and puts the file in its place without a moment when it is missing. */
  replace(file: string, target: string, aside: string): void {
    const kept = path.join(aside, path.basename(target));
    if (existsSync(target)) {
      keep(target, kept);
      this.#undo.push(() => renameSync(kept, target));
    } else {
      this.#undo.push(() => rmSync(target, { force: true }));
    }
    renameSync(file, target);
  }

  undo(): void {
    for (const step of this.#undo.reverse()) step();
  }
}

function keep(file: string, as: string): void {
  try {
    linkSync(file, as);
  } catch {
    // A file system without hard links.
    renameSync(file, as);
  }
}

/** The site doesn't start unless these are valid. */
const READERS: Readonly<Record<string, (file: string) => unknown>> = {
  "business.json": readBusinessFile,
  "teardown.json": readTeardownFile,
};

/** @throws where the site would not start with a file of a backup */
export function requireOwnFile(file: string): void {
  READERS[path.basename(file)]?.(file);
}

/** The site runs with another file too, so one that can't be written or used doesn't stop the restore. */
function replaceOwnFile(restored: string, target: string, kept: string): string | undefined {
  if (!existsSync(restored)) return undefined;
  try {
    requireOwnFile(restored);
    if (existsSync(target)) {
      if (readFileSync(target).equals(readFileSync(restored))) return undefined;
      mkdirSync(path.dirname(kept), { recursive: true, mode: 0o700 });
      copyFileSync(target, kept);
    }
    const written = `${target}.restoring`;
    copyFileSync(restored, written);
    const former = statSync(target, { throwIfNoEntry: false });
    // It may be its owner's alone, or a group's.
    chmodSync(written, former?.mode ?? 0o644);
    if (former && process.getuid?.() === 0) chownSync(written, former.uid, former.gid);
    else giveToOwnerOf(path.dirname(target), written);
    syncPath(written);
    renameSync(written, target);
    return undefined;
  } catch (error) {
    const reason = (error as Error).message.replace(/\.$/, "");
    return `${target} was left as it is: ${reason}. The backup's is ${restored}.`;
  }
}

function removeIfEmpty(folder: string): boolean {
  if (readdirSync(folder).length > 0) return true;
  rmSync(folder, { recursive: true });
  return false;
}
