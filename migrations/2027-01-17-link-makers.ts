import type { Kysely } from "kysely";

/** Who made a link to choose a password: it ends when they are no longer an owner. Those from before this end within three days. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("passwordLinks").addColumn("makerId", "text").execute();
}
