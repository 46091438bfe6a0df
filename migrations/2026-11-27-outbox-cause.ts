import type { Kysely } from "kysely";

/** Finds the mail about a request, for its page and its row in a list. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.createIndex("outboxCauseId").on("outbox").column("causeId").execute();
}
