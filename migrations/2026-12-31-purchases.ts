import { type Kysely, sql } from "kysely";
import { createCollectionTable } from "../app/db/collection-table";

/** Cars and cores bought, and what only an owner may see of their sellers, which is encrypted. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await createCollectionTable(db, "purchases", {
    fields: (table) =>
      table
        .addColumn("what", "text", (column) => column.notNull())
        .addColumn("boughtOn", "text", (column) => column.notNull())
        .addColumn("vin", "text", (column) => column.notNull())
        .addColumn("year", "integer")
        .addColumn("make", "text")
        .addColumn("model", "text")
        .addColumn("trim", "text")
        .addColumn("odometer", "integer")
        .addColumn("description", "text")
        .addColumn("quantity", "integer")
        .addColumn("stockNumber", "text")
        .addColumn("becomes", "text", (column) => column.notNull())
        .addColumn("sellerName", "text", (column) => column.notNull())
        .addColumn("sellerPhone", "text")
        .addColumn("sellerStreet", "text")
        .addColumn("sellerCity", "text")
        .addColumn("sellerState", "text")
        .addColumn("sellerZip", "text")
        .addColumn("sellerNumber", "text")
        .addColumn("idKind", "text")
        .addColumn("titleKind", "text")
        .addColumn("titleState", "text")
        .addColumn("titleNumber", "text")
        .addColumn("formNumber", "text")
        .addColumn("priceCents", "integer")
        .addColumn("paidBy", "text")
        .addColumn("checkNumber", "text")
        .addColumn("towedBy", "text")
        .addColumn("towCents", "integer")
        .addColumn("boughtBy", "text")
        .addColumn("catalyticConverters", "text")
        .addColumn("airBags", "text")
        .addColumn("notes", "text")
        .addColumn("vehicleKind", "text")
        .addColumn("vehicleId", "text")
        .addColumn("requestId", "text"),
  });
  await db.schema
    .createIndex("purchasesNewest")
    .on("purchases")
    .columns(["boughtOn", "id"])
    .where(sql<boolean>`"deletedAt" is null`)
    .execute();
  await db.schema.createIndex("purchasesVehicle").on("purchases").column("vehicleId").execute();
  // No purchase yet: of a form that came back with an error.
  await db.schema
    .createTable("sealedItems")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("purchaseId", "text")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sealed", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex("sealedItemsPurchase")
    .on("sealedItems")
    .columns(["purchaseId", "createdAt"])
    .execute();
}
