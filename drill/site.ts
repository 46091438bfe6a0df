import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";

import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";

import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";

const START_TIMEOUT_MS = 60_000;
const SEED =
  'const site = await import("./build/server/index.js"); await site.seedSampleData({ pictures: false });';
const temporary = mkdtempSync(path.join(tmpdir(), "yard-drill-"));
const children = new Set<ChildProcess>();
const cleanups: (() => void)[] = [() => rmSync(temporary, { recursive: true, force: true })];

process.once("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  for (const cleanUp of cleanups.reverse()) cleanUp();
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Runs when the drill ends, however it does. */
export function cleanUpWith(cleanUp: () => void): void {
  cleanups.push(cleanUp);
}

/** A folder for a site's data, deleted when the drill ends. */
export function newFolder(): string {
  return mkdtempSync(path.join(temporary, "data-"));
}

/** The built site in a process of its own. */
export interface DrilledSite {
  url: string;
  port: number;
  /** Its highest memory so far in MB, on Linux. */
  peakMemory(): number;
  /** Its memory now in MB, on Linux. */
  memory(): number;
  /** How many files and connections it has open, on Linux. */
  openFiles(): number;
  kill(signal: NodeJS.Signals): void;
  /** The exit status, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
}

/** A folder with the sample inventory. */
export function newInventory(): string {
  const dataDir = newFolder();
  const env = { ...process.env, NODE_ENV: "production" as const, DATA_DIR: dataDir };
  execFileSync(process.execPath, ["--input-type=module", "--eval", SEED], { env, stdio: "ignore" });
  return dataDir;
}

/**
 * Starts the built site on this data, and waits until it answers.
 * @throws Error if it ends first, or does not answer within a minute
 */
export async function startSite(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<DrilledSite> {
  const site = await launchSite(dataDir, environment);
  let hasEnded = false;
  site.ended.then(() => {
    hasEnded = true;
  });
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${site.url}/healthz`).catch(() => undefined))) {
    if (hasEnded || performance.now() > deadline)
      throw new Error(`The site did not start. ${readLog().trimEnd().split("\n").at(-1)}`);
    await sleep(50);
  }
  return site;
}

const log = path.join(temporary, "log");

/** What the sites have logged so far. */
export function readLog(): string {
  return readFileSync(log, "utf8");
}

/** Starts the built site on this data; it does not answer yet. */
export async function launchSite(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<DrilledSite> {
  const port = await freePort();
  const uploads = path.join(temporary, "uploads");
  mkdirSync(uploads, { recursive: true });
  const output = openSync(log, "a");
  const child = spawn(process.execPath, ["scripts/start.mjs"], {
    env: {
      ...process.env,
      NODE_ENV: "production",
      // As in the container and the unit.
      MALLOC_ARENA_MAX: "1",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATA_DIR: dataDir,
      UPLOADS_DIR: uploads,
      // Every visitor may have an address of their own.
      TRUST_PROXY: "1",
      ADMIN_USERNAME: "drill",
      ADMIN_PASSWORD: PASSWORD,
      ...environment,
    },
    stdio: ["ignore", output, output],
  });
  closeSync(output);
  children.add(child);
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once("exit", (code, signal) => {
      children.delete(child);
      resolve(code ?? signal ?? 1);
    });
  });
  const memoryOf = (field: "VmHWM" | "VmRSS") => {
    const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
    const [, kilobytes] = new RegExp(`${field}:\\s+(\\d+)`).exec(status) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  };
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    peakMemory: () => memoryOf("VmHWM"),
    memory: () => memoryOf("VmRSS"),
    openFiles: () => readdirSync(`/proc/$child.pid/fd`).length,
    kill: (signal) => void child.kill(signal),
    ended,
  };
}

/** A clock for sites, ahead by this many milliseconds; `set` moves it while they run. */
export function newClock(aheadMs: number) {
  const folder = newFolder();
  const file = path.join(folder, "ahead");
  const set = (ms: number) => {
    // Renamed, so that nobody reads half of it.
    writeFileSync(`${file}.new`, String(ms));
    renameSync(`${file}.new`, file);
  };
  set(aheadMs);
  const program = path.join(folder, "clock.mjs");
  writeFileSync(
    program,
    `import { readFileSync } from "node:fs";
const Real = Date;
let ahead = 0;
let readAt = -Infinity;
const now = () => {
  if (performance.now() - readAt > 20) {
    ahead = Number(readFileSync(${JSON.stringify(file)}, "utf8"));
    readAt = performance.now();
  }
  return Real.now() + ahead;
};
globalThis.Date = class extends Real {
  constructor(...args) { args.length ? super(...args) : super(now()); }
  static now() { return now(); }
};
`,
  );
  return { set, environment: { NODE_OPTIONS: `--import ${program}` } };
}

/** The password of the account `drill`. */
export const PASSWORD = "correct horse battery drill";

let visitors = 0;

/** The headers of a visitor from an address that nobody had before, so that no limit is reached. */
export function newVisitor(): Record<string, string> {
  visitors += 1;
  return { "X-Forwarded-For": `198.18.${(visitors >> 8) & 255}.${visitors & 255}` };
}

/** Sends a callback request; the status, or undefined if no answer came. */
export async function sendCallback(url: string, message: string, key: string = randomUUID()) {
  const fields = { name: "Drill", contactMethod: "phone", phone: "5555550101", description: message };
  try {
    const answer = await fetch(`${url}/repair`, {
      method: "POST",
      redirect: "manual",
      headers: { Origin: url, ...newVisitor() },
      body: new URLSearchParams({ ...fields, idempotencyKey: key }),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return undefined;
  }
}

/**
 * Several visitors who send callbacks one after the other; `stop` returns the messages that were acknowledged, and `others`
 * counts the other answers by status.
 */
export function writeAllTheTime(url: string, atOnce: number) {
  const acknowledged: string[] = [];
  const others: Record<string, number> = {};
  let isStopped = false;
  const writers = Array.from({ length: atOnce }, async () => {
    while (!isStopped) {
      const message = randomUUID();
      const status = await sendCallback(url, message);
      if (status === 303) acknowledged.push(message);
      else {
        others[`${status}`] = (others[`${status}`] ?? 0) + 1;
        await sleep(5);
      }
    }
  });
  const stop = async () => {
    isStopped = true;
    await Promise.all(writers);
    return acknowledged;
  };
  return { acknowledged, others, stop };
}

/** The messages of all callbacks in this data, once its database has passed SQLite's own check. */
export function storedMessages(dataDir: string): Set<string> {
  const database = new SqliteDatabase(path.join(dataDir, "site.db"));
  try {
    const found = database.pragma("integrity_check", { simple: true });
    if (found !== "ok") throw new Error(`integrity_check: ${found}`);
    const messages = database.prepare("select message from repairRequests").pluck().all() as string[];
    return new Set(messages);
  } finally {
    database.close();
  }
}

/** A port of 127.0.0.1 that nobody has. */
export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
