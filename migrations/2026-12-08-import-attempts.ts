import type { Kysely } from "kysely";

/** How often a step of an import was begun in vain, and the step that it failed in. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("imports")
    .addColumn("attempts", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("imports").addColumn("failedStep", "text").execute();
}
