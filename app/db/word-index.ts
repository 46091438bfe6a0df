import { type Kysely, sql } from "kysely";
import { isPostgres } from "./triggers";

/** Whose letters and digits the tokens have besides these marks. */
const MARKS = "=+~/";

/**
 * Creates the index of `searchEntries.words` (collections/search-index.server.ts), for a migration: SQLite's is a table of its own that
 * triggers keep in step, PostgreSQL's an index. A released migration calls it, so what it makes never changes.
 */
// biome-ignore lint/suspicious/noExplicitAny: migrations are frozen and must not follow the current schema
export async function createWordIndex(db: Kysely<any>): Promise<void> {
  for (const statement of isPostgres(db) ? POSTGRES : SQLITE) await sql.raw(statement).execute(db);
}

const REMOVE = `insert into "searchWords" ("searchWords", rowid, "words") values ('delete', old."number", old."words");`;
const ADD = `insert into "searchWords" (rowid, "words") values (new."number", new."words");`;

const SQLITE = [
  `create virtual table "searchWords" using fts5("words", content='searchEntries', content_rowid='number', detail=none, columnsize=0, tokenize="unicode61 remove_diacritics 0 tokenchars '${MARKS}'")`,
  `create trigger "searchEntriesAdded" after insert on "searchEntries" begin ${ADD} end`,
  `create trigger "searchEntriesRemoved" after delete on "searchEntries" begin ${REMOVE} end`,
  `create trigger "searchEntriesChanged" after update on "searchEntries" begin ${REMOVE} ${ADD} end`,
];

// Without a pending list, which every search would have to scan.
const POSTGRES = [
  `create index "searchEntriesWords" on "searchEntries" using gin (array_to_tsvector(string_to_array("words", ' '))) with (fastupdate = off)`,
];
