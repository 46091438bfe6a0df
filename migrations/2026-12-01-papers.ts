import type { Kysely } from "kysely";

/** What the NMVTIS report says of a dismantled vehicle, and what the Buyers Guide says of a vehicle for sale. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const name of ["obtainedFrom", "disposition", "dispositionDate", "disposedTo"]) {
    await db.schema.alterTable("dismantledVehicles").addColumn(name, "text").execute();
  }
  await db.schema.alterTable("dismantledVehicles").addColumn("intendedForExport", "integer").execute();
  await db.schema
    .createIndex("dismantledVehiclesDisposition")
    .on("dismantledVehicles")
    .column("dispositionDate")
    .execute();
  // A table of its own, so that printing papers does not make a vehicle's form out of date.
  await db.schema
    .createTable("buyersGuides")
    .addColumn("vehicleId", "text", (column) =>
      column.primaryKey().references("retailVehicles.id").onDelete("cascade"),
    )
    .addColumn("choices", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .execute();
}
