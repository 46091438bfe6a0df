import { type Kysely, sql } from "kysely";

/** A sale remembers the repair request that it bills, as it does a part request. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("sales").addColumn("repairRequestId", "text").execute();
  await db.schema
    .createIndex("salesOfRepair")
    .on("sales")
    .column("repairRequestId")
    .where(sql<boolean>`"repairRequestId" is not null`)
    .execute();
}
