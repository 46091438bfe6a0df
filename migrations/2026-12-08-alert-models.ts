import type { Kysely } from "kysely";

/** An alert's model as it is compared, with an index, so that an arrival is not compared with every alert. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("arrivalAlerts")
    .addColumn("modelKey", "text", (column) => column.notNull().defaultTo(""))
    .execute();
  for (const { id, wishKey } of await db.selectFrom("arrivalAlerts").select(["id", "wishKey"]).execute()) {
    // The wish's key is the address and, as JSON, the make, the model and the years.
    const [, wish] = JSON.parse(wishKey);
    const [, modelKey] = JSON.parse(wish);
    await db.updateTable("arrivalAlerts").set({ modelKey }).where("id", "=", id).execute();
  }
  await db.schema.createIndex("arrivalAlertsModel").on("arrivalAlerts").column("modelKey").execute();
}
