import type { Kysely } from "kysely";

/** The vehicle inquiry that a deal began with, which is won once the deal is completed. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("deals").addColumn("vehicleInquiryId", "text").execute();
}
