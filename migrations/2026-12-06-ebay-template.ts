import type { Kysely } from "kysely";

/** The template of eBay's that says which columns the file of parts has; there is at most one. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("ebayTemplates")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("fileName", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("uploadedAt", "text", (column) => column.notNull())
    .addColumn("uploadedBy", "text", (column) => column.notNull())
    .execute();
}
