import { sql } from "kysely";
import { bodySchema } from "~/collections/schema";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { toStoredColumns } from "../app/collections/store.server";
import type { Db } from "../app/db/engine";
import type { NewRow, Row } from "../app/db/schema";
import { RETAIL_RECORDS } from "../app/vehicles/retail.server";

const MAKES = ["Ford", "Toyota", "Honda", "BMW", "Subaru", "Dodge", "Kia", "Volvo", "Mazda", "Jeep"];
/** Of one thousand vehicles, one is of this make, so that a filter finds few. */
const RARE_MAKE = "Saab";
const ROWS_PER_INSERT = 400;
/** How many copies of each vehicle one statement adds, so that none writes for minutes. */
const COPIES_PER_INSERT = 11;
const NOW = new Date("2026-06-10T16:00:00Z");

/** Adds different vehicles for sale up to that many, each as the site itself would store it. */
export async function addVehicles(db: Db, count: number, start = 0): Promise<void> {
  for (let from = start; from < count; from += ROWS_PER_INSERT) {
    const numbers = Array.from({ length: Math.min(ROWS_PER_INSERT, count - from) }, (_, at) => from + at);
    const rows = await Promise.all(numbers.map((number) => vehicleRow(number)));
    await db.insertInto("retailVehicles").values(rows).execute();
  }
}

/**
 * Copies each of these vehicles in the database itself, so that a million take a minute or two. Price, mileage and stock number
 * are each copy's own; make, model, year and words are those of the original.
 */
export async function copyVehicles(db: Db, copies: number): Promise<void> {
  for (let from = 1; from <= copies; from += COPIES_PER_INSERT) {
    const to = Math.min(copies, from + COPIES_PER_INSERT - 1);
    await sql`
      insert into "retailVehicles" ("id", "stockNumber", "stockNumberKey", "searchText", "mileage", "priceCents",
        "year", "make", "model", "trim", "vin", "exteriorColor", "engineType", "driveType", "fuelType", "condition", "features",
        "description", "status", "imageUrl", "images", "dateAcquired", "createdAt", "updatedAt")
      with recursive copies(n) as (select ${sql.lit(from)} union all select n + 1 from copies where n < ${sql.lit(to)})
      select "id" || 'C' || n, "stockNumber" || 'C' || n, "stockNumberKey" || 'c' || n,
        replace("searchText", "stockNumberKey", "stockNumberKey" || 'c' || n),
        ("mileage" + n * 7919) % 240000, ("priceCents" + n * 10472900) % 6000000 + 300000,
        "year", "make", "model", "trim", "vin", "exteriorColor", "engineType", "driveType", "fuelType", "condition", "features",
        "description", "status", "imageUrl", "images", "dateAcquired", "createdAt", "updatedAt"
      from "retailVehicles" cross join copies where "id" like 'bench-_______'`.execute(db);
  }
}

async function vehicleRow(number: number): Promise<NewRow<"retailVehicles">> {
  const pick = <Value>(values: readonly Value[], every = 1) =>
    values[Math.floor(number / every) % values.length] as Value;
  const digits = String(number).padStart(7, "0");
  const fields = bodySchema(RETAIL_VEHICLES).parse({
    stockNumber: `S${digits}`,
    vin: `1HGCM82633A${digits.slice(1)}`,
    year: 1998 + (number % 28),
    make: number % 1000 === 7 ? RARE_MAKE : pick(MAKES),
    model: `Model ${number % 37}`,
    trim: pick(["LX", "EX", "Limited", "Sport"], 3),
    mileage: number % 200 === 3 ? undefined : (number * 7919) % 240_000,
    exteriorColor: pick(["Blue", "Red", "Silver", "Black", "White"], 7),
    engineType: pick(["2.0L I4", "3.5L V6", "5.0L V8"], 11),
    dateAcquired: new Date(Date.UTC(2020, 0, 1 + ((number * 13) % 2400))).toISOString(),
    images: Array.from({ length: 3 }, (_, at) => ({
      imageUrl: `/uploads/${(number * 3 + at).toString(16).padStart(24, "0")}-1600x1200-2/1600.webp`,
    })),
    price: number % 100 === 5 ? undefined : 3_000 + ((number * 104_729) % 60_000),
    driveType: pick(["fwd", "rwd", "awd", "4wd"], 5),
    fuelType: number % 50 === 11 ? "electric" : pick(["gasoline", "gasoline", "diesel", "hybrid"], 13),
    condition: pick(["excellent", "very-good", "good", "fair"], 17),
    status: number % 10 === 0 ? "sold" : pick(["available", "available", "pending"], 19),
    features: ["Heated seats", "Backup camera", "Bluetooth"],
    description: "One owner, dealer serviced, two keys. ".repeat(5),
  });
  const columns = await toStoredColumns(RETAIL_RECORDS, fields, { stored: undefined, now: NOW });
  if ("invalid" in columns) throw new Error(`Vehicle ${number} is invalid.`);
  const time = new Date(NOW.getTime() - (10_000_000 - number) * 1000).toISOString();
  const row = { ...columns, id: `bench-${digits}`, createdAt: time, updatedAt: time };
  return row as typeof row & Row<"retailVehicles">;
}
