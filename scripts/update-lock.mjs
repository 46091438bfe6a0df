import { readFileSync } from "node:fs";

/*
 * The lock of an update: a file with the number of its process. It stays where the machine stops meanwhile, and any process may have that
 * number later.
 */

/**
 * The process of the update that holds the lock.
 * @param {string} file
 * @returns {number | undefined} its number; undefined where none does
 */
export function updateIn(file) {
  const pid = Number(readOr(file, ""));
  if (!isRunning(pid)) return undefined;
  // What can't be looked up, as on another system than Linux, is taken for one.
  return readOr(`/proc/${pid}/cmdline`, "update.mjs").includes("update.mjs") ? pid : undefined;
}

/**
 * @param {number} pid
 * @returns {boolean} whether there is such a process
 */
export function isRunning(pid) {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function readOr(file, otherwise) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return otherwise;
  }
}
