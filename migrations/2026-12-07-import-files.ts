import type { Kysely } from "kysely";

/** Files of imports, in parts as base64, so that every process of the site finds them. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("importFiles")
    .addColumn("importId", "text", (column) => column.notNull().references("imports.id").onDelete("cascade"))
    .addColumn("part", "integer", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("importFilesKey", ["importId", "part"])
    .execute();
}
