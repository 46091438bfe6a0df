import type { Kysely } from "kysely";

/** Vehicles have more words: a Dodge 1500 is a Ram, an F-350 a Super Duty. The start fills what is empty. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["dismantledVehicles", "retailVehicles"])
    await db.updateTable(table).set({ searchText: "" }).execute();
}
