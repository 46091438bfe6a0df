import { type Kysely, sql } from "kysely";
import { createDescendingIndex } from "../app/db/descending-index";

/** With every column that a list filters by, so that a filter reads an order's index alone, however many vehicles there are. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  const vehicle = ["status", "year", "make", "model"];
  const filtered = [...vehicle, "mileage", "priceCents", "condition", "fuelType", "driveType"];
  await replaceIndexes(db, "dismantledVehicles", vehicle, [
    ["Newest", ["dateAcquired", "id", "searchText"]],
    ["Year", ["year", "id"]],
    ["Make", ["make", "model", "year", "id"]],
  ]);
  await replaceIndexes(db, "retailVehicles", filtered, [
    ["Newest", ["dateAcquired", "id", "searchText"]],
    ["Year", ["year", "id"]],
    ["Mileage", ["mileage", "id"]],
    ["Make", ["make", "model", "year", "id"]],
    ["Price", ["priceCents", "id"]],
  ]);
  for (const [name, column] of [
    ["YearDown", "year"],
    ["PriceDown", "priceCents"],
  ] as const) {
    await createDescendingIndex(db, {
      name: `retailVehicles${name}`,
      table: "retailVehicles",
      column,
      others: [...filtered.filter((other) => other !== column), "deletedAt"],
      where: inStock,
    });
  }
}

const inStock = sql<boolean>`"deletedAt" is null`;

async function replaceIndexes(
  // biome-ignore lint/suspicious/noExplicitAny: see above
  db: Kysely<any>,
  table: string,
  filtered: readonly string[],
  indexes: readonly [name: string, columns: string[]][],
): Promise<void> {
  for (const [name, columns] of indexes) {
    await db.schema.dropIndex(`${table}${name}`).execute();
    await db.schema
      .createIndex(`${table}${name}`)
      .on(table)
      .columns([...new Set([...columns, ...filtered, "dateAcquired", "deletedAt"])])
      .where(inStock)
      .execute();
  }
}
