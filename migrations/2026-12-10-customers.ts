import { type Kysely, sql } from "kysely";
import { createCollectionTable } from "../app/db/collection-table";

const REQUEST_TABLES = ["partRequests", "repairRequests", "vehicleInquiries"];

/** The customers, whose numbers and addresses they are, whose each request is, and which two customers were merged. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await createCustomers(db);
  // One number or address is one customer's, whoever asks at the same time.
  await db.schema
    .createTable("customerContacts")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("customerId", "text", (column) =>
      column.notNull().references("customers.id").onDelete("cascade"),
    )
    .addPrimaryKeyConstraint("customerContactsKey", ["kind", "key"])
    .execute();
  await db.schema
    .createIndex("customerContactsCustomer")
    .on("customerContacts")
    .column("customerId")
    .execute();
  for (const table of REQUEST_TABLES) {
    await db.schema
      .alterTable(table)
      .addColumn("customerId", "text", (column) => column.references("customers.id").onDelete("set null"))
      .execute();
    await db.schema
      .createIndex(`${table}Customer`)
      .on(table)
      .columns(["customerId", "createdAt", "id", "status", "spamAt", "deletedAt"])
      .where(sql<boolean>`"customerId" is not null`)
      .execute();
  }
  await createMerges(db);
  await createEarlierRequests(db);
}

// biome-ignore lint/suspicious/noExplicitAny: see above
async function createCustomers(db: Kysely<any>): Promise<void> {
  await createCollectionTable(db, "customers", {
    fields: (table) =>
      table
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("nameKey", "text", (column) => column.notNull())
        .addColumn("business", "text")
        .addColumn("phones", "text", (column) => column.notNull().defaultTo("[]"))
        .addColumn("emails", "text", (column) => column.notNull().defaultTo("[]"))
        .addColumn("street", "text")
        .addColumn("city", "text")
        .addColumn("state", "text")
        .addColumn("zipCode", "text")
        .addColumn("notes", "text")
        .addColumn("wholesalePercent", "integer")
        .addColumn("taxExemptNumber", "text")
        .addColumn("language", "text"),
  });
  // With every column that the list filters by, so that a filter reads an order's index alone.
  const filtered = ["wholesalePercent", "taxExemptNumber", "deletedAt"];
  for (const [name, columns] of [
    ["Newest", ["createdAt", "id"]],
    ["Name", ["nameKey", "id"]],
  ] as const) {
    await db.schema
      .createIndex(`customers${name}`)
      .on("customers")
      .columns([...columns, ...filtered])
      .where(sql<boolean>`"deletedAt" is null`)
      .execute();
  }
}

/** What a merge changed, so that it can be undone while the other customer is in the trash. */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function createMerges(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("customerMerges")
    .addColumn("mergedId", "text", (column) =>
      column.primaryKey().references("customers.id").onDelete("cascade"),
    )
    .addColumn("keptId", "text", (column) => column.notNull().references("customers.id").onDelete("cascade"))
    .addColumn("mergedAt", "text", (column) => column.notNull())
    .addColumn("mergedBy", "text")
    // JSON: the kept customer's fields before and after, and the requests that were the other's.
    .addColumn("detail", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("customerMergesKept").on("customerMerges").column("keptId").execute();
}

/** How far the requests that were stored before there were customers have been matched. */
// biome-ignore lint/suspicious/noExplicitAny: see above
async function createEarlierRequests(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("earlierRequests")
    .addColumn("requestTable", "text", (column) => column.primaryKey())
    .addColumn("lastId", "text", (column) => column.notNull().defaultTo(""))
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("seen", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("matched", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("made", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("stoppedAt", "text")
    .addColumn("finishedAt", "text")
    .execute();
  for (const requestTable of REQUEST_TABLES) {
    const { count } = await db
      .selectFrom(requestTable)
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    await db
      .insertInto("earlierRequests")
      .values({ requestTable, total: Number(count) })
      .execute();
  }
}
