import { type Kysely, sql } from "kysely";

/** What was paid, by the sale or by the day it was taken on, is read from indexes alone. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("paymentsDay").execute();
  await db.schema
    .createIndex("paymentsDay")
    .on("payments")
    .columns(["takenOn", "method", "isForAccount", "saleId", "amountCents"])
    .where(sql<boolean>`"takenOn" is not null`)
    .execute();
  await db.schema
    .createIndex("paymentsOfSale")
    .on("payments")
    .columns(["saleId", "isForAccount", "takenOn", "method", "amountCents"])
    .execute();
}
