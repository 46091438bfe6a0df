// The same site on SQLite and on PostgreSQL, side by side: an unchanged page, fresh JSON, an insert, and every filter and order of
// the lists of 10,000 and of a million vehicles for sale: `npm run bench:engines`. Options: --vehicles 1000000 --rounds 20.
// Two processes share PostgreSQL, and requests take turns between them. Each list page is asked for right after a change.
import { cpus, loadavg, totalmem } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import type { OpenedDatabase } from "../app/db/engine";
import { startPostgres } from "../scripts/postgres-server.mjs";
import { positiveInteger, printTable, quantile } from "./report";
import { processorSeconds, type Server, seedSample, startServer, temporaryFolder } from "./servers";

const FEW = 10_000;
/** What a list page must answer within, at the 95th percentile, in milliseconds. */
const LIMIT_MS = 50;
const CONNECTIONS = 10;
const REQUESTS = 2000;
const FRESH_REQUESTS = 60;
const INSERTS = 400;
/** Longer than a process takes to be told of another one's write. */
const TOLD_MS = 40;
const ACCOUNT = { username: "bench", password: "correct horse battery" };
const BATCHED = "/api/vehicle-data/batched";

const PUBLIC_LISTS = {
  "first page": "",
  "page 20": "page=20",
  "last page": "page=100000",
  "a make": "make=Toyota",
  "a make of few": "make=Saab",
  "make and model": "make=Toyota&model=Model+5",
  years: "yearFrom=2010&yearTo=2014",
  "least price": "priceFrom=50000",
  "highest price": "priceTo=10000",
  "highest mileage": "mileageTo=50000",
  condition: "condition=good",
  fuel: "fuel=diesel",
  "fuel, one in fifty": "fuel=electric",
  drive: "drive=awd",
  "several filters": "yearFrom=2012&priceTo=20000&condition=good&drive=awd",
  "a make, by price": "make=Toyota&sort=price-low",
  "price, low first": "sort=price-low",
  "price, high first": "sort=price-high",
  "price, high first, last page": "sort=price-high&page=100000",
  "mileage, low first": "sort=mileage-low",
  "year, new first": "sort=year-new",
  "year, old first": "sort=year-old",
};
const STAFF_LISTS = {
  "first page": "",
  "last page": "page=100000",
  "a status": "status=sold",
  "oldest first": "sort=oldest",
  "stock number": "sort=stock-number",
  "make, A to Z": "sort=make",
  "year, new first": "sort=year-new",
  "price, high first": "sort=price-high",
};
/** These are apart, because most miss the limit with a million. */
const SEARCHES = {
  "search: a make": "q=toyota",
  "search: two words": "q=toyota+blue",
  "search: a stock number": "q=s0000777",
};
const LISTS: [name: string, path: string][] = [
  ...Object.entries(PUBLIC_LISTS).map(([name, query]): [string, string] => [name, `/inventory?${query}`]),
  ...Object.entries(STAFF_LISTS).map(([name, query]): [string, string] => [
    `staff: ${name}`,
    `/admin/retail-vehicles?${query}`,
  ]),
  ...Object.entries(SEARCHES).map(([name, query]): [string, string] => [name, `/inventory?${query}`]),
];

/** One engine with the processes that serve it. */
interface Site {
  name: string;
  servers: Server[];
  database: OpenedDatabase;
  cookie: string;
  /** The processes of the site and of its database, whose processor time counts. */
  pids: () => Promise<number[]>;
}

interface Measured {
  times: number[];
  /** What the site and its database took of a processor, in milliseconds for each. */
  processorMs: number;
}

const { values: options } = parseArgs({
  options: { vehicles: { type: "string", default: "1000000" }, rounds: { type: "string", default: "20" } },
});
const vehicles = positiveInteger("vehicles", options.vehicles);
const rounds = positiveInteger("rounds", options.rounds);

// Read as the modules below are loaded.
process.env.DATA_DIR = path.join(temporaryFolder, "unused");
const { openDatabase } = await import("../app/db/sqlite/open.server");
const { openPostgres } = await import("../app/db/postgres/engine.server");
const { addVehicles, copyVehicles } = await import("./inventory-rows");

let lastNumber = 0;
const started = performance.now();
const postgres = await startPostgres({ durable: true });
process.once("exit", postgres.stop);

console.log("Starting the site on SQLite and two processes of it on PostgreSQL …");
const sqliteSite = await startOnSqlite();
const postgresSite = await startOnPostgres();
const onePostgres: Site = { ...postgresSite, servers: postgresSite.servers.slice(0, 1) };
const sites: Site[] = [sqliteSite, onePostgres, postgresSite];

