// How long the queries behind the public lists take with ten vehicles and with ten thousand: `npm run bench:lists`.
// Counts and filter choices are cached until data changes, so each query runs right after a change and once more.
import { readdirSync } from "node:fs";
import path from "node:path";
import { median, printTable } from "./report";
import { temporaryFolder } from "./servers";

const FEW = 10;
const MANY = 10_000;
const ROUNDS = 60;
const MAKES = ["Ford", "Toyota", "Honda", "BMW", "Subaru", "Dodge", "Kia", "Volvo", "Mazda", "Jeep"];

process.env.DATA_DIR = temporaryFolder;
const { db, sqlite } = await import("../app/db/connection.server");
const { RETAIL_STORE, findRetailPage } = await import("../app/vehicles/retail.server");
const { createVehicle } = await import("../app/vehicles/inventory.server");
const { DISMANTLED_STORE, findDismantledPage } = await import("../app/vehicles/dismantled.server");
const { readDismantledQuery, readRetailQuery } = await import("../app/vehicles/search");
const { RETAIL_STATUSES } = await import("../app/vehicles/retail");
const { retailVehicleSchema } = await import("../app/vehicles/retail-schema");
const { DISMANTLED_STATUSES } = await import("../app/vehicles/dismantled");
const { dismantledVehicleSchema } = await import("../app/vehicles/dismantled-schema");

const forSale = (search: string) => () => findRetailPage(readRetailQuery(new URLSearchParams(search)));
const parts = (search: string) => () => findDismantledPage(readDismantledQuery(new URLSearchParams(search)));
const QUERIES: [name: string, run: () => Promise<unknown>][] = [
  ["for sale: first page", forSale("")],
  ["for sale: last page", forSale("page=100000")],
  ["for sale: a make", forSale("make=Toyota")],
  ["for sale: narrow filters", forSale("yearFrom=2012&priceTo=20000&condition=good&drive=awd")],
  ["for sale: two words", forSale("q=toyota+blue")],
  ["for sale: a stock number", forSale("q=s00007")],
  ["for sale: no match", forSale("q=zeppelin")],
  ["for sale: price, low first", forSale("sort=price-low")],
  ["for sale: price, last page", forSale("sort=price-high&page=100000")],
  ["for sale: year, new first", forSale("sort=year-new")],
  ["parts: first page", parts("")],
  ["parts: last page", parts("page=100000")],
  ["parts: make and year", parts("make=Honda&yearFrom=2010")],
  ["parts: a word", parts("q=honda")],
  ["parts: make, A to Z", parts("sort=make&page=3")],
];

await createTables();
await addVehicles(0, FEW);
const few = await measureQueries();
await addVehicles(FEW, MANY);
const many = await measureQueries();
console.log(`\nMilliseconds, the median of ${ROUNDS} rounds, right after a change and again:`);
printTable(
  ["query", `${FEW} vehicles`, "again", `${MANY} vehicles`, "again"],
  QUERIES.map(([name], index) => [
    name,
    ...[...(few[index] ?? []), ...(many[index] ?? [])].map((ms) => ms.toFixed(2)),
  ]),
);
sqlite.close();

/** Runs the migrations without the bundler that the app's own `migrate` needs. */
async function createTables(): Promise<void> {
  for (const file of readdirSync("migrations").sort()) {
    const { up } = await import(path.resolve("migrations", file));
    await up(db);
  }
}

async function addVehicles(from: number, to: number): Promise<void> {
  sqlite.exec("begin");
  for (let number = from; number < to; number++) {
    const pick = <Value>(values: readonly Value[], every = 1) =>
      values[Math.floor(number / every) % values.length] as Value;
    const shared = {
      stockNumber: `S${String(number).padStart(6, "0")}`,
      vin: `1HGCM82633A${String(number).padStart(6, "0")}`,
      year: 1998 + (number % 28),
      make: pick(MAKES),
      model: `Model ${number % 37}`,
      trim: pick(["LX", "EX", "Limited", "Sport"], 3),
      mileage: (number * 7919) % 240_000,
      exteriorColor: pick(["Blue", "Red", "Silver", "Black", "White"], 7),
      engineType: pick(["2.0L I4", "3.5L V6", "5.0L V8"], 11),
      dateAcquired: new Date(Date.UTC(2020, 0, 1 + (number % 2400))).toISOString(),
    };
    const retail = retailVehicleSchema.parse({
      ...shared,
      price: 3_000 + ((number * 104_729) % 60_000),
      driveType: pick(["fwd", "rwd", "awd", "4wd"], 5),
      fuelType: pick(["gasoline", "diesel", "hybrid"], 13),
      condition: pick(["excellent", "very-good", "good", "fair"], 17),
      status: number % 10 === 0 ? "sold" : pick(RETAIL_STATUSES.slice(0, 2), 19),
      features: ["Heated seats", "Backup camera", "Bluetooth"],
      description: "One owner, dealer serviced, two keys. ".repeat(12),
    });
    const dismantled = dismantledVehicleSchema.parse({ ...shared, status: pick(DISMANTLED_STATUSES, 3) });
    const now = new Date(Date.UTC(2024, 0, 1) + number * 1000);
    await createVehicle(RETAIL_STORE, retail, { now });
    await createVehicle(DISMANTLED_STORE, dismantled, { now });
  }
  sqlite.exec("commit");
}

/** The medians of each query, in milliseconds. */
async function measureQueries(): Promise<[changed: number, again: number][]> {
  const change = sqlite.prepare("insert or replace into vinDecodes values ('bench', '', '')");
  const medians: [changed: number, again: number][] = [];
  for (const [, run] of QUERIES) {
    const times: [changed: number, again: number][] = [];
    for (let round = 0; round < ROUNDS; round++) {
      change.run();
      times.push([await timeQuery(run), await timeQuery(run)]);
    }
    medians.push([median(times.map(([changed]) => changed)), median(times.map(([, again]) => again))]);
  }
  return medians;
}

async function timeQuery(run: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}
