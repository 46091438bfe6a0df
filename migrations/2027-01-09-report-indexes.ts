import { type Kysely, sql } from "kysely";

/** Reports of a year read sales and their lines from indexes alone, and a suggested price finds the sales of its part. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("salesDay").execute();
  await db.schema
    .createIndex("salesDay")
    .on("sales")
    .columns(["soldOn", "status", "id", "taxExemptNumber"])
    .where(sql<boolean>`"soldOn" is not null`)
    .execute();
  await db.schema
    .createIndex("saleLinesReports")
    .on("saleLines")
    .columns([
      ...["saleId", "kind", "entryId", "amountCents", "discountCents", "taxCents", "taxRate", "taxPlace"],
      ...["year", "make", "model"],
    ])
    .execute();
  await db.schema
    .createIndex("saleLinesEntry")
    .on("saleLines")
    .columns(["entryId", "make", "model", "saleId"])
    .where(sql<boolean>`"entryId" is not null`)
    .execute();
}
