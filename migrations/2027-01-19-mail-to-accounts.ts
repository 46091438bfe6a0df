import { type Kysely, sql } from "kysely";

/**
 * The account that a message about requests is for, because it may be turned off while the message waits. Those from before are for
 * whoever has the address, or for nobody any longer.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("accountId", "text").execute();
  await db
    .updateTable("outbox")
    .set({
      accountId: sql`coalesce((select min("id") from "administrators" where "email" = "outbox"."to"), '')`,
    })
    .where("subject", "like", "Yours now: %")
    .where("status", "<>", "sent")
    .execute();
}
