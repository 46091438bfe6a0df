import { type Kysely, sql } from "kysely";

/** What a car's parts were sold for is read from an index alone, and so are the sales that are not completed. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
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
