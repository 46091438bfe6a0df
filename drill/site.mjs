import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

export const STAFF = { username: "drill", password: "a drill's own password" };
const START_TIMEOUT_MS = 60_000;
const SEED =
  'const site = await import("./build/server/index.js"); await site.seedSampleData({ pictures: false });';

/**
 * Starts the built site with the sample inventory, in a process and a folder of its own.
 * @param {Record<string, string>} [environment]
 * @returns a running site: `url`, `port`, `pid`, `peakMemory()` in MB (Linux), and `stop()`, which also deletes its data
 */
export async function startDrillSite(environment = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-drill-"));
  const port = await freePort();
  const env = {
    ...process.env,
    NODE_ENV: "production",
    DATA_DIR: path.join(folder, "data"),
    UPLOADS_DIR: path.join(folder, "uploads"),
    ADMIN_USERNAME: STAFF.username,
    ADMIN_PASSWORD: STAFF.password,
    HOST: "127.0.0.1",
    PORT: String(port),
    ...environment,
  };
  execFileSync(process.execPath, ["--input-type=module", "--eval", SEED], { env, stdio: "ignore" });
  const log = openSync(path.join(folder, "log"), "w");
  const child = spawn(process.execPath, ["scripts/start.mjs"], { env, stdio: ["ignore", log, "inherit"] });
  const url = `http://127.0.0.1:${port}`;
  const site = {
    url,
    port,
    pid: child.pid,
    peakMemory() {
      const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
      return Math.round(Number(kilobytes) / 1024);
    },
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await once(child, "exit");
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await fetch(`${url}/healthz`).catch(() => undefined))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await site.stop();
      throw new Error("The site did not start.");
    }
    await delay(100);
  }
  return site;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