const small = [
  await compareRequests("unchanged page", REQUESTS, (site, number) => get(site, number, "/inventory")),
  await compareRequests(
    "part request stored, one after the other",
    INSERTS / 4,
    (site, number) => insertRequest(site, number),
    1,
  ),
  await compareRequests(`part request stored, ${CONNECTIONS} at a time`, INSERTS, (site, number) =>
    insertRequest(site, number),
  ),
  await compareFreshJson(),
];
const tables: [count: number, rows: string[][]][] = [];
await eachDatabase((database) => addVehicles(database.db, FEW));
tables.push([FEW, await compareLists()]);
const copies = Math.ceil(vehicles / FEW) - 1;
if (copies > 0) {
  await eachDatabase((database) => copyVehicles(database.db, copies));
  tables.push([FEW * (copies + 1), await compareLists()]);
}

const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
const minutes = ((performance.now() - started) / 60_000).toFixed(1);
console.log(`\n${machine}, Node ${process.version}, ${await serverVersion()}, both on disk at each commit.`);
console.log(
  `It took ${minutes} minutes; the machine's load was ${loadavg()[1]?.toFixed(1)} in the last five.`,
);
console.log(
  `\nMilliseconds, ${CONNECTIONS} at a time unless it says otherwise; the processor time is the site's and PostgreSQL's:`,
);
const columns = (engine: string) => [`${engine} p50`, "p95", "processor"];
printTable(
  ["", ...columns("SQLite"), ...columns("PostgreSQL"), ...columns("two processes"), "ratio of processor"],
  small,
);
for (const [count, rows] of tables) {
  console.log(
    `Milliseconds of a page of ${count.toLocaleString("en-US")} vehicles right after a change, one at a time:`,
  );
  printTable(["list", ...columns("SQLite"), ...columns("PostgreSQL"), "ratio of processor"], rows);
}
const [, largest = []] = tables.at(-1) ?? [];
for (const [name, column] of [
  ["SQLite", 2],
  ["PostgreSQL", 5],
] as const) {
  const over = (at: number) =>
    largest
      .filter((row) => Number(row[at]) > LIMIT_MS)
      .map(([list]) => list)
      .join("; ") || "none";
  console.log(`${name}, over ${LIMIT_MS} ms at the 95th percentile: ${over(column)}.`);
  console.log(`${name}, over ${LIMIT_MS} ms of processor time: ${over(column + 1)}.`);
}
// The servers end with this process.
process.exit();

async function startOnSqlite(): Promise<Site> {
  const folder = path.join(temporaryFolder, "sqlite");
  const environment = siteSettings(folder, {});
  const server = await startSeeded(environment);
  return {
    name: "SQLite",
    servers: [server],
    database: openDatabase(path.join(folder, "data", "site.db")),
    cookie: await signIn(server),
    pids: async () => [server.pid],
  };
}

async function startOnPostgres(): Promise<Site> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: `${postgres.address}postgres` });
  await client.connect();
  await client.query("create database bench");
  await client.end();
  const backends = new pg.Client({ connectionString: `${postgres.address}bench` });
  const address = `${postgres.address}bench`;
  const environment = siteSettings(path.join(temporaryFolder, "postgres"), { DATABASE_URL: address });
  const servers = [await startSeeded(environment), await startServer(["scripts/start.mjs"], environment)];
  await backends.connect();
  return {
    name: "PostgreSQL",
    servers,
    database: await openPostgres(address),
    cookie: await signIn(servers[0] as Server),
    pids: async () => {
      const { rows } = await backends.query(
        "select pid from pg_stat_activity where backend_type = 'client backend'",
      );
      return [...servers.map(({ pid }) => pid), ...rows.map(({ pid }) => pid)];
    },
  };
}

function siteSettings(folder: string, more: Record<string, string>): Record<string, string> {
  return {
    DATA_DIR: path.join(folder, "data"),
    UPLOADS_DIR: path.join(folder, "uploads"),
    SESSION_SECRET: "bench".repeat(10),
    ADMIN_USERNAME: ACCOUNT.username,
    ADMIN_PASSWORD: ACCOUNT.password,
    // Requests come from many visitors, or the limits for one would be measured.
    TRUST_PROXY: "1",
    ...more,
  };
}

async function startSeeded(environment: Record<string, string>): Promise<Server> {
  seedSample(environment, { pictures: false });
  return startServer(["scripts/start.mjs"], environment);
}

async function eachDatabase(run: (database: OpenedDatabase) => Promise<void>): Promise<void> {
  for (const { name, database } of [sqliteSite, postgresSite]) {
    const started = performance.now();
    await run(database);
    const count = await database.db
      .selectFrom("retailVehicles")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    const seconds = ((performance.now() - started) / 1000).toFixed(0);
    console.log(`${count.count.toLocaleString("en-US")} vehicles on ${name}, ${seconds} s.`);
  }
  // What the server does by itself within a minute of such a load.
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: `${postgres.address}bench` });
  await client.connect();
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
}

