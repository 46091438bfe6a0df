import { type Kysely, sql } from "kysely";
import { createCollectionTable } from "../app/db/collection-table";
import { createTrigger } from "../app/db/triggers";

/** What staff say fits and doesn't, and which parts were offered for a car of another year or name, and how sure that was. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await createCollectionTable(db, "fitments", {
    fields: (table) =>
      table
        .addColumn("verdict", "text", (column) => column.notNull())
        .addColumn("entryId", "text", (column) => column.notNull())
        .addColumn("fromYear", "integer", (column) => column.notNull())
        .addColumn("fromMake", "text", (column) => column.notNull())
        .addColumn("fromModel", "text", (column) => column.notNull())
        .addColumn("year", "integer", (column) => column.notNull())
        .addColumn("make", "text", (column) => column.notNull())
        .addColumn("model", "text", (column) => column.notNull())
        .addColumn("stockNumber", "text")
        .addColumn("request", "text")
        .addColumn("saidBy", "text")
        .addColumn("saidOn", "text", (column) => column.notNull())
        .addColumn("notes", "text"),
  });
  for (const [name, columns] of [
    ["Newest", ["createdAt", "id", "verdict", "deletedAt"]],
    ["Entry", ["entryId", "id"]],
  ] as const) {
    await db.schema
      .createIndex(`fitments${name}`)
      .on("fitments")
      .columns([...columns])
      .where(sql<boolean>`"deletedAt" is null`)
      .execute();
  }
  // The search for parts and parts' pages are cached, and made of these too.
  await db.insertInto("inventoryVersions").values({ inventory: "fitments", number: 1 }).execute();
  for (const event of ["insert", "update", "delete"]) {
    await createTrigger(db, {
      name: `fitmentsVersion_${event}`,
      when: `after ${event}`,
      table: "fitments",
      statement: `update "inventoryVersions" set number = number + 1 where inventory = 'fitments'`,
      isOncePerWrite: true,
    });
  }
  await db.schema
    .createTable("fitOffers")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("requestId", "text", (column) => column.notNull())
    .addColumn("partId", "text", (column) => column.notNull())
    .addColumn("entryId", "text", (column) => column.notNull())
    .addColumn("grade", "text", (column) => column.notNull())
    .addColumn("fromYear", "integer", (column) => column.notNull())
    .addColumn("fromMake", "text", (column) => column.notNull())
    .addColumn("fromModel", "text", (column) => column.notNull())
    .addColumn("year", "integer", (column) => column.notNull())
    .addColumn("make", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("offeredAt", "text", (column) => column.notNull())
    .addColumn("returnedAt", "text")
    .addUniqueConstraint("fitOffersOnce", ["requestId", "partId"])
    .execute();
  await db.schema.createIndex("fitOffersPart").on("fitOffers").column("partId").execute();
  await db.schema.createIndex("fitOffersEntry").on("fitOffers").columns(["entryId", "grade"]).execute();
}
