import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** What the clients of a proxy saw. */
/** @typedef {{ sent: number, answered: number, failures: Record<string, number>, slowestMs: number }} Seen */

/**
 * Stops and starts a site again and again while a proxy sends requests over connections that it keeps, and tries none twice.
 * The socket is held outside the site, as by systemd.
 * @param {{ stops: number, requestsPerSecond: number, secondsBetween: number }} options
 * @returns {Promise<Seen>}
 */
export async function restartUnderLoad({ stops, requestsPerSecond, secondsBetween }) {
  const site = await launchWithSocket({});
  const load = startLoad(site.port, requestsPerSecond);
  try {
    for (let stop = 0; stop < stops; stop++) {
      await delay(secondsBetween * 1000);
      await site.restart();
    }
    await delay(secondsBetween * 1000);
    return await load.end();
  } finally {
    await load.end();
    site.end();
  }
}

/** The site, started again whenever it ends, on a socket that stays open; its data goes with it. */
export async function launchWithSocket({ cwd = process.cwd(), env = {} }) {
  const folder = mkdtempSync(path.join(tmpdir(), "yard-socket-"));
  const pidFile = path.join(folder, "pid");
  const restartCommand = `pid=$(cat ${pidFile}); kill $pid 2> /dev/null; while kill -0 $pid 2> /dev/null; do sleep 0.1; done`;
  const launcher = spawn(process.execPath, ["drill/socket-launcher.mjs", pidFile], {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "production",
      DATA_DIR: path.join(folder, "data"),
      UPLOADS_DIR: path.join(folder, "uploads"),
      ADMIN_USERNAME: "",
      ADMIN_PASSWORD: "",
      UPDATE_RESTART: restartCommand,
      UPDATE_WAIT: "20",
      ...env,
    },
  });
  let output = "";
  launcher.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const end = () => {
    // The group has the launcher and the site.
    process.kill(-launcher.pid, "SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
  while (!/^\d+\n/.test(output)) await delay(20);
  const port = Number.parseInt(output, 10);
  const pid = () => Number(readFileSync(pidFile, "utf8"));
  const starts = () => output.split("is open at").length - 1;
  await waitUntil(() => starts() > 0, 60_000);
  return {
    port,
    folder,
    pid,
    pidFile,
    restartCommand,
    output: () => output,
    end,
    /** Sends SIGTERM; resolves once the next process listens. */
    restart: async () => {
      const before = starts();
      process.kill(pid(), "SIGTERM");
      await waitUntil(() => starts() > before, 30_000);
    },
  };
}

/** Requests at an even pace over connections that are kept. */
export function startLoad(port, perSecond) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 64 });
  const seen = { sent: 0, answered: 0, failures: {}, slowestMs: 0 };
  const open = new Set();
  const send = () => {
    const number = seen.sent++;
    const started = performance.now();
    const promise = ask(agent, port, number).then(
      () => {
        seen.answered++;
        seen.slowestMs = Math.max(seen.slowestMs, performance.now() - started);
      },
      (error) => {
        const what = error.code ?? error.message;
        seen.failures[what] = (seen.failures[what] ?? 0) + 1;
      },
    );
    open.add(promise);
    promise.finally(() => open.delete(promise));
  };
  const begin = performance.now();
  const timer = setInterval(() => {
    while (seen.sent < ((performance.now() - begin) / 1000) * perSecond) send();
  }, 4);
  return {
    seen,
    end: async () => {
      clearInterval(timer);
      await Promise.all(open);
      agent.destroy();
      return seen;
    },
  };
}

const PAGES = ["/", "/inventory", "/parts", "/api/vehicle-data/batched", "/contact"];
const WRITE = { method: "POST", path: "/api/repair-requests", body: "{}" };

/** Mostly pages, as visitors ask for them; each fiftieth is a write, which a proxy never sends twice. */
const requestOf = (number) =>
  number % 50 === 0 ? WRITE : { method: "GET", path: PAGES[number % PAGES.length] };

function ask(agent, port, number) {
  const { method, path, body } = requestOf(number);
  return new Promise((resolve, reject) => {
    const headers = body ? { "Content-Type": "application/json" } : {};
    const sent = request({ agent, port, host: "127.0.0.1", method, path, headers, timeout: 30_000 });
    sent.on("response", (response) => {
      response.on("error", reject).on("end", () => {
        if (response.statusCode < 500) resolve();
        else reject(new Error(`status ${response.statusCode}`));
      });
      response.resume();
    });
    sent.on("timeout", () => sent.destroy(new Error("no answer in 30 seconds")));
    sent.on("error", reject);
    sent.end(body);
  });
}

async function waitUntil(holds, timeoutMs) {
  const end = Date.now() + timeoutMs;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`not within ${timeoutMs / 1000} seconds: ${holds}`);
    await delay(20);
  }
}
