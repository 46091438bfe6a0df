// What the public lists cost with ten vehicles and with ten thousand: `npm run bench:lists`. Counts and the filters'
// choices are remembered until data changes, so each page is asked for twice: right after a change, and again.

import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Kysely } from "kysely";

const FEW = 10;
const MANY = 10_000;
const ROUNDS = 60;
const MAKES = ["Ford", "Toyota", "Honda", "BMW", "Subaru", "Dodge", "Kia", "Volvo", "Mazda", "Jeep"];

const folder = mkdtempSync(path.join(tmpdir(), "bench-lists-"));
process.env.DATA_DIR = folder;
const { db, sqlite } = await import("../app/db/connection.server");
const { createRetailVehicle, findRetailPage } = await import("../app/models/retail-vehicle.server");
const { createDismantledVehicle, findDismantledPage } = await import(
  "../app/models/dismantled-vehicle.server"
);
const { readDismantledQuery, readRetailQuery } = await import("../app/models/vehicle-search");
const { RETAIL_STATUSES } = await import("../app/models/retail-vehicle");
const { retailVehicleSchema } = await import("../app/models/retail-vehicle-schema");
const { DISMANTLED_STATUSES } = await import("../app/models/dismantled-vehicle");
const { dismantledVehicleSchema } = await import("../app/models/dismantled-vehicle-schema");

const retail = (search: string) => () => findRetailPage(readRetailQuery(new URLSearchParams(search)));
const parts = (search: string) => () => findDismantledPage(readDismantledQuery(new URLSearchParams(search)));

const QUESTIONS: Record<string, () => Promise<unknown>> = {
  "for sale: first page": retail(""),
  "for sale: last page": retail("page=100000"),
  "for sale: a make": retail("make=Toyota"),
  "for sale: narrow filters": retail("yearFrom=2012&priceTo=20000&condition=good&drive=awd"),
  "for sale: two words": retail("q=toyota+blue"),
  "for sale: a stock number": retail("q=s00007"),
  "for sale: words not there": retail("q=zeppelin"),
  "for sale: price, low first": retail("sort=price-low"),
  "for sale: price, last page": retail("sort=price-high&page=100000"),
  "for sale: year, new first": retail("sort=year-new"),
  "parts: first page": parts(""),
  "parts: last page": parts("page=100000"),
  "parts: make and year": parts("make=Honda&yearFrom=2010"),
  "parts: a word": parts("q=honda"),
  "parts: make, A to Z": parts("sort=make&page=3"),
};

try {
  await makeTables();
  await fill(0, FEW);
  const few = await measure();
  await fill(FEW, MANY);
  const many = await measure();
  print("right after a change", "changed", few, many);
  print("while nothing changes", "again", few, many);
} finally {
  sqlite.close();
  rmSync(folder, { recursive: true, force: true });
}

// The app's own migrate() needs the bundler to find its files.
async function makeTables(): Promise<void> {
  const migrations = fileURLToPath(new URL("../migrations", import.meta.url));
  for (const file of readdirSync(migrations).sort()) {
    const { up } = (await import(path.join(migrations, file))) as {
      up: (tables: Kysely<never>) => Promise<void>;
    };
    await up(db as unknown as Kysely<never>);
  }
}

async function fill(from: number, to: number): Promise<void> {
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
    const now = new Date(Date.UTC(2024, 0, 1) + number * 1000);
    await createRetailVehicle(
      retailVehicleSchema.parse({
        ...shared,
        price: 3_000 + ((number * 104_729) % 60_000),
        driveType: pick(["fwd", "rwd", "awd", "4wd"], 5),
        fuelType: pick(["gasoline", "diesel", "hybrid"], 13),
        condition: pick(["excellent", "very-good", "good", "fair"], 17),
        // One in ten is sold.
        status: number % 10 === 0 ? "sold" : pick(RETAIL_STATUSES.slice(0, 2), 19),
        features: ["Heated seats", "Backup camera", "Bluetooth"],
        description: "One owner, dealer serviced, two keys. ".repeat(12),
      }),
      { now, timeZone: "America/New_York" },
    );
    await createDismantledVehicle(
      dismantledVehicleSchema.parse({ ...shared, status: pick(DISMANTLED_STATUSES, 3) }),
      { now },
    );
  }
  sqlite.exec("commit");
}

interface Medians {
  changed: number;
  again: number;
}

/** The medians of each question, in milliseconds. */
async function measure(): Promise<Record<string, Medians>> {
  const medians: Record<string, Medians> = {};
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const changed: number[] = [];
    const again: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      changeSomething();
      changed.push(await timed(ask));
      again.push(await timed(ask));
    }
    medians[name] = { changed: median(changed), again: median(again) };
  }
  return medians;
}

function changeSomething(): void {
  sqlite.prepare("insert or replace into vinDecodes values ('bench', '', '')").run();
}

async function timed(ask: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await ask();
  return performance.now() - before;
}

function median(times: number[]): number {
  return times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function print(
  title: string,
  column: keyof Medians,
  few: Record<string, Medians>,
  many: Record<string, Medians>,
): void {
  console.log(`\n${`Median ms, ${title}`.padEnd(38)}${FEW} vehicles  ${MANY} vehicles  ratio`);
  for (const name of Object.keys(QUESTIONS)) {
    const [small, large] = [few[name]?.[column] ?? Number.NaN, many[name]?.[column] ?? Number.NaN];
    const figures = [small.toFixed(2).padStart(11), large.toFixed(2).padStart(16)];
    console.log(`${name.padEnd(38)}${figures.join("")}${(large / small).toFixed(1).padStart(7)}`);
  }
}
