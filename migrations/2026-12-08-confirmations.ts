import type { Kysely } from "kysely";

/** Which mail confirms something to an address that somebody has only typed: one address is sent few of these in a day. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("outbox")
    .addColumn("isConfirmation", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
