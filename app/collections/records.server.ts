import { maySetPrices, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Inventory, NewRow } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { newId } from "~/values/id.server";
import { type ExpectedVersion, isExpectedVersion, nextVersion } from "~/values/version";
import { type NamedRecord, uniqueField, uniqueKey } from "./collection";
import { keepUnreadable, recordReader, withVersion } from "./restricted.server";
import { indexRecord } from "./search-index.server";
import {
  findStoredRow,
  isInvalid,
  type RecordTypes,
  type StoredCollection,
  searchTextOf,
  selectRecords,
  tableOf,
  toHistoryRecord,
  toHistoryValues,
  toPublicRecord,
  toRecord,
  toStoredColumns,
  type VersionedRecord,
} from "./store.server";

/*
 * Stores and finds one record of a collection: `createRecord(RETAIL_RECORDS, fields)`. The lists are in lists.server.ts, the trash in
 * trash.server.ts, and what differs between collections in their definitions and in what the server adds to them (store.server.ts).
 */

/** The outcome of storing a new record. `taken`: another record has the same value of a field that must be unique. */
export type Created<Item> =
  | { outcome: "saved"; item: Item }
  | { outcome: "taken"; fields: Record<string, string[]> }
  | { outcome: "invalid"; fields: Record<string, string[]> };

/** The outcome of an update. `changed` means that someone else has saved since; `current` is the item as stored now. */
export type Updated<Item> =
  | Created<Item>
  | { outcome: "changed"; current: VersionedRecord<Item> }
  | { outcome: "not-found" };

/**
 * Stores a new item, unless its stock number is taken. A missing date acquired becomes today.
 * @param options.ownPrices the prices that the site itself sets, which need no right to set prices
 * @param options.reserved the numbers that the site may not give to it, by `uniqueKey`
 */
export async function createRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  given: T["fields"],
  { ownPrices = {}, reserved }: { ownPrices?: object; reserved?: ReadonlySet<string> } = {},
): Promise<Created<T["record"]>> {
  return transaction(async (): Promise<Created<T["record"]>> => {
    const timestamp = now().toISOString();
    const fields = keepUnreadable(store, given, {});
    const priced = refusePrices(store, fields, ownPrices);
    if (priced) return { outcome: "invalid", fields: priced };
    const columns = await toStoredColumns(store, fields, { stored: undefined, now: now(), reserved });
    if (isInvalid(columns)) return { outcome: "invalid", fields: columns.invalid };
    const unique = uniqueField(store);
    const row: T["row"] | undefined = await db
      .insertInto(tableOf(store))
      .values({
        ...(columns as unknown as NewRow<Inventory>),
        id: newId(now()),
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .$if(unique !== undefined, (insert) =>
        insert.onConflict((conflict) =>
          conflict
            .column(unique?.keyColumn as "stockNumberKey")
            .where("deletedAt", "is", null)
            .doNothing(),
        ),
      )
      .returningAll()
      .executeTakeFirst();
    if (!row) return taken(store);
    const record = toHistoryRecord(store, row);
    const after = toHistoryValues(store, row);
    await recordChange({ record, action: "created", after });
    await indexRecord(store, row);
    await store.afterWrite?.(row);
    await store.afterCreate?.(row);
    return { outcome: "saved", item: recordReader(store)(row) };
  });
}

/**
 * Replaces the editable fields of a record. A field that is left out is cleared, except the date acquired and fields that the actor may not
 * read, which are kept; for the pictures see `imagesToStore`.
 * @param options.version the version that the change was made to; without it, any stored version is replaced
 */
export async function updateRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
  given: T["fields"],
  { version }: { version?: ExpectedVersion } = {},
): Promise<Updated<T["record"]>> {
  return transaction(async (): Promise<Updated<T["record"]>> => {
    const stored = await findStoredRow(store, id);
    if (!stored) return { outcome: "not-found" };
    if (!isExpectedVersion(version, stored.updatedAt))
      return { outcome: "changed", current: withVersion(store, stored) };
    const record = toRecord(store, stored);
    const fields = keepUnreadable(store, given, record);
    const priced = refusePrices(store, fields, record);
    if (priced) return { outcome: "invalid", fields: priced };
    const columns = await toStoredColumns(store, fields, { stored, now: now() });
    if (isInvalid(columns)) return { outcome: "invalid", fields: columns.invalid };
    const holder = await findHolder(store, columns);
    if (holder && holder.id !== id) return taken(store);
    const row: T["row"] = await db
      .updateTable(tableOf(store))
      .set({ ...columns, updatedAt: nextVersion(now(), stored.updatedAt) })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    const [before, after] = [toHistoryValues(store, stored), toHistoryValues(store, row)];
    await recordChange({ record: toHistoryRecord(store, row), action: "changed", before, after });
    await indexRecord(store, row);
    await store.afterWrite?.(row);
    await store.afterUpdate?.(row, { before: stored });
    return { outcome: "saved", item: recordReader(store)(row) };
  });
}

/** The prices that the actor has changed although their role may not; undefined if there are none. */
function refusePrices(
  { fields, path }: Pick<StoredCollection, "fields" | "path">,
  typed: object,
  stored: object,
): Record<string, string[]> | undefined {
  if (maySetPrices(path)) return undefined;
  const changed = Object.entries(fields)
    .filter(([, { unit }]) => unit === "dollars")
    .filter(([name]) => (columnOf(typed, name) ?? undefined) !== (columnOf(stored, name) ?? undefined));
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map(([name]) => [name, [PRICE_REFUSED]]));
}

