import type { Kysely } from "kysely";

/** How a cost of a car was paid; unknown for those that were written down before. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("carCosts").addColumn("paidBy", "text").execute();
  // What went through the drawer on a day.
  await db.schema.createIndex("carCostsDay").on("carCosts").columns(["onDay", "paidBy"]).execute();
  await db.schema.createIndex("purchasesPaid").on("purchases").columns(["paidBy", "boughtOn"]).execute();
}
