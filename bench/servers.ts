import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../scripts/free-port.mjs";

const START_TIMEOUT_MS = 60_000;
const seed = (options: object) =>
  `const site = await import("./build/server/index.js"); await site.seedSampleData(${JSON.stringify(options)});`;

/** Deleted when the bench ends. */
export const temporaryFolder = mkdtempSync(path.join(tmpdir(), "yard-bench-"));
const stopServers: (() => void)[] = [];
process.once("exit", () => {
  for (const stop of stopServers) stop();
  rmSync(temporaryFolder, { recursive: true, force: true });
});
// Without a handler, a signal ends the process and skips the exit event.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

/** Where the site, and any server that reads the same database, keep their data. */
export const siteEnvironment = {
  DATA_DIR: path.join(temporaryFolder, "data"),
  UPLOADS_DIR: path.join(temporaryFolder, "uploads"),
};

/** A server in a process of its own, stopped when the bench ends. */
export interface Server {
  url: string;
  pid: number;
}

/** The units per second in which Linux counts processor time in /proc. */
const CLOCK_TICKS = 100;

/** The processor time of a process until now, in seconds. */
export function processorSeconds(pid: number): number {
  // After the name in parentheses, fields 11 and 12 are the time in the program and in the kernel.
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}

/** Starts the built site as `npm start` does, with the sample inventory; `pictures: false` leaves out its pictures. */
export async function startSite(
  environment: Record<string, string> = {},
  { pictures = true } = {},
): Promise<Server> {
  seedSample({ ...siteEnvironment, ...environment }, { pictures });
  return startServer(["scripts/start.mjs"], { ...siteEnvironment, ...environment });
}

/** Fills an empty site with the sample inventory. */
export function seedSample(environment: Record<string, string>, options: { pictures: boolean }): void {
  execFileSync(process.execPath, ["--input-type=module", "--eval", seed(options)], {
    env: { ...process.env, ...environment, NODE_ENV: "production" },
    stdio: "inherit",
  });
}

/**
 * Runs a script that listens on `HOST` and `PORT`, and waits until it responds.
 * @throws Error if it ends first, or does not respond within a minute
 */
export async function startServer(args: string[], environment: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const log = openSync(path.join(temporaryFolder, `${port}.log`), "w");
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment, NODE_ENV: "production", HOST: "127.0.0.1", PORT: String(port) },
    stdio: ["ignore", log, "inherit"],
  });
  stopServers.push(() => child.kill("SIGKILL"));
  // The bench ends with its last line, not with its servers.
  child.unref();
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${args.join(" ")} did not start`);
    await sleep(100);
  }
  return { url, pid: child.pid ?? 0 };
}
