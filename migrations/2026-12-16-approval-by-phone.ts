import type { Kysely } from "kysely";

/** How staff were told of an approval that the customer did not type themselves. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("estimates").addColumn("approvedHow", "text").execute();
}
