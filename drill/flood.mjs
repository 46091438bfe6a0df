// What one machine can take of the site from the others: `node drill/flood.mjs [seconds]`. Each attack comes from 127.0.0.1
// while a visitor at 127.0.0.2 asks for the home page, and is followed by thirty people behind one address.
import { fork } from "node:child_process";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { startDrillSite } from "./site.mjs";

export const HOME_TARGET_MS = 250;
export const MEMORY_TARGET_MB = 600;
const VISIT_INTERVAL_MS = 50;
const VISIT_TIMEOUT_MS = 20_000;

const formHeader = (port) =>
  `POST /repair HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const randomPage = () => `/inventory?mileageTo=${100_000 + Math.floor(Math.random() * 800_000)}`;

/** Each attack: how many connections it holds, and what each of them sends. A connection that is closed is opened again. */
export const ATTACKS = {
  // What the machine itself takes, for comparison.
  "no attack": { connections: 0, attack: () => undefined },
  "2,050 slow forms": {
    connections: 2_050,
    attack: (socket, port) => {
      socket.write(`${formHeader(port)}Content-Length: 60000\r\n\r\na=`);
      return setInterval(() => socket.write("b"), 5_000);
    },
  },
  "100 connections ask for random pages": {
    connections: 100,
    attack: (socket, port) => {
      const ask = () => socket.write(`GET ${randomPage()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
      ask();
      socket.on("data", (data) => {
        if (data.includes("\r\n0\r\n\r\n") || data.includes("HTTP/1.1 429")) ask();
      });
    },
  },
  "100 connections send invalid forms": {
    connections: 100,
    attack: (socket, port) => {
      const send = () => socket.write(`${formHeader(port)}Content-Length: 3\r\n\r\na=b`);
      send();
      socket.on("data", (data) => {
        if (data.includes("\r\n0\r\n\r\n") || data.includes("HTTP/1.1 429")) send();
      });
    },
  },
  "50 connections pipeline requests": {
    connections: 50,
    attack: (socket, port) => {
      const many = () =>
        Array.from(
          { length: 500 },
          () => `GET ${randomPage()} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
        ).join("");
      const write = () => {
        while (!socket.destroyed && socket.write(many()));
      };
      write();
      socket.on("drain", write);
      // Reads nothing, so that the responses stay on the other side.
      socket.pause();
    },
  },
};

/** Runs an attack, from this process, until it is killed. */
function runAttack({ connections, attack }, port) {
  const open = () => {
    const socket = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.1" });
    let timer;
    socket.once("connect", () => {
      timer = attack(socket, port);
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearInterval(timer);
      setTimeout(open, 500);
    });
    // Otherwise a connection that the other side has closed stays half open.
    if (!socket.readableFlowing) socket.resume();
  };
  for (let count = 0; count < connections; count++) open();
}

/**
 * Runs every attack against a site of its own.
 * @param {number} seconds for each
 * @returns for each attack: the visitor's number of pages, of failures, their 50th and 99th percentile in ms, the site's peak
 *   memory in MB, and whether both targets are met
 */
export async function flood(seconds = 20, names = Object.keys(ATTACKS)) {
  const rows = [];
  for (const name of names) {
    const site = await startDrillSite();
    const attacker = fork(fileURLToPath(import.meta.url), ["attack", name, String(site.port)]);
    try {
      await delay(2_000);
      const { times, failures } = await visitHome(site.port, seconds);
      const p99 = percentile(times, 0.99);
      const peak = site.peakMemory();
      const ok = failures === 0 && p99 < HOME_TARGET_MS && peak < MEMORY_TARGET_MB;
      rows.push({ name, pages: times.length, failures, p50: percentile(times, 0.5), p99, peak, ok });
    } finally {
      attacker.kill("SIGKILL");
      await site.stop();
    }
  }
  return rows;
}

/** A visitor at 127.0.0.2 asks for the home page, over a new connection each time. */
async function visitHome(port, seconds) {
  const times = [];
  let failures = 0;
  const visits = [];
  const visit = async () => {
    const started = performance.now();
    const status = await statusOf({ port, path: "/", localAddress: "127.0.0.2", agent: false });
    if (status !== 200) failures++;
    times.push(performance.now() - started);
  };
  for (let count = 0; count < (seconds * 1000) / VISIT_INTERVAL_MS; count++) {
    visits.push(visit());
    await delay(VISIT_INTERVAL_MS);
  }
  await Promise.all(visits);
  return { times, failures };
}

/**
 * Thirty browsers behind one address, each with six connections, open pages with their assets at the same moment.
 * @returns how often each status was answered, and how long the slowest page took in ms
 */
export async function busyShop({ port, people = 30, clicks = 3, headers = {} }) {
  const statuses = {};
  let slowest = 0;
  await Promise.all(
    Array.from({ length: people }, async (_, person) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 6 });
      const ask = async (path) => {
        const status = await statusOf({ port, path, agent, headers });
        statuses[status] = (statuses[status] ?? 0) + 1;
      };
      for (let click = 0; click < clicks; click++) {
        const started = performance.now();
        await ask(`/inventory?search=${person}-${click}`);
        slowest = Math.max(slowest, performance.now() - started);
        // A list page has a dozen files and two dozen pictures.
        await Promise.all(Array.from({ length: 36 }, () => ask("/favicon.svg")));
      }
      agent.destroy();
    }),
  );
  return { statuses, slowest: Math.round(slowest) };
}

function statusOf(options) {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", timeout: VISIT_TIMEOUT_MS, ...options }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode));
      response.once("error", () => resolve("failed"));
    });
    request.once("timeout", () => request.destroy());
    request.once("error", () => resolve("failed"));
  });
}

function percentile(times, share) {
  const sorted = times.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}

async function main([role, name, port]) {
  if (role === "attack") return runAttack(ATTACKS[name], Number(port));
  const rows = await flood(
    Number(role ?? 20),
    name ? Object.keys(ATTACKS).filter((one) => one.includes(name)) : undefined,
  );
  console.table(rows);
  const site = await startDrillSite();
  const shop = await busyShop(site).finally(() => site.stop());
  console.log("Thirty people behind one address:", shop.statuses, `slowest page ${shop.slowest} ms`);
  process.exitCode = rows.every(({ ok }) => ok) && Object.keys(shop.statuses).join() === "200" ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) await main(process.argv.slice(2));