const PRICE_REFUSED = "Your role doesn't include prices: leave it as it was";

function taken(
  collection: Pick<StoredCollection, "fields">,
): Extract<Created<unknown>, { outcome: "taken" }> {
  const { name = "", taken = "" } = uniqueField(collection) ?? {};
  return { outcome: "taken", fields: { [name]: [taken] } };
}

/**
 * Sets the status of records, and leaves those that have it already.
 * @param options.isUndo sets the former status back, with what was known about it
 * @returns how many were changed
 */
export async function changeRecordStatuses<T extends RecordTypes>(
  store: StoredCollection<T>,
  ids: readonly string[],
  status: string,
  { isUndo = false } = {},
): Promise<number> {
  return transaction(async () => {
    const found: T["row"][] = await selectRecords(tableOf(store))
      .selectAll()
      .where("id", "in", ids)
      .where("status", "!=", status)
      .execute();
    const rows = found.filter((row) => !store.isStatusFixed?.(row));
    for (const row of rows) {
      const changed = await db
        .updateTable(tableOf(store))
        .set({
          ...(isUndo ? {} : store.statusColumns?.(status, { stored: row, now: now() })),
          status,
          updatedAt: nextVersion(now(), row.updatedAt),
        })
        .where("id", "=", row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      const [before, after] = [toHistoryValues(store, row), toHistoryValues(store, changed)];
      await recordChange({ record: toHistoryRecord(store, row), action: "changed", before, after });
      await store.afterUpdate?.(changed, { before: row });
    }
    return rows.length;
  });
}

/** How many of these records keep another status, which nobody may set by hand: a sale has them. */
export async function countFixedStatuses<T extends RecordTypes>(
  store: StoredCollection<T>,
  ids: readonly string[],
  status: string,
): Promise<number> {
  if (!store.isStatusFixed || ids.length === 0) return 0;
  const rows: T["row"][] = await selectRecords(tableOf(store))
    .selectAll()
    .where("id", "in", ids)
    .where("status", "!=", status)
    .execute();
  return rows.filter((row) => store.isStatusFixed?.(row)).length;
}

/** One item as staff see it, in any status. */
export async function findRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
): Promise<VersionedRecord<T["record"]> | undefined> {
  const row = await findStoredRow(store, id);
  return row && withVersion(store, row);
}

/** Items as staff see them, in the order of the ids; one that does not exist is left out. */
export async function findRecords<T extends RecordTypes>(
  store: StoredCollection<T>,
  ids: readonly string[],
): Promise<T["record"][]> {
  if (ids.length === 0) return [];
  const rows = await selectRecords(tableOf(store)).selectAll().where("id", "in", ids).execute();
  const read = recordReader(store);
  const found = new Map(rows.map((row) => [row.id, read(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** One item as the public sees it; undefined if its status has no public page. */
export async function findPublicRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
  now = new Date(),
): Promise<T["publicRecord"] | undefined> {
  const row = await findStoredRow(store, id);
  const { shown } = store;
  const isShown =
    row &&
    shown?.page.includes(String(columnOf(row, "status"))) &&
    (store.isPageShown?.(row, now) ?? true) &&
    (shown.needs ?? []).every((name) => columnOf(row, name) !== null);
  return isShown ? toPublicRecord(store, row) : undefined;
}

function columnOf(row: object, column: string): unknown {
  return (row as Record<string, unknown>)[column];
}

/** The record that has this stock number, or whatever no two may have the same of; in any case. */
export async function findHolderOf<T extends RecordTypes>(
  store: StoredCollection<T>,
  value: string,
): Promise<T["row"] | undefined> {
  const unique = uniqueField(store);
  if (!unique) return undefined;
  return selectRecords(tableOf(store))
    .selectAll()
    .where(unique.keyColumn as "stockNumberKey", "=", uniqueKey(value))
    .executeTakeFirst();
}

/** The same record with its name and its page. */
export async function findNamedHolder<T extends RecordTypes>(
  store: StoredCollection<T>,
  columns: object,
): Promise<NamedRecord | undefined> {
  const row = await findHolder(store, columns);
  return row && { name: store.nameOf(toRecord(store, row)), to: `${store.path}/${row.id}` };
}

/** The record that has what no two may have the same of. */
export async function findHolder<T extends RecordTypes>(
  store: StoredCollection<T>,
  columns: object,
): Promise<T["row"] | undefined> {
  const unique = uniqueField(store);
  return unique && findHolderOf(store, String(columnOf(columns, unique.name)));
}

/**
 * Writes the search text of every item that has none: a migration empties it where a new version searches by other words.
 */
export async function fillSearchText<T extends RecordTypes>(store: StoredCollection<T>): Promise<number> {
  const table = tableOf(store);
  const rows = await db.selectFrom(table).selectAll().where("searchText", "=", "").execute();
  if (rows.length === 0) return 0;
  await transaction(async () => {
    for (const row of rows) {
      const searchText = searchTextOf(store, toRecord(store, row) as object as Record<string, unknown>);
      // Unless it was saved in the meantime, with its text.
      await db
        .updateTable(table)
        .set({ searchText })
        .where("id", "=", row.id)
        .where("searchText", "=", "")
        .execute();
    }
  });
  return rows.length;
}
