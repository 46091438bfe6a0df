import { type Kysely, sql } from "kysely";

/** A sale may be in exchange for what came back on a credit note; what that was stays on it in words. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("sales").addColumn("creditNoteId", "text").execute();
  await db.schema.alterTable("sales").addColumn("exchangeFor", "text").execute();
  await db.schema
    .createIndex("salesOfCreditNote")
    .on("sales")
    .column("creditNoteId")
    .where(sql<boolean>`"creditNoteId" is not null`)
    .execute();
}
