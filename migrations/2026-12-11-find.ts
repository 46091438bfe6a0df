import type { Kysely } from "kysely";
import { createWordIndex } from "../app/db/word-index";

/** What a search of everything looks in, and what each account has opened last. The site fills the first in while it runs. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("searchEntries")
    .addColumn("number", "integer", (column) => column.primaryKey().autoIncrement())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("recordId", "text", (column) => column.notNull())
    .addColumn("words", "text", (column) => column.notNull())
    .addUniqueConstraint("searchEntriesRecord", ["kind", "recordId"])
    .execute();
  await createWordIndex(db);
  await db.schema
    .createTable("recentRecords")
    .addColumn("accountId", "text", (column) =>
      column.notNull().references("administrators.id").onDelete("cascade"),
    )
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("recordId", "text", (column) => column.notNull())
    .addColumn("openedAt", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("recentRecordsKey", ["accountId", "kind", "recordId"])
    .execute();
}
