import { type Kysely, sql } from "kysely";

/** From indexes alone are read: what a car's parts were sold for, sales that are not completed, and the newest number of some days. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("salesDay").execute();
  await db.schema
    .createIndex("salesDay")
    .on("sales")
    .columns(["soldOn", "status", "id", "taxExemptNumber", "number"])
    .where(sql<boolean>`"soldOn" is not null`)
    .execute();
  await db.schema.dropIndex("saleLinesDonorId").execute();
  await db.schema
    .createIndex("saleLinesDonorId")
    .on("saleLines")
    .columns(["donorId", "kind", "saleId", "amountCents", "discountCents"])
    .where(sql<boolean>`"donorId" is not null`)
    .execute();
  await db.schema
    .createIndex("salesNotCompleted")
    .on("sales")
    .columns(["id"])
    .where(sql<boolean>`"status" <> 'completed'`)
    .execute();
}
