// Requests per second of the site, of bare Express and of bare node:http, all sending the same bytes:
// `npm run bench:server`. Options: --seconds 5 --rounds 3. Ends with status 1 if a target is missed.
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { cpus } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { parseArgs } from "node:util";
import autocannon from "autocannon";
import Database from "better-sqlite3";
import type { CapturedResponse } from "./bare-server";
import { median, positiveInteger, printTable } from "./report";
import {
  processorSeconds as readProcessorSeconds,
  type Server,
  siteEnvironment,
  startServer,
  startSite,
  temporaryFolder,
} from "./servers";

const BATCHED = "/api/vehicle-data/batched";
/** What the site must reach of bare Express. */
const UNCHANGED_TARGET = 0.8;
const FRESH_TARGET = 0.5;
const WARM_UP_SECONDS = 2;
const CONNECTIONS = 10;
/** What Chrome accepts, so that the responses are those a browser gets. */
const BROWSER = { "accept-encoding": "gzip, deflate, br, zstd" };
const PLAIN = { "accept-encoding": "identity" };
/** Headers that node:http adds by itself. */
const NODE_HEADERS = ["connection", "content-length", "date", "keep-alive", "transfer-encoding"];
const HAS_PROC = existsSync("/proc/self/stat");

interface LoadedRequest {
  path: string;
  headers: Record<string, string>;
  /** The expected status, 200 if left out. */
  status?: number;
  /** Runs before each request. */
  beforeRequest?: () => void;
}

const { values: options } = parseArgs({
  options: { seconds: { type: "string", default: "5" }, rounds: { type: "string", default: "3" } },
});
const seconds = positiveInteger("seconds", options.seconds);
const rounds = positiveInteger("rounds", options.rounds);
const rows: string[][] = [];
let isMissed = false;

console.log("Seeding the sample inventory and starting the servers …");
const site = await startSite();
const captured: CapturedResponse[] = [];
for (const path of ["/", "/inventory", BATCHED]) {
  // The load fills the site's caches.
  await load(site, { path, headers: BROWSER }, WARM_UP_SECONDS);
  captured.push(await capture(site, path));
}
const file = path.join(temporaryFolder, "captured.json");
writeFileSync(file, JSON.stringify(captured));
const express = await startBareServer("express", file);
const http = await startBareServer("http", file);
for (const response of captured) {
  const { path } = response;
  const ifNoneMatch = { ...BROWSER, "if-none-match": String(response.headers.etag) };
  await expectSameResponse(express, response);
  await expectSameResponse(http, response);
  await compare(path, [site, express, http], UNCHANGED_TARGET, { path, headers: BROWSER });
  await compare(`${path}, 304`, [site, express], UNCHANGED_TARGET, {
    path,
    headers: ifNoneMatch,
    status: 304,
  });
}
await compareFresh();
const unit = HAS_PROC ? "the server's processor time" : "time";
console.log(`\n${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.version}.`);
console.log(`Requests per second of ${unit}, the median of ${rounds} × ${seconds} s:`);
printTable(["response", "site", "bare Express", "ratio", "bare `node:http`", "target"], rows);
process.exit(isMissed ? 1 : 0);

/** The batched JSON with a vehicle changed before each request, by another process than the servers'. */
async function compareFresh(): Promise<void> {
  const queries = await startBareServer("queries");
  const database = new Database(path.join(siteEnvironment.DATA_DIR, "site.db"));
  database.pragma("synchronous = OFF");
  const change = database.prepare(
    "update dismantledVehicles set mileage = mileage + 1 where id = (select max(id) from dismantledVehicles where status <> 'Scrapped')",
  );
  const before = await capture(site, BATCHED, PLAIN);
  change.run();
  const after = await capture(site, BATCHED, PLAIN);
  const expected = await capture(queries, BATCHED, PLAIN);
  if (after.body === before.body) throw new Error("the site sends the same JSON after a vehicle has changed");
  if (after.body !== expected.body) throw new Error("the site and bare Express send different JSON");
  for (const [name, headers] of Object.entries({ "not compressed": PLAIN, compressed: BROWSER })) {
    await compare(`${BATCHED}, fresh data each time, ${name}`, [site, queries], FRESH_TARGET, {
      path: BATCHED,
      headers,
      beforeRequest: () => change.run(),
    });
  }
}

function startBareServer(...args: string[]): Promise<Server> {
  return startServer(["--import", "tsx", "bench/bare-server.ts", ...args], siteEnvironment);
}

async function expectSameResponse(server: Server, expected: CapturedResponse): Promise<void> {
  const sort = ({ headers, body }: CapturedResponse) =>
    JSON.stringify([Object.entries(headers).sort(), body]);
  if (sort(await capture(server, expected.path)) !== sort(expected))
    throw new Error(`${server.url}${expected.path} sends other bytes than the site`);
}

async function capture(server: Server, path: string, headers = BROWSER): Promise<CapturedResponse> {
  // Unlike `fetch`, this leaves the body compressed.
  const [response] = (await once(get(server.url + path, { headers }), "response")) as [IncomingMessage];
  const body = (await buffer(response)).toString("base64");
  if (response.statusCode !== 200) throw new Error(`${path} responds with status ${response.statusCode}`);
  const kept = Object.entries(response.headers).filter(([name]) => !NODE_HEADERS.includes(name));
  return { path, headers: Object.fromEntries(kept) as CapturedResponse["headers"], body };
}

/** Loads the servers in turn in each round, so that a slow minute of the machine slows all of them. */
async function compare(
  name: string,
  servers: Server[],
  target: number,
  request: LoadedRequest,
): Promise<void> {
  console.log(`${name} …`);
  const rates = servers.map((): number[] => []);
  for (const server of servers) await load(server, request, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round++) {
    for (const [index, server] of servers.entries()) rates[index]?.push(await load(server, request, seconds));
  }
  const [siteRate = 0, expressRate = 0, httpRate] = rates.map(median);
  const ratio = siteRate / expressRate;
  const format = (rate?: number) => (rate ? Math.round(rate).toLocaleString("en-US") : "");
  const verdict = ratio < target ? `${target} MISSED` : String(target);
  rows.push([name, format(siteRate), format(expressRate), ratio.toFixed(2), format(httpRate), verdict]);
  if (ratio < target) isMissed = true;
}

/**
 * Requests per second of processor time, which neither neighbors on the machine nor a slow load generator change.
 * @throws Error if a response fails or has another status
 */
async function load(server: Server, request: LoadedRequest, duration: number): Promise<number> {
  const { path, headers, status = 200, beforeRequest } = request;
  const setupRequest = (parts: object) => {
    beforeRequest?.();
    return parts;
  };
  const before = processorSeconds(server);
  const { requests, errors, statusCodeStats } = await autocannon({
    url: server.url + path,
    headers,
    duration,
    // With more than one, a server could respond twice between two changes.
    connections: beforeRequest ? 1 : CONNECTIONS,
    ...(beforeRequest && { requests: [{ setupRequest }] }),
  });
  const spent = processorSeconds(server) - before;
  const statuses = Object.keys(statusCodeStats).join(", ");
  if (errors > 0 || statuses !== String(status))
    throw new Error(`${server.url}${path}: ${errors} errors, status ${statuses}`);
  return requests.total / spent;
}

/** The processor time of a server; where there is no /proc, the time. */
function processorSeconds({ pid }: Server): number {
  if (!HAS_PROC) return performance.now() / 1000;
  return readProcessorSeconds(pid);
}
