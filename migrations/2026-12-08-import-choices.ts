import type { Kysely } from "kysely";

/** What is chosen for an import besides its columns, and what other programs' words mean, remembered for the next file. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("imports")
    .addColumn("choices", "text", (column) => column.notNull().defaultTo("{}"))
    .execute();
  await db.schema
    .createTable("importMeanings")
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("field", "text", (column) => column.notNull())
    .addColumn("word", "text", (column) => column.notNull())
    .addColumn("meaning", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("importMeaningsKey", ["kind", "field", "word"])
    .execute();
}
