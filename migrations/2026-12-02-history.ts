import { type Kysely, sql } from "kysely";
import { refuseWrites } from "../app/db/triggers";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

const VEHICLE_TABLES = ["dismantledVehicles", "retailVehicles"];

/** The history of every record, and a bin for deleted vehicles. */
export async function up(db: AnyDb): Promise<void> {
  await createChanges(db);
  for (const table of VEHICLE_TABLES) {
    await db.schema.alterTable(table).addColumn("deletedAt", "text").execute();
    await db.schema.alterTable(table).addColumn("deletedBy", "text").execute();
    await replaceIndexes(db, table);
  }
}

async function createChanges(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("changes")
    .addColumn("id", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("recordKind", "text", (column) => column.notNull())
    .addColumn("recordId", "text", (column) => column.notNull())
    .addColumn("recordName", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    // No foreign key: the history outlives the account.
    .addColumn("accountId", "text")
    .addColumn("username", "text")
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("before", "text")
    .addColumn("after", "text")
    .execute();
  // Begins with the id: SQLite would also use one that begins with the kind to filter by it, and then sort all of that kind.
  await db.schema.createIndex("changesRecord").on("changes").columns(["recordId", "recordKind"]).execute();
  await db.schema
    .createIndex("changesAccount")
    .on("changes")
    .columns(["recordId", "recordName"])
    .where(sql<boolean>`"recordKind" = 'account'`)
    .execute();
  // With every column that the list filters by, so that a count or a deep page reads the index alone.
  await db.schema
    .createIndex("changesNewest")
    .on("changes")
    .columns(["at", "id", "recordKind", "action", "source", "accountId", "recordId", "recordName"])
    .execute();
  // Lines are added, and deleted when they expire; nothing rewrites one.
  await refuseWrites(db, {
    name: "changesStay",
    when: "before update",
    table: "changes",
    message: "The history is append-only.",
  });
}

/** The indexes of the vehicles that are not in the bin. */
async function replaceIndexes(db: AnyDb, table: string): Promise<void> {
  // What the public list of retail vehicles requires, so that counts and deep pages of each order read the index alone: of a
  // partial index on the make SQLite would expect so few rows that it looked up each one.
  const required = table === "retailVehicles" ? ["year", "make", "model"] : [];
  const indexes: [name: string, columns: string[]][] = [
    ["Newest", ["dateAcquired", "id", "status", "searchText", ...required]],
    ["Year", ["year", "id", "status", ...required.slice(1)]],
    ["Mileage", ["mileage", "id", "status", ...required]],
    ["Stock", ["stockNumberKey", "id", "status"]],
    ["Make", ["make", "model", "year", "id", "status"]],
    ...(table === "retailVehicles"
      ? [["Price", ["priceCents", "id", "status", ...required]] satisfies [string, string[]]]
      : []),
  ];
  const inStock = sql<boolean>`"deletedAt" is null`;
  for (const [name, columns] of indexes) {
    await db.schema.dropIndex(`${table}${name}`).execute();
    await db.schema
      .createIndex(`${table}${name}`)
      .on(table)
      .columns([...columns, "deletedAt"])
      .where(inStock)
      .execute();
  }
  // A stock number is free again while its vehicle is in the bin.
  await db.schema.dropIndex(`${table}StockNumber`).execute();
  await db.schema
    .createIndex(`${table}StockNumber`)
    .on(table)
    .column("stockNumberKey")
    .unique()
    .where(inStock)
    .execute();
  await db.schema
    .createIndex(`${table}Deleted`)
    .on(table)
    .columns(["deletedAt", "id"])
    .where(sql<boolean>`"deletedAt" is not null`)
    .execute();
}
