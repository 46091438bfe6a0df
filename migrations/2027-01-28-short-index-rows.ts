import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * On PostgreSQL a row of an index has at most 2,704 bytes, and whatever needs more can't be stored. What grows with what somebody types,
 * the search texts and the keys of the cars that a part fits, is therefore in no index of its own there. SQLite has no such limit, and
 * reads a list's search from its index.
 */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  const { rows } = await sql<{ name: string; definition: string }>`
    select "indexname" as "name", "indexdef" as "definition" from "pg_indexes"
    where "schemaname" = current_schema() and "indexdef" like '%USING btree%'`.execute(db);
  for (const { name, definition } of rows) {
    const shorter = definition.replace(/, "(?:searchText|fitKeys)"/, "");
    if (shorter === definition) continue;
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql.raw(shorter).execute(db);
  }
}
