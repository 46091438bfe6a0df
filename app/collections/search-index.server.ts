import { sql } from "kysely";
import { db, engine } from "~/db/connection.server";
import { type Collection, formFields, uniqueField } from "./collection";
import { leavesOf } from "./columns";
import { type SearchedRecord, type SearchTerm, toSearchWords } from "./search-words";
import { type RecordTypes, type StoredCollection, toRecord } from "./store.server";

/*
 * The index of the search of everything. Each record has one entry, which is written in the transaction that writes the record; one in the
 * trash has none: many of them would crowd out results.
 */

/** An entry that a search has found. */
export interface SearchEntry {
  kind: string;
  recordId: string;
  /** See search-words.ts. */
  words: string;
}

/** One of several searches of the index. */
interface EntrySearch {
  /** An entry must have a word of each list. */
  terms: readonly SearchTerm[][];
  /** Only the kind that is searched for: another may have the same letters. */
  kind?: string;
  limit: number;
}

/** The entries that each search finds, newest first: all in one query, because each would take longer to ask than to answer. */
export async function findEntries(searches: readonly EntrySearch[]): Promise<SearchEntry[][]> {
  if (searches.length === 0) return [];
  const queries = searches.map(
    (search, index) =>
      sql`select ${sql.lit(index)} as "search", "found".* from ${engine.searchEntries(search)} as "found"`,
  );
  const found = sql<
    SearchEntry & { search: number; number: number }
  >`(${sql.join(queries, sql` union all `)})`;
  // Not a separate statement, which PostgreSQL would take for a write, and which would wait for others.
  const rows = await db.selectFrom(found.as("every")).selectAll().execute();
  rows.sort((one, other) => other.number - one.number);
  return searches.map((_, index) => rows.filter(({ search }) => search === index));
}

/** Stores what a search finds a record by, or removes it where the record is in the trash. */
export async function indexRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): Promise<void> {
  if (row.deletedAt !== null) return hideEntry(store.recordKind, row.id);
  await storeEntries([{ id: row.id, record: toSearched(store, row) }]);
}

/** What a search finds a record of a collection by. */
export function toSearched<T extends RecordTypes>(store: StoredCollection<T>, row: T["row"]): SearchedRecord {
  const record = toRecord(store, row) as object as Record<string, unknown>;
  const inputs = (...kinds: string[]) =>
    formFields(store).flatMap(([name, { input }]) => (input && kinds.includes(input) ? [name] : []));
  const texts = (names: readonly (string | undefined)[]) =>
    names.flatMap((name) => [name === undefined ? [] : (record[name] ?? [])].flat()).filter(isText);
  return {
    kind: store.recordKind,
    numbers: texts([uniqueField(store)?.name, ...inputs("vin"), ...numberFields(store)]),
    // Someone would be found by a field that not everyone may read.
    values: texts(formFields(store).flatMap(([name]) => (store.restricted?.[name] ? [] : [name]))),
    names: row.searchText,
    text: texts(inputs("long")).join(" "),
  };
}

function numberFields({ search }: Pick<Collection, "search">): readonly string[] {
  return search?.numbers ?? [];
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

/** The columns of multi-line text, of any definition with fields. */
export function longTextColumns({ fields }: Pick<Collection, "fields">): string[] {
  return leavesOf(fields).flatMap(({ field, column }) => (field.input === "long" ? [column] : []));
}

/** Stores the entries of records. */
export async function storeEntries(
  records: readonly { id: string; record: SearchedRecord }[],
): Promise<void> {
  if (records.length === 0) return;
  await db
    .insertInto("searchEntries")
    .values(
      records.map(({ id, record }) => ({ kind: record.kind, recordId: id, words: toSearchWords(record) })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["kind", "recordId"])
        .doUpdateSet((eb) => ({ words: eb.ref("excluded.words") }))
        .whereRef("searchEntries.words", "!=", "excluded.words"),
    )
    .execute();
}

/** Removes what a search finds a record by that may be back. */
export async function hideEntry(kind: string, id: string): Promise<void> {
  await db.deleteFrom("searchEntries").where("kind", "=", kind).where("recordId", "=", id).execute();
}

/** Removes what a search finds records by, and who has opened them, with the records. */
export async function removeEntries(kind: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const table of ["searchEntries", "recentRecords"] as const) {
    await db.deleteFrom(table).where("kind", "=", kind).where("recordId", "in", ids).execute();
  }
}
