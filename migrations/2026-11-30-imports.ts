import type { Kysely } from "kysely";

/** Files of vehicles that are imported, and what became of each row; kept for 30 days. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("fileName", "text", (column) => column.notNull())
    .addColumn("file", "text")
    .addColumn("encoding", "text", (column) => column.notNull())
    .addColumn("delimiter", "text", (column) => column.notNull())
    .addColumn("headings", "text", (column) => column.notNull())
    .addColumn("samples", "text", (column) => column.notNull())
    .addColumn("rows", "integer", (column) => column.notNull())
    .addColumn("columns", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("problem", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("createdBy", "text", (column) => column.notNull())
    .addColumn("accountId", "text")
    .addColumn("username", "text")
    .execute();
  await db.schema
    .createTable("importRows")
    .addColumn("importId", "text", (column) => column.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("row", "integer", (column) => column.notNull())
    .addColumn("stockNumber", "text")
    .addColumn("cells", "text", (column) => column.notNull())
    .addColumn("outcome", "text", (column) => column.notNull())
    .addColumn("faults", "text")
    .addColumn("changes", "text")
    .addColumn("isStored", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("vehicleId", "text")
    .addColumn("before", "text")
    .addColumn("version", "text")
    .addColumn("undo", "text")
    .addPrimaryKeyConstraint("importRowsKey", ["importId", "row"])
    .execute();
  // Progress is counted from it without reading the rows.
  await db.schema
    .createIndex("importRowsOutcome")
    .on("importRows")
    .columns(["importId", "outcome", "isStored", "row", "undo"])
    .execute();
}
