import type { Kysely } from "kysely";

/** Changes of several records at once, which go on after a restart; kept for 30 days with their Undo. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("bulkChanges")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("list", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("value", "text")
    .addColumn("ids", "text", (column) => column.notNull())
    .addColumn("total", "integer", (column) => column.notNull())
    .addColumn("done", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("changed", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("skipped", "text", (column) => column.notNull().defaultTo("[]"))
    .addColumn("status", "text", (column) => column.notNull().defaultTo("running"))
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .addColumn("undoneBy", "text")
    .addColumn("at", "text", (column) => column.notNull())
    .addColumn("accountId", "text", (column) => column.notNull())
    .addColumn("username", "text", (column) => column.notNull())
    .execute();
}
