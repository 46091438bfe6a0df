import { type Kysely, sql } from "kysely";
import { createTrigger } from "../app/db/triggers";

/** The parts on the shelf: a third inventory beside the dismantled and the retail vehicles. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("parts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("stockNumber", "text", (column) => column.notNull())
    .addColumn("stockNumberKey", "text", (column) => column.notNull())
    .addColumn("entryId", "text", (column) => column.notNull())
    // No foreign key: a part outlives the record of the vehicle that it came from.
    .addColumn("donorId", "text")
    .addColumn("donorStockNumber", "text")
    .addColumn("year", "integer", (column) => column.notNull())
    .addColumn("make", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("makeKey", "text", (column) => column.notNull())
    .addColumn("modelKey", "text", (column) => column.notNull())
    .addColumn("trim", "text")
    .addColumn("vin", "text")
    .addColumn("mileage", "integer")
    .addColumn("fits", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("fitKeys", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("interchange", "text")
    .addColumn("gradeOverride", "text")
    .addColumn("computedGrade", "text")
    .addColumn("damage", "text")
    .addColumn("damageNotes", "text")
    .addColumn("priceCents", "integer")
    .addColumn("coreChargeCents", "integer")
    .addColumn("warranty", "text")
    .addColumn("location", "text")
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("heldUntil", "text")
    .addColumn("heldFor", "text")
    .addColumn("soldAt", "text")
    .addColumn("soldTo", "text")
    .addColumn("soldPriceCents", "integer")
    .addColumn("imageUrl", "text")
    .addColumn("images", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("description", "text")
    .addColumn("notes", "text")
    .addColumn("weightPounds", "real")
    .addColumn("isShippable", "integer")
    .addColumn("dateAcquired", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("searchText", "text", (column) => column.notNull())
    .addColumn("deletedAt", "text")
    .addColumn("deletedBy", "text")
    .execute();
  await createIndexes(db);
  await createVersion(db);
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function createIndexes(db: Kysely<any>): Promise<void> {
  const inStock = sql<boolean>`"deletedAt" is null`;
  // Each begins with what it finds or sorts by, and has the other columns that lists filter by, so that no filter reads the table.
  const filtered = ["status", "entryId", "makeKey", "modelKey", "year", "dateAcquired", "id"];
  const indexes: [name: string, columns: string[]][] = [
    ["Newest", ["dateAcquired", "id", ...filtered, "location", "priceCents", "imageUrl"]],
    ["Stock", ["stockNumberKey", "id", "status"]],
    // With the id, which is the order of what a search finds, so that none reads rows that it does not show.
    ["Entry", ["entryId", "makeKey", "modelKey", "year", "status", "id", ...filtered]],
    ["EntryNewest", ["entryId", "id", ...filtered]],
    ["Car", ["makeKey", "modelKey", "year", "status", "entryId", "id", ...filtered]],
    ["Model", ["modelKey", ...filtered]],
    ["Make", ["make", "model", "year", "id", ...filtered]],
    ["Year", ["year", "id", ...filtered]],
    ["Price", ["priceCents", "id", ...filtered]],
    ["Donor", ["donorId", "status"]],
  ];
  for (const [name, columns] of indexes) {
    await db.schema
      .createIndex(`parts${name}`)
      .on("parts")
      .columns([...new Set([...columns, "deletedAt"])])
      .where(inStock)
      .execute();
  }
  await db.schema
    .createIndex("partsNoPicture")
    .on("parts")
    .columns([...new Set(["dateAcquired", "id", ...filtered, "imageUrl", "deletedAt"])])
    .where(sql<boolean>`"deletedAt" is null and "imageUrl" is null`)
    .execute();
  await sql`create index "partsLocation" on "parts" (lower("location"), "dateAcquired", "id", "status", "deletedAt")
    where "deletedAt" is null`.execute(db);
  await sql`create index "partsInterchange" on "parts" (lower("interchange"), "id", "status", "deletedAt")
    where "deletedAt" is null`.execute(db);
  // Few parts fit more than their own car.
  await sql`create index "partsFits" on "parts" ("entryId", "fitKeys", "status", "id", "deletedAt")
    where "deletedAt" is null and "fitKeys" <> ''`.execute(db);
  await db.schema
    .createIndex("partsStockNumber")
    .on("parts")
    .column("stockNumberKey")
    .unique()
    .where(inStock)
    .execute();
  await db.schema
    .createIndex("partsDeleted")
    .on("parts")
    .columns(["deletedAt", "id"])
    .where(sql<boolean>`"deletedAt" is not null`)
    .execute();
  await db.schema
    .createIndex("partsHeld")
    .on("parts")
    .column("heldUntil")
    .where(sql<boolean>`"heldUntil" is not null`)
    .execute();
}

/** As the vehicles have it: a number that every change raises. */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function createVersion(db: Kysely<any>): Promise<void> {
  await db.insertInto("inventoryVersions").values({ inventory: "parts", number: 1 }).execute();
  for (const event of ["insert", "update", "delete"]) {
    await createTrigger(db, {
      name: `partsVersion_${event}`,
      when: `after ${event}`,
      table: "parts",
      statement: `update "inventoryVersions" set number = number + 1 where inventory = 'parts'`,
      isOncePerWrite: true,
    });
  }
}
