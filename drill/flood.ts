import { fork } from "node:child_process";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Outcome } from "./cases";
import { type Attack, CROWDS } from "./crowds";
import { clickAtOnce, statusOf } from "./people";
import { newInventory, startSite } from "./site";

/*
 * What one machine can take of the site from the others: each attack comes from 127.0.0.1 while a visitor at 127.0.0.2 asks for
 * the home page. TRUST_PROXY is 0, so that an address is the connection's.
 */

const HOME_TARGET_MS = 250;
const MEMORY_TARGET_MB = 600;
const SECONDS = 12;
const VISIT_INTERVAL_MS = 50;

const formHeader = (port: number) =>
  `POST /repair HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\n`;
const randomPage = () => `/inventory?mileageTo=${100_000 + Math.floor(Math.random() * 800_000)}`;

export const ATTACKS: Record<string, Attack> = {
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
      return undefined;
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
      return undefined;
    },
  },
  "50 connections send endless headers": {
    connections: 50,
    attack: (socket, port) => {
      socket.write(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`);
      return setInterval(() => socket.write(`X-Header: ${"x".repeat(4_000)}\r\n`), 20);
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
      return undefined;
    },
  },
  ...CROWDS,
};

/** Runs an attack, from this process, until it is killed. */
function runAttack({ connections, addresses = ["127.0.0.1"], attack }: Attack, port: number): void {
  const open = (localAddress: string) => {
    const socket = connect({ port, host: "127.0.0.1", localAddress });
    let timer: NodeJS.Timeout | undefined;
    socket.once("connect", () => {
      timer = attack(socket, port);
    });
    socket.on("error", () => undefined);
    socket.once("close", () => {
      clearInterval(timer);
      setTimeout(() => open(localAddress), 500);
    });
    // Otherwise a connection that the other side has closed stays half open.
    if (!socket.readableFlowing) socket.resume();
  };
  for (let count = 0; count < connections; count++) open(addresses[count % addresses.length] ?? "");
}

/** Runs one attack against a site of its own; the visitor must be served in time, and the memory stay bounded. */
export async function flood(name: string): Promise<Outcome> {
  const inventory = newInventory();
  ATTACKS[name]?.prepare?.(inventory);
  const site = await startSite(inventory, { TRUST_PROXY: "0" });
  const attacker = startAttack(name, site.port);
  try {
    await delay(2_000);
    const { times, failures } = await visitHome(site.port);
    const [p50, p99, peak] = [percentile(times, 0.5), percentile(times, 0.99), site.peakMemory()];
    return {
      happened: `${times.length} visits, ${failures} failed, p50 ${p50} ms, p99 ${p99} ms, ${peak} MB`,
      ok: failures === 0 && p99 < HOME_TARGET_MS && peak < MEMORY_TARGET_MB,
    };
  } finally {
    attacker.kill("SIGKILL");
    site.kill("SIGKILL");
    await site.ended;
  }
}

/** Runs an attack in a process of its own, from 127.0.0.1. */
export function startAttack(name: string, port: number) {
  return fork(fileURLToPath(import.meta.url), ["attack", name, String(port)]);
}

/** A visitor at 127.0.0.2 asks for the home page, over a new connection each time. */
export async function visitHome(port: number, seconds = SECONDS) {
  const times: number[] = [];
  let failures = 0;
  const visits: Promise<void>[] = [];
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

/** Thirty browsers behind one address, all at once: none may be refused. */
export async function busyShop(): Promise<Outcome> {
  const site = await startSite(newInventory(), { TRUST_PROXY: "0" });
  const statuses = await clickAtOnce({ port: site.port, people: 30, clicks: 3 });
  site.kill("SIGTERM");
  await site.ended;
  const seen = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
  return { happened: seen.join(", "), ok: Object.keys(statuses).join() === "200" };
}

export function percentile(times: number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? 0);
}

// The attacker is a process of its own.
const [, program, role, name = "", port] = process.argv;
const attack = ATTACKS[name];
if (program === fileURLToPath(import.meta.url) && role === "attack" && attack)
  runAttack(attack, Number(port));
