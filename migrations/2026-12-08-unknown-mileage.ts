import { type Kysely, sql } from "kysely";

/**
 * A dismantled vehicle's mileage may be unknown. SQLite cannot take a column's rule back, so a new column takes its place.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.dropIndex("dismantledVehiclesMileage").execute();
  await db.schema.alterTable("dismantledVehicles").addColumn("knownMileage", "integer").execute();
  await db
    .updateTable("dismantledVehicles")
    .set({ knownMileage: sql.ref("mileage") })
    .execute();
  await db.schema.alterTable("dismantledVehicles").dropColumn("mileage").execute();
  await db.schema.alterTable("dismantledVehicles").renameColumn("knownMileage", "mileage").execute();
}
