import type { Kysely } from "kysely";

/** What a car cost and brought besides its purchase, its parts and its sale. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("carCosts")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("vehicleKind", "text", (column) => column.notNull())
    .addColumn("vehicleId", "text", (column) => column.notNull())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("onDay", "text", (column) => column.notNull())
    .addColumn("cents", "integer", (column) => column.notNull())
    .addColumn("party", "text")
    .addColumn("note", "text")
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("createdBy", "text")
    .execute();
  await db.schema
    .createIndex("carCostsVehicle")
    .on("carCosts")
    .columns(["vehicleId", "onDay", "id"])
    .execute();
}
