import { type Kysely, sql } from "kysely";
import { createCollectionTable } from "../app/db/collection-table";

/** What was sold before this program, for prices and reports. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await createCollectionTable(db, "oldSales", {
    fields: (table) =>
      table
        .addColumn("soldOn", "text", (column) => column.notNull())
        .addColumn("part", "text", (column) => column.notNull())
        .addColumn("priceCents", "integer", (column) => column.notNull())
        .addColumn("buyer", "text")
        .addColumn("number", "text")
        .addColumn("stockNumber", "text")
        .addColumn("year", "integer")
        .addColumn("make", "text")
        .addColumn("model", "text")
        .addColumn("notes", "text")
        .addColumn("entryId", "text")
        .addColumn("makeKey", "text", (column) => column.notNull().defaultTo(""))
        .addColumn("modelKey", "text", (column) => column.notNull().defaultTo("")),
  });
  for (const [name, columns] of [
    // The lists, the reports of some days, and what a row of a file says already.
    ["Newest", ["soldOn", "id", "priceCents", "entryId"]],
    ["Same", ["soldOn", "priceCents", "id"]],
    // What a part of a model was sold for.
    ["Entry", ["entryId", "makeKey", "modelKey", "soldOn"]],
  ] as const) {
    await db.schema
      .createIndex(`oldSales${name}`)
      .on("oldSales")
      .columns([...columns])
      .where(sql<boolean>`"deletedAt" is null`)
      .execute();
  }
}
