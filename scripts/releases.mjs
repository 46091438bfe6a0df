import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { RELEASES } from "./program.mjs";
import { ROOT } from "./project.mjs";

/** An update that stopped, in one sentence. */
export class UpdateError extends Error {
  name = "UpdateError";
}

/** Runs git in the checkout; returns what it prints, or undefined if it fails. */
export function git(...args) {
  const { status, stdout } = spawnSync("git", args, {
    cwd: ROOT,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
  return status === 0 ? stdout.trim() : undefined;
}

/** The name of a commit's release, which is also its folder's. */
export const releaseName = (commit) => commit.slice(0, 12);

/**
 * Makes the release of a commit: its files in a folder of their own, with packages and a build. A folder with its final name is
 * complete.
 * @param {string} former the program that runs; its packages are used again if they are the same
 * @returns {string} the folder
 * @throws {UpdateError} nothing is left of it then
 */
export function makeRelease(commit, former) {
  const folder = path.join(RELEASES, releaseName(commit));
  if (existsSync(folder)) return folder;
  const unfinished = path.join(RELEASES, "unfinished");
  removeRelease(unfinished);
  try {
    if (git("worktree", "add", "--quiet", "--detach", unfinished, commit) === undefined) {
      throw new UpdateError("Its files couldn't be checked out.");
    }
    linkPackages(former, unfinished);
    // A build makes again only what has changed; the VIN database rarely has.
    cpSync(path.join(former, "build"), path.join(unfinished, "build"), { recursive: true, force: true });
    const { status } = spawnSync(process.execPath, ["scripts/build.mjs"], {
      cwd: unfinished,
      stdio: "inherit",
    });
    if (status !== 0) throw new UpdateError("Its packages couldn't be installed, or it couldn't be built.");
    if (git("worktree", "move", unfinished, folder) === undefined) {
      throw new UpdateError("Its folder couldn't be renamed.");
    }
  } catch (error) {
    removeRelease(unfinished);
    throw error;
  }
  return folder;
}

/** Removes a release, finished or not. */
export function removeRelease(folder) {
  rmSync(folder, { recursive: true, force: true });
  git("worktree", "prune");
}

/** Removes all releases but these folders. */
export function removeOtherReleases(...kept) {
  for (const entry of readdirSync(RELEASES, { withFileTypes: true })) {
    const folder = path.join(RELEASES, entry.name);
    if (entry.isDirectory() && !kept.includes(folder)) removeRelease(folder);
  }
}

/** Makes `npm start` run the program in a folder from now on, in one step; the checkout itself needs no link. */
export function makeCurrent(folder) {
  const current = path.join(RELEASES, "current");
  if (folder === ROOT) {
    rmSync(current, { force: true });
    return;
  }
  const next = `${current}.next`;
  rmSync(next, { force: true });
  symlinkSync(path.basename(folder), next);
  renameSync(next, current);
}

/**
 * Gives a release the packages of the former program, as hard links, if it needs the same: that saves a minute, and 500 MB.
 * Nothing writes into an installed package; `npm ci` deletes and creates files.
 */
function linkPackages(former, folder) {
  const lockFile = (program) => readFileSync(path.join(program, "package-lock.json"), "utf8");
  const installed = path.join(former, "node_modules");
  if (!existsSync(path.join(installed, ".installed")) || lockFile(former) !== lockFile(folder)) return;
  try {
    linkFolder(installed, path.join(folder, "node_modules"));
  } catch {
    // Another file system, say: the build installs them.
    rmSync(path.join(folder, "node_modules"), { recursive: true, force: true });
  }
}

/** The caches in `node_modules`, which are written to. */
const CACHES = /^\.(cache|vite)/;

/** Copies a folder as hard links, without caches. */
export function linkFolder(from, to) {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (!entry.isDirectory()) linkSync(source, target);
    else if (!CACHES.test(entry.name)) linkFolder(source, target);
  }
}
