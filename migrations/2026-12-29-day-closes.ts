import type { Kysely } from "kysely";

/** What was counted in the drawer at the end of a day. A day that is closed again has another row. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("dayCloses")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("day", "text", (column) => column.notNull())
    .addColumn("openingCents", "integer", (column) => column.notNull())
    .addColumn("expectedCents", "integer", (column) => column.notNull())
    .addColumn("countedCents", "integer", (column) => column.notNull())
    .addColumn("reason", "text")
    .addColumn("closedAt", "text", (column) => column.notNull())
    .addColumn("closedBy", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("dayClosesDay").on("dayCloses").columns(["day", "closedAt", "id"]).execute();
}
