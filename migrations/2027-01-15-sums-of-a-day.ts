import { type Kysely, sql } from "kysely";

/** What the sales of some days add up to is read from the index of their days alone. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("salesDay").execute();
  await db.schema
    .createIndex("salesDay")
    .on("sales")
    .columns([
      ...["soldOn", "status", "id", "taxExemptNumber", "number"],
      ...["goodsCents", "discountCents", "taxCents", "totalCents", "clerk"],
    ])
    .where(sql<boolean>`"soldOn" is not null`)
    .execute();
}
