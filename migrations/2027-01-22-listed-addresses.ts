import type { Kysely } from "kysely";

/**
 * The list in Settings that a message's address is from, because it may be taken off while the message waits. What is yet to be sent tells
 * by its wording which list that was.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("outbox").addColumn("addressList", "text").execute();
  for (const [addressList, subject, text] of [
    ["notify", "New % __-______", "A new % has arrived: %"],
    ["notify", "Withdrawn by the customer: __-______", "The customer has withdrawn %"],
    ["notify", "New message from the customer: __-______", "The customer has added a message to %"],
    ["notify", "The book's last hash of %", "The last line of the book of %"],
    ["leads", "ADF lead %", "<?xml%"],
  ] as const)
    await db
      .updateTable("outbox")
      .set({ addressList })
      .where("status", "<>", "sent")
      .where("accountId", "is", null)
      .where("subject", "like", subject)
      .where("text", "like", text)
      .execute();
}
