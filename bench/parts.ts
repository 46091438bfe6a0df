// How long a search for a part of a car, the staff's list of parts and the public list take with 1,000 parts and with 100,000 of
// 3,000 cars, and what one is to the other: `npm run bench:parts`. Each search is new, and every tenth comes right after a change.
import { readdirSync } from "node:fs";
import path from "node:path";
import { generateQueries } from "../tests/support/part-queries";
import { partRows } from "../tests/support/part-rows";
import { printTable, quantile } from "./report";
import { temporaryFolder } from "./servers";

const FEW = 1000;
const MANY = 100_000;
const SEARCHES = 400;
/** What the 95th percentile must stay under, in milliseconds. */
const LIMIT_MS = 20;

process.env.DATA_DIR = temporaryFolder;
const { db, engine } = await import("../app/db/connection.server");
const { findStock } = await import("../app/parts/find.server");
const { PART_LIST } = await import("../app/parts/part");
const { PART_STORE } = await import("../app/parts/part.server");
const { readPartQuery } = await import("../app/parts/query");
const { readStaffQuery } = await import("../app/lists/staff");
const { findPublicSlice, findStaffPage } = await import("../app/vehicles/inventory-lists.server");

const NOW = new Date("2026-11-22T12:00:00Z");
const searches = generateQueries(SEARCHES, 99).map(({ q }) => q);
const staff = (search: string) =>
  findStaffPage(PART_STORE, readStaffQuery(new URLSearchParams(search), PART_LIST));
const onShelf = (search: string) =>
  findPublicSlice(PART_STORE, readPartQuery(new URLSearchParams(search)), { limit: 24 });
const searched = (run: (params: string) => Promise<unknown>) => (index: number) =>
  run(`q=${encodeURIComponent(searches[index] ?? "")}`);
const BENCHES: [name: string, rounds: number, run: (index: number) => Promise<unknown>][] = [
  ["search: part and car", SEARCHES, (index) => findStock({ q: searches[index] }, NOW)],
  ["search: part alone", 60, (index) => findStock({ q: ["alternator", "mirror", "engine"][index % 3] }, NOW)],
  ["search: car alone", 60, (index) => findStock({ q: ["2010 accord", "f150", "chevy"][index % 3] }, NOW)],
  ["search: nothing", 60, (index) => findStock({ q: `zeppelin ${index}` }, NOW)],
  ["staff: first page", 60, () => staff("")],
  ["staff: part and car", 200, searched(staff)],
  ["staff: a stock number", 60, (index) => staff(`q=b1${index}`)],
  ["staff: an interchange number", 60, (index) => staff(`q=601-0${1000 + index}`)],
  ["staff: nothing", 60, (index) => staff(`q=zeppelin+${index}`)],
  ["staff: price, high first", 60, () => staff("sort=price-high")],
  ["staff: a status", 60, () => staff("status=Sold&page=3")],
  ["public list: 24 newest", 60, () => onShelf("")],
  ["public list: part and car", 200, searched(onShelf)],
];

for (const file of readdirSync("migrations").sort()) {
  const { up } = await import(path.resolve("migrations", file));
  await db.transaction().execute(up);
}
await addParts(0, FEW);
const few = await measure();
await addParts(FEW, MANY);
const many = await measure();
console.log(`\nMilliseconds, the 95th percentile and the median, of ${FEW} and of ${MANY} parts:`);
printTable(
  ["query", `p95 of ${FEW}`, `p95 of ${MANY}`, `median of ${MANY}`, "ratio of p95"],
  BENCHES.map(([name], index) => {
    const [before = Number.NaN, after = Number.NaN] = [few, many].map((times) =>
      quantile(times[index] ?? [], 0.95),
    );
    const middle = quantile(many[index] ?? [], 0.5);
    return [name, before.toFixed(2), after.toFixed(2), middle.toFixed(2), (after / before).toFixed(1)];
  }),
);
const worst = Math.max(...many.map((times) => quantile(times, 0.95)));
console.log(`The slowest has ${worst.toFixed(1)} ms at the 95th percentile; the limit is ${LIMIT_MS} ms.`);
await engine.close();

async function addParts(from: number, to: number): Promise<void> {
  const rows = partRows(to, 5).slice(from);
  await db.transaction().execute(async (within) => {
    for (let start = 0; start < rows.length; start += 400)
      await within
        .insertInto("parts")
        .values(rows.slice(start, start + 400))
        .execute();
  });
}

async function measure(): Promise<number[][]> {
  const { id } = await db
    .selectFrom("parts")
    .select((expression) => expression.fn.min("id").as("id"))
    .executeTakeFirstOrThrow();
  const all: number[][] = [];
  await findStock({ q: "alternator" }, NOW);
  for (const [, rounds, run] of BENCHES) {
    const times: number[] = [];
    for (let index = 0; index < rounds; index++) {
      if (index % 10 === 0)
        await db
          .updateTable("parts")
          .set({ notes: String(index) })
          .where("id", "=", id)
          .execute();
      const started = performance.now();
      await run(index);
      times.push(performance.now() - started);
    }
    all.push(times);
  }
  return all;
}
