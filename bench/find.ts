// How long a search of everything takes with 10,000 parts, 2,000 cars and 5,000 requests, with ten times as many, and what one is to
// the other, on SQLite and then on PostgreSQL: `npm run bench:find`. Each search is new. On a busy machine the processor's time, with
// that of PostgreSQL's processes on Linux, says more than the clock's.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { NewRow } from "../app/db/schema";
import { startPostgres } from "../scripts/postgres-server.mjs";
import { randomNumbers, YARD } from "../tests/support/part-queries";
import { partRows } from "../tests/support/part-rows";
import { printTable, quantile } from "./report";
import { temporaryFolder } from "./servers";

const FEW = { parts: 10_000, cars: 2000, requests: 5000 };
const MANY = { parts: 100_000, cars: 20_000, requests: 50_000 };
const ROUNDS = 60;
const ROWS_PER_INSERT = 400;
const NAMES = "Dave Ann Stan Marta Cal Ivy Luis Keisha Tom Priya Omar Jen Walt Rosa Hank Mei".split(" ");
const SURNAMES =
  "Miller Lee Wu Reyes Jones Quist Ortiz Brown Novak Shah Haddad Olsen Kim Diaz Ford Chen".split(" ");
const ASKED = "Transmission Alternator Engine Mirror Radiator Headlight Starter Fender Wheel Hood".split(" ");
const WROTE = [
  "Slips in third gear",
  "Left side please",
  "Needed by Friday",
  "Any color is fine",
  "Does it ship",
];

const isPostgres = process.env.DATABASE_URL !== undefined;
/** What the 95th percentile must stay under, in milliseconds. */
const LIMIT_MS = isPostgres ? 50 : 30;

process.env.DATA_DIR = temporaryFolder;
const { db, engine, transaction } = await import("../app/db/connection.server");
const { searchTextOf } = await import("../app/collections/store.server");
const { PART_RECORDS } = await import("../app/parts/part.server");
const requests = await import("../app/requests/record.server");
const { PART_REQUESTS } = await import("../app/requests/part-requests");
const { fillSearchIndex, searchEverything } = await import("../app/search/search.server");
const { addVehicles } = await import("./inventory-rows");

const random = randomNumbers(7);
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
const digits = (count: number) => String(Math.floor(random() * 10 ** count)).padStart(count, "0");

const SEARCHES: [name: string, q: (round: number) => string][] = [
  ["a part's stock number", (round) => `B${round * 40}-${(round % 33) + 1}`],
  ["a car's stock number", (round) => `S${String(round * 31).padStart(7, "0")}`],
  ["the last six of a VIN", (round) => String(round * 31).padStart(6, "0")],
  ["the last four of a phone", () => digits(4)],
  ["a phone number", () => `(555) ${digits(3)}-${digits(4)}`],
  ["a name", () => `${pick(NAMES)} ${pick(SURNAMES)}`],
  ["a first name", () => pick(NAMES)],
  ["a name and what they asked for", () => `${pick(NAMES)} ${pick(ASKED)}`],
  ["a part and a car", () => `${pick(ASKED)} ${pick(YARD).slice(0, 2).join(" ")}`],
  ["a make", () => pick(["Honda", "Ford", "Toyota"])],
  ["a make that is being typed", () => pick(["hon", "for", "toy"])],
  ["a year and a make", () => `20${10 + Math.floor(random() * 9)} ${pick(["Honda", "Ford", "Toyota"])}`],
  ["what a customer wrote", () => pick(["slips third", "left side", "by friday", "ship"])],
  ["nothing", (round) => `zeppelin ${round}`],
];

for (const file of readdirSync("migrations").sort()) {
  const { up } = await import(path.resolve("migrations", file));
  await engine.db.transaction().execute(up);
}
await engine.afterMigrations();
const fewTook = await add({ parts: 0, cars: 0, requests: 0 }, FEW);
const few = await measure();
const manyTook = await add(FEW, MANY);
const many = await measure();
console.log(
  `\n${isPostgres ? "PostgreSQL" : "SQLite"}: milliseconds of a search with ${Object.entries(MANY)
    .map(([what, count]) => `${count.toLocaleString("en-US")} ${what}`)
    .join(", ")}, and with a tenth of them:`,
);
printTable(
  ["search", "p95 of a tenth", "p95", "median", "cpu p95", "ratio"],
  SEARCHES.map(([name], index) => {
    const [before, after] = [few[index] ?? [], many[index] ?? []];
    const cpu = (times: typeof after) =>
      quantile(
        times.map(({ cpu }) => cpu),
        0.95,
      );
    const wall = (times: typeof after, share: number) =>
      quantile(
        times.map(({ wall }) => wall),
        share,
      );
    const cells = [wall(before, 0.95), wall(after, 0.95), wall(after, 0.5), cpu(after)];
    return [
      name,
      ...cells.map((cell) => cell.toFixed(2)),
      (wall(after, 0.95) / wall(before, 0.95)).toFixed(1),
    ];
  }),
);
const all = many.flat();
const p95 = quantile(
  all.map(({ wall }) => wall),
  0.95,
);
const cpuP95 = quantile(
  all.map(({ cpu }) => cpu),
  0.95,
);
const ratio =
  p95 /
  quantile(
    few.flat().map(({ wall }) => wall),
    0.95,
  );
