import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
type AnyDb = Kysely<any>;

/** Which vehicle fields of a request were sent as JSON numbers, because the API returns them as numbers again. */
export async function up(db: AnyDb): Promise<void> {
  for (const table of ["partRequests", "repairRequests"]) {
    await db.schema.alterTable(table).addColumn("vehicleNumbers", "text").execute();
  }
}
