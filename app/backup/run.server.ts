import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";

/**
 * Runs the script of `npm run backup` or `npm run restore` in a process of its own and with low priority, so that no visitor waits
 * for it.
 * @throws Error with what the script printed, if it fails
 */
export function runScript(script: "backup" | "restore", ...args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("scripts", `${script}.mjs`), ...args], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk).slice(-MAX_MESSAGE_LENGTH);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else reject(new Error(errors.trim() || `The ${script} ended with ${signal ?? code}.`));
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

let running: Promise<void> | undefined;

/** Whether a backup is being made or tested, by whomever. */
export function isRunning(): boolean {
  if (running) return true;
  const lock = takeLock(BACKUP_LOCK, "shared");
  lock?.release();
  return lock === undefined;
}

/** How long a page waits for it; more is told by the page when it is loaded again. */
const PATIENCE_MS = 8_000;

/**
 * Runs `npm run backup` for staff, and goes on where that takes longer than a page should.
 * @returns what the page says of it; `problem` is what the script printed
 */
export async function runForStaff(
  ...args: string[]
): Promise<{ outcome: "done" | "running" | "busy" } | { outcome: "failed"; problem: string }> {
  if (running) return { outcome: "busy" };
  let problem: string | undefined;
  running = runScript("backup", ...args)
    .catch((error: Error) => {
      problem = error.message;
    })
    .finally(() => {
      running = undefined;
    });
  const work = running;
  const isDone = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), PATIENCE_MS);
    work.then(() => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  if (problem !== undefined) return { outcome: "failed", problem };
  return { outcome: isDone ? "done" : "running" };
}