console.log(
  `All together: ${p95.toFixed(1)} ms at the 95th percentile, ${cpuP95.toFixed(1)} of the processor's time; ${ratio.toFixed(1)} times that of a tenth; the limit is ${LIMIT_MS} ms.`,
);
console.log(
  `The index was filled in ${(fewTook / 1000).toFixed(1)} and ${(manyTook / 1000).toFixed(1)} seconds.`,
);

if (!isPostgres) {
  const server = await startPostgres({ durable: true });
  process.once("exit", server.stop);
  const options = ["--import", "tsx", path.resolve("bench/find.ts")];
  const [POSTMASTER] = readFileSync(path.join(server.data, "postmaster.pid"), "utf8").split("\n");
  const environment = { ...process.env, DATABASE_URL: `${server.address}postgres`, POSTMASTER };
  const { status } = spawnSync(process.execPath, options, { stdio: "inherit", env: environment });
  process.exitCode = status ?? 1;
}
// The databases end with this process.
process.exit();

type Counts = typeof FEW;

/** @returns how long the index took to fill, in milliseconds */
async function add(from: Counts, to: Counts): Promise<number> {
  const parts = partRows(to.parts, 5)
    .slice(from.parts)
    .map((row) => ({ ...row, searchText: searchTextOf(PART_RECORDS, row) }));
  await insertAll(parts, async (rows) => void (await db.insertInto("parts").values(rows).execute()));
  await addVehicles(engine.db, to.cars, from.cars);
  const asked = Array.from({ length: to.requests - from.requests }, (_, at) =>
    requestRow(from.requests + at),
  );
  await insertAll(asked, async (rows) => void (await db.insertInto("partRequests").values(rows).execute()));
  const started = performance.now();
  await fillSearchIndex();
  return performance.now() - started;
}

async function insertAll<Item>(rows: Item[], insert: (rows: Item[]) => Promise<void>): Promise<void> {
  await transaction(async () => {
    for (let start = 0; start < rows.length; start += ROWS_PER_INSERT)
      await insert(rows.slice(start, start + ROWS_PER_INSERT));
  });
}

function requestRow(number: number): NewRow<"partRequests"> {
  const [make, model, year] = pick(YARD);
  const createdAt = new Date(Date.UTC(2024, 0, 1) + number * 600_000).toISOString();
  const name = `${pick(NAMES)} ${pick(SURNAMES)}`;
  const row = {
    id: `01BENCH${String(number).padStart(19, "0")}`,
    ...{ createdAt, updatedAt: createdAt, status: number % 5 === 0 ? "pending" : "fulfilled", notes: "[]" },
    answerDueAt: createdAt,
    firstAnsweredAt: number % 5 === 0 ? null : createdAt,
    vin: number % 3 === 0 ? `1HGCM82633A${digits(6)}` : null,
    ...{ vehicleYear: String(year), vehicleMake: make, vehicleModel: model },
    ...{ partSystem: "Engine/Accessories", partComponent: pick(ASKED), partAdditionalInfo: pick(WROTE) },
    customerName: name,
    customerPhone: `(555) ${digits(3)}-${digits(4)}`,
    customerEmail: `${name.toLowerCase().replace(" ", ".")}${number}@example.com`,
  };
  return { ...row, searchText: requests.searchTextOf(PART_REQUESTS, row) };
}

async function measure(): Promise<{ wall: number; cpu: number }[][]> {
  await searchEverything("warm up");
  const measured = [];
  for (const [, q] of SEARCHES) {
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      const text = q(round);
      const before = cpuTime();
      const started = performance.now();
      await searchEverything(text);
      times.push({ wall: performance.now() - started, cpu: cpuTime() - before });
    }
    measured.push(times);
  }
  return measured;
}

/** The processor's time that this process and PostgreSQL's have taken, in milliseconds. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  const postmaster = process.env.POSTMASTER;
  const children =
    postmaster && process.platform === "linux"
      ? readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, "utf8").trim().split(" ")
      : [];
  const nanoseconds = children.map((id) => {
    try {
      return Number(readFileSync(`/proc/${id}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      return 0; // It has ended since.
    }
  });
  return (user + system) / 1000 + nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6;
}
