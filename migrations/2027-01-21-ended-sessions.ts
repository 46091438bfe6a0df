import type { Kysely } from "kysely";

/** When a session was found to be over: it stays so where the clock was ahead, and is set right. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("sessions").addColumn("overAt", "text").execute();
}
