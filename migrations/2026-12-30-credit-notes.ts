import { type Kysely, sql } from "kysely";
import { refuseWrites } from "../app/db/triggers";

/** What customers brought back, each with its own number; the sale stays as it was, and a credit note as it is. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("creditNotes")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("number", "integer", (column) => column.notNull().unique())
    .addColumn("saleId", "text", (column) => column.notNull().references("sales.id"))
    .addColumn("saleNumber", "integer", (column) => column.notNull())
    .addColumn("customerId", "text")
    .addColumn("customerName", "text")
    .addColumn("method", "text", (column) => column.notNull())
    .addColumn("goodsCents", "integer", (column) => column.notNull())
    .addColumn("taxCents", "integer", (column) => column.notNull())
    .addColumn("feeCents", "integer", (column) => column.notNull())
    .addColumn("totalCents", "integer", (column) => column.notNull())
    .addColumn("notes", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("creditedOn", "text", (column) => column.notNull())
    .addColumn("clerkId", "text")
    .addColumn("clerk", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("creditNoteLines")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("creditNoteId", "text", (column) => column.notNull().references("creditNotes.id"))
    .addColumn("position", "integer", (column) => column.notNull())
    .addColumn("saleLineId", "text", (column) => column.notNull().references("saleLines.id"))
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("description", "text", (column) => column.notNull())
    .addColumn("stockNumber", "text")
    .addColumn("entryId", "text")
    .addColumn("donorId", "text")
    .addColumn("quantity", "integer", (column) => column.notNull())
    .addColumn("amountCents", "integer", (column) => column.notNull())
    .addColumn("taxCents", "integer", (column) => column.notNull())
    .addColumn("taxRate", "integer", (column) => column.notNull())
    .addColumn("taxPlace", "text")
    .addColumn("reason", "text", (column) => column.notNull())
    .addColumn("goesTo", "text")
    .execute();
  for (const [table, columns] of [
    ["creditNotes", ["saleId"]],
    ["creditNotes", ["creditedOn"]],
    ["creditNoteLines", ["creditNoteId", "position"]],
    ["creditNoteLines", ["saleLineId"]],
  ] as const) {
    const name = columns[0];
    await db.schema
      .createIndex(`${table}${name.charAt(0).toUpperCase()}${name.slice(1)}`)
      .on(table)
      .columns([...columns])
      .execute();
  }
  // Cores that are still owed are found by their lines.
  await db.schema
    .createIndex("saleLinesCore")
    .on("saleLines")
    .columns(["saleId", "id"])
    .where(sql<boolean>`"kind" = 'core'`)
    .execute();
  for (const table of ["creditNotes", "creditNoteLines"]) {
    const frozen =
      table === "creditNotes"
        ? 'of "number", "saleId", "goodsCents", "taxCents", "feeCents", "totalCents"'
        : "";
    await refuseWrites(db, {
      name: `${table}Stay`,
      when: `before update ${frozen}`.trim(),
      table,
      message: "A credit note never changes.",
    });
  }
}
