import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import path from "node:path";
import { BACKUP_LOCK, takeLock } from "~/db/sqlite/lock.server";
import { StartError } from "~/values/start-error";
import type { StoredAccount } from "./accounts.server";
import { noteRestore } from "./journal.server";

const MINUTE_MS = 60_000;
/** A test reads every picture of a large site. */
export const TEST_LIMIT_MS = 60 * MINUTE_MS;
/** The accounts of a backup's site are few rows. */
const ACCOUNTS_LIMIT_MS = MINUTE_MS;
/** The site doesn't answer in the meantime. A larger one is restored in a terminal. */
const RESTORE_LIMIT_MS = 15 * MINUTE_MS;

/**
 * Runs the script of `npm run backup` or `npm run restore` in a separate process with low priority, so that no visitor waits for it.
 * @param limitMs how long it may take before it is ended
 * @returns the last line that it printed
 * @throws Error with what the script printed, if it fails
 */
export function runScript(script: "backup" | "restore", args: string[], limitMs?: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.resolve("scripts", `${script}.mjs`), ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      // A running SQLite query ignores any other signal.
      ...(limitMs === undefined ? {} : { timeout: limitMs, killSignal: "SIGKILL" }),
    });
    let printed = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      printed = (printed + chunk).slice(-MAX_PRINTED_LENGTH);
    });
    child.stderr.on("data", (chunk) => {
      errors = (errors + chunk).slice(-MAX_MESSAGE_LENGTH);
    });
    child.once("error", reject);
    child.once("close", (code, signal) => {
      if (code === 0) resolve(printed.trimEnd().split("\n").at(-1) ?? "");
      else if (child.killed)
        reject(new Error(`It was stopped, because it took more than ${describeLimit(limitMs ?? 0)}.`));
      else reject(new Error(errors.trim() || `The ${script} ended with ${signal ?? code}.`));
    });
    if (child.pid) lowerPriority(child.pid);
  });
}

const MAX_MESSAGE_LENGTH = 2000;
/** Enough for thousands of accounts. */
const MAX_PRINTED_LENGTH = 4 * 1024 * 1024;

function describeLimit(limitMs: number): string {
  const minutes = limitMs / MINUTE_MS;
  return minutes === 1 ? "a minute" : `${minutes} minutes`;
}

/**
 * The accounts of a backup's site. Reading a database from elsewhere may never end, so another process does it.
 * @param backup its folder
 * @throws StartError if it can't be read
 */
export async function readAccountsAside(backup: string): Promise<StoredAccount[]> {
  try {
    return JSON.parse(await runScript("backup", ["--accounts", backup], ACCOUNTS_LIMIT_MS));
  } catch (error) {
    throw new StartError(`This backup can't be looked into. ${(error as Error).message}`);
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}

/**
 * Runs `npm run restore` with a backup, after a backup of the present data. The outcome is in the journal, which the page shows.
 * @throws Error with what it printed, if it fails
 */
export async function runRestore(backup: string, limitMs = RESTORE_LIMIT_MS): Promise<void> {
  // Until the restore notes its own outcome, which it can't if it is killed.
  noteRestore({
    at: new Date().toISOString(),
    backup: path.basename(backup),
    problem: `The restore was cut off, as one is that takes more than ${limitMs / MINUTE_MS} minutes. A terminal has no limit: npm run restore.`,
    isCutOff: true,
  });
  await runScript("restore", ["--yes", "--back-up-first", backup], limitMs);
}

let running: Promise<unknown> | undefined;

/** Whether any process is making or testing a backup. */
export function isRunning(): boolean {
  if (running) return true;
  const lock = takeLock(BACKUP_LOCK, "shared");
  lock?.release();
  return lock === undefined;
}

/** How long a page waits for it; after that, loading the page again shows more. */
const PATIENCE_MS = 8_000;

/**
 * Runs `npm run backup` for staff; if it takes longer than a page should, it continues in the background.
 * @returns what the page says of it; `problem` is what the script printed
 */
export async function runForStaff(
  ...args: string[]
): Promise<{ outcome: "done" | "running" | "busy" } | { outcome: "failed"; problem: string }> {
  if (running) return { outcome: "busy" };
  let problem: string | undefined;
  const work = runScript("backup", args, args[0] === "--test" ? TEST_LIMIT_MS : undefined)
    .catch((error: Error) => {
      problem = error.message;
    })
    .finally(() => {
      running = undefined;
    });
  running = work;
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
