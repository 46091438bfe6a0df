import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current schema
type AnyDb = Kysely<any>;

/** The ids of deleted retail vehicles, so that their pages can say so. Those deleted before are not known. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("goneVehicles")
    .addColumn("id", "text", (column) => column.primaryKey())
    .execute();
}
