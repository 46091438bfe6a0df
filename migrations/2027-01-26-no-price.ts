import type { Kysely } from "kysely";

/** A price of 0 is none: it sorted as the lowest, and the next part of its kind was priced by it. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  for (const table of ["parts", "retailVehicles"])
    await db.updateTable(table).set({ priceCents: null }).where("priceCents", "=", 0).execute();
}
