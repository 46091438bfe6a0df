import { type Kysely, type RawBuilder, sql } from "kysely";
import { isPostgres } from "./triggers";

interface DescendingIndex {
  name: string;
  table: string;
  /** What it sorts by, from high to low, nulls last; then by the id. */
  column: string;
  /** What else is read from it. */
  others: readonly string[];
  where: RawBuilder<boolean>;
}

/**
 * Creates an index for a list from high to low with nulls last. SQLite has nulls first in every index and reads one backwards; PostgreSQL
 * has them last, and first backwards, so only PostgreSQL needs it.
 */
export async function createDescendingIndex(
  // biome-ignore lint/suspicious/noExplicitAny: migrations are frozen and must not follow the current schema
  db: Kysely<any>,
  { name, table, column, others, where }: DescendingIndex,
): Promise<void> {
  if (!isPostgres(db)) return;
  const read = sql.join(others.map((other) => sql.ref(other)));
  await sql`create index ${sql.ref(name)} on ${sql.table(table)} (${sql.ref(column)} desc nulls last, "id" desc, ${read})
    where ${where}`.execute(db);
}