async function compareRequests(
  name: string,
  count: number,
  run: (site: Site, number: number) => Promise<unknown>,
  connections = CONNECTIONS,
): Promise<string[]> {
  console.log(`${name} …`);
  const measured: Measured[] = [];
  for (const site of sites) {
    for (let number = 0; number < 20; number++) await run(site, nextNumber());
    let left = count;
    measured.push(
      await measure(site, async (times) => {
        const worker = async () => {
          while (left-- > 0) times.push(await timed(() => run(site, nextNumber())));
        };
        await Promise.all(Array.from({ length: connections }, worker));
      }),
    );
  }
  return [name, ...sideBySide(measured)];
}

/** The JSON of the whole sample inventory, each time after a vehicle has changed. */
async function compareFreshJson(): Promise<string[]> {
  console.log("fresh JSON …");
  const measured: Measured[] = [];
  for (const site of sites) {
    let before = await get(site, 0, BATCHED);
    measured.push(
      await measure(site, async (times) => {
        while (times.length < FRESH_REQUESTS) {
          await change(site);
          const began = performance.now();
          const body = await get(site, times.length, BATCHED);
          const time = performance.now() - began;
          // Otherwise the process had not been told yet.
          if (body !== before) times.push(time);
          before = body;
        }
      }),
    );
  }
  return ["fresh JSON, one after the other", ...sideBySide(measured)];
}

async function compareLists(): Promise<string[][]> {
  const rows: string[][] = [];
  for (const [name, address] of LISTS) {
    const measured: Measured[] = [];
    for (const site of [sqliteSite, onePostgres]) {
      // What is read once a minute, and the plan.
      await get(site, 0, address);
      measured.push(
        await measure(site, async (times) => {
          for (let round = 0; round < rounds; round++) {
            await change(site);
            times.push(await timed(() => get(site, 0, address)));
          }
        }),
      );
    }
    rows.push([name, ...sideBySide(measured)]);
  }
  return rows;
}

async function measure(site: Site, run: (times: number[]) => Promise<void>): Promise<Measured> {
  const times: number[] = [];
  const before = await processorTimes(site);
  await run(times);
  let seconds = 0;
  // A connection may have been opened meanwhile, or closed.
  for (const [pid, time] of await processorTimes(site)) seconds += time - (before.get(pid) ?? 0);
  return { times, processorMs: (seconds * 1000) / times.length };
}

async function processorTimes({ pids }: Site): Promise<Map<number, number>> {
  return new Map((await pids()).map((pid) => [pid, processorSeconds(pid)]));
}

/** The median, the 95th percentile and the processor time of each; then what the second takes of the first's. */
function sideBySide(measured: Measured[]): string[] {
  const figures = measured.flatMap(({ times, processorMs }) => [
    quantile(times, 0.5),
    quantile(times, 0.95),
    processorMs,
  ]);
  const ratio = (measured[1]?.processorMs ?? 0) / (measured[0]?.processorMs ?? 1);
  return [...figures.map((ms) => ms.toFixed(1)), ratio.toFixed(1)];
}

/** Changes a vehicle for sale from outside, and waits until every process has been told. */
async function change({ database }: Site): Promise<void> {
  await database.db
    .updateTable("retailVehicles")
    .set(({ eb }) => ({ mileage: eb("mileage", "+", 1) }))
    .where("id", "=", (eb) =>
      eb
        .selectFrom("retailVehicles")
        .select("id")
        .where("status", "=", "available")
        .where("mileage", "is not", null)
        .orderBy("id")
        .limit(1),
    )
    .execute();
  await sleep(TOLD_MS);
}

async function get(site: Site, number: number, address: string): Promise<string> {
  const staff: Record<string, string> = address.startsWith("/admin") ? { Cookie: site.cookie } : {};
  const response = await fetch(server(site, number).url + address, {
    headers: { ...staff, "X-Forwarded-For": visitor(number) },
    redirect: "manual",
  });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${site.name}: ${address} responds with ${response.status}.`);
  return body;
}

async function insertRequest(site: Site, number: number): Promise<void> {
  const response = await fetch(`${server(site, number).url}/api/part-requests`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Forwarded-For": visitor(number) },
    body: JSON.stringify({
      vin: "1HGCM82633A004352",
      vehicleInfo: { year: "2003", make: "Honda", model: "Accord" },
      partDetails: { system: "Exterior", component: "Hood - Hood Latch" },
      customerInfo: { name: `Customer ${number}`, phone: "5555550101", email: "ann@example.com" },
    }),
  });
  const text = await response.text();
  if (response.status !== 201) throw new Error(`${site.name}: a part request got ${response.status} ${text}`);
}

/** The processes in turn. */
function server({ servers }: Site, number: number): Server {
  return servers[number % servers.length] as Server;
}

function visitor(number: number): string {
  return `10.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
}

function nextNumber(): number {
  return ++lastNumber;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await run();
  return performance.now() - began;
}

async function signIn({ url }: Server): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams(ACCOUNT),
  });
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}

async function serverVersion(): Promise<string> {
  const { rows } = await sql<{ version: string }>`select split_part(version(), ' (', 1) as version`.execute(
    postgresSite.database.db,
  );
  return rows[0]?.version ?? "";
}
