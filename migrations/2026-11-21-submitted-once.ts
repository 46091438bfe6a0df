import type { Kysely } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: a migration is frozen in time and knows no current schema
type AnyDb = Kysely<any>;

/** What a caller of the API has sent under a key of its own, and what was answered, so that a retry changes nothing. */
export async function up(db: AnyDb): Promise<void> {
  await db.schema
    .createTable("submittedOnce")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("bodyHash", "text", (column) => column.notNull())
    .addColumn("answer", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("submittedOnceCreated").on("submittedOnce").column("createdAt").execute();
}
