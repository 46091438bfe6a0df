import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { cpus, tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const BENCH = fileURLToPath(new URL("..", import.meta.url));
/** Seeding, pictures included, takes most of it on a slow machine. */
const START_PATIENCE_MS = 300_000;
/** What is shown of the log of a server that could not start. */
const SHOWN_BYTES = 2_000;

/** The numbers of the cores, as `taskset` counts them. */
const CORES = [...cpus().keys()];

/** A server in a process of its own. */
export interface Served {
  url: string;
  child: ChildProcess;
  /** True where it changes data before each request (see touch.mjs). */
  touches: boolean;
  stop(): Promise<void>;
}

/** What a server's process is started with. */
export interface ServedOptions {
  /** Below `bench/`; it sends `"ready"` once it listens on `PORT`. */
  script: string;
  args?: string[];
  environment?: Record<string, string>;
  touches?: boolean;
  /** The file that what it says goes to: a log in production is no terminal. */
  log: string;
  port: number;
  /** The one core that it may run on, where `taskset` is there. */
  core?: number;
}

/** Starts a server and waits until it listens; it ends with this process at the latest. */
export async function startServed(options: ServedOptions): Promise<Served> {
  const { script, args = [], environment = {}, touches = false, log, port, core } = options;
  const node = [process.execPath, ...(script.endsWith(".ts") ? ["--import", "tsx"] : [])];
  const pin = core !== undefined && canPin ? ["taskset", "-c", String(core)] : [];
  const [command = process.execPath, ...rest] = [
    ...pin,
    ...node,
    path.join(BENCH, script),
    ...args,
    ...(touches ? ["--touch"] : []),
  ];
  const out = openSync(log, "a");
  const child = spawn(command, rest, {
    stdio: ["ignore", out, out, "ipc"],
    env: {
      ...bareEnvironment(),
      ...environment,
      NODE_ENV: "production",
      PORT: String(port),
      HOST: "127.0.0.1",
    },
  });
  process.once("exit", () => child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    const fail = (how: string) => reject(new Error(`${script} ${how}:\n${endOf(log)}`));
    const late = setTimeout(() => fail("did not start in time"), START_PATIENCE_MS);
    const ended = (status: number | null) => fail(`ended with ${status}`);
    child.once("error", reject);
    child.once("exit", ended);
    child.once("message", () => {
      clearTimeout(late);
      child.off("exit", ended);
      resolve();
    });
  });
  return { url: `http://127.0.0.1:${port}`, child, touches, stop: () => stop(child) };
}

/** True where a process can be held to one core, and another is left for the load. */
export const canPin = CORES.length > 1 && spawnSync("taskset", ["--version"]).status === 0;

/** Holds this very process to every core but one, so that the load takes no time from what it measures. */
export function leaveCore(core: number): void {
  const others = CORES.filter((one) => one !== core);
  spawnSync("taskset", ["-a", "-c", "-p", others.join(","), String(process.pid)]);
}

/** A folder that goes with this process. */
export function throwawayFolder(prefix: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  // Left to itself an interrupted process ends without that.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  return folder;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

// What is set for a site of one's own says nothing about the one that is measured.
function bareEnvironment(): Record<string, string> {
  const kept = ["PATH", "HOME", "TMPDIR", "TEMP", "TMP", "SystemRoot", "LANG", "TZ"];
  return Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}

// After a few million answers a log is longer than any text may be.
function endOf(log: string): string {
  const { size } = statSync(log);
  const file = openSync(log, "r");
  const end = Buffer.alloc(Math.min(size, SHOWN_BYTES));
  readSync(file, end, 0, end.length, size - end.length);
  closeSync(file);
  return end.toString();
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}
