import type { Kysely } from "kysely";

/** The part on the shelf that a part request asks for: its id, and what it was offered as. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("partRequests").addColumn("partId", "text").execute();
  await db.schema.alterTable("partRequests").addColumn("askedPart", "text").execute();
}
