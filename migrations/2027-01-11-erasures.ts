import type { Kysely } from "kysely";

/** What was deleted for good at the wish of whoever it was about, so that a restore does not bring it back. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("erasures")
    .addColumn("recordKind", "text", (column) => column.notNull())
    .addColumn("recordId", "text", (column) => column.notNull())
    .addColumn("extent", "text", (column) => column.notNull())
    .addColumn("erasedAt", "text", (column) => column.notNull())
    .addColumn("isDue", "integer", (column) => column.notNull())
    .addPrimaryKeyConstraint("erasuresKey", ["recordKind", "recordId"])
    .execute();
}
