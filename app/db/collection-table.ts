import { type CreateTableBuilder, type Kysely, sql } from "kysely";

// biome-ignore lint/suspicious/noExplicitAny: of any schema, because migrations are frozen
type AnyDb = Pick<Kysely<any>, "schema">;
// biome-ignore lint/suspicious/noExplicitAny: the columns' types follow from the definition
type Table = CreateTableBuilder<any, any>;

interface CollectionTable {
  /** The field whose value no two records share. */
  unique?: string;
  /** Adds the columns of the fields. */
  fields: (table: Table) => Table;
}

/**
 * Creates the table of a collection, for a migration: the columns of its fields, and those that every collection has (`StoredRow` in
 * collections/store.server.ts). A released migration calls it, so what it makes never changes.
 */
export async function createCollectionTable(
  db: AnyDb,
  name: string,
  { unique, fields }: CollectionTable,
): Promise<void> {
  const table = fields(db.schema.createTable(name).addColumn("id", "text", (column) => column.primaryKey()));
  await (unique ? table.addColumn(`${unique}Key`, "text", (column) => column.notNull()) : table)
    .addColumn("searchText", "text", (column) => column.notNull())
    .addColumn("createdAt", "text", (column) => column.notNull())
    .addColumn("updatedAt", "text", (column) => column.notNull())
    .addColumn("deletedAt", "text")
    .addColumn("deletedBy", "text")
    .execute();
  if (unique) {
    await db.schema
      .createIndex(`${name}Unique`)
      .on(name)
      .column(`${unique}Key`)
      .unique()
      .where(sql<boolean>`"deletedAt" is null`)
      .execute();
  }
  await db.schema
    .createIndex(`${name}Deleted`)
    .on(name)
    .columns(["deletedAt", "id"])
    .where(sql<boolean>`"deletedAt" is not null`)
    .execute();
}
