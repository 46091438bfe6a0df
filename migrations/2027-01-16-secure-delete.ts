import { type Kysely, PostgresAdapter, sql } from "kysely";

/** SQLite's index of words forgets those of a removed entry at once, not at some later merge: they may be an erased customer's. */
// biome-ignore lint/suspicious/noExplicitAny: a released migration is frozen and must not follow the current schema
export async function up(db: Kysely<any>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) return;
  await sql`insert into "searchWords" ("searchWords", rank) values ('secure-delete', 1)`.execute(db);
}
