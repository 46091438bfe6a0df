import type { Kysely } from "kysely";

/** When a receipt, a credit note or a paper of a deal was printed first: another print says that it is a copy. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("prints")
    .addColumn("paper", "text", (column) => column.notNull())
    .addColumn("paperId", "text", (column) => column.notNull())
    .addColumn("firstAt", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("printsKey", ["paper", "paperId"])
    .execute();
}
