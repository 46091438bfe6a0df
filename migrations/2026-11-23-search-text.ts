import type { Kysely } from "kysely";

/** Empties every search text; the next start writes it anew, with body styles and other names of makes. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["dismantledVehicles", "retailVehicles"]) {
    await db.updateTable(table).set({ searchText: "" }).execute();
  }
}
