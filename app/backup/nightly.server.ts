import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { isBackupDue } from "./status.server";

/**
 * Runs `npm run backup`'s script when a backup is due, in a process of its own and with low priority, so that no visitor
 * waits for it.
 * @throws Error with what the script printed, if it fails
 */
export async function backUpIfDue(now: Date): Promise<void> {
  if (isBackupDue(now)) await runBackupScript();
}

function runBackupScript(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("scripts", "backup.mjs")], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk).slice(-MAX_MESSAGE_LENGTH);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(errors.trim() || `The backup ended with ${signal ?? code}.`));
    });
    if (child.pid) lowerPriority(child.pid);
  });
}

const MAX_MESSAGE_LENGTH = 2000;

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
