import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { newId } from "~/values/id.server";
import { type ExpectedVersion, isExpectedVersion, nextVersion } from "~/values/version";
import { stockNumberKey } from "./inventory";
import {
  type Fields,
  findRow,
  type InventoryStore,
  type Item,
  type Kind,
  type PublicItem,
  type StoredRow,
  searchTextOf,
  selectItems,
  toColumns,
  toHistoryRecord,
  toHistoryValues,
  toItem,
  toPublicItem,
  type VersionedItem,
  withVersion,
} from "./store.server";

/*
 * Stores and finds one item of an inventory: `createItem(RETAIL_STORE, fields)`. The lists are in
 * inventory-lists.server.ts, the bin in bin.server.ts, and what differs between the two tables in dismantled.server.ts and
 * retail.server.ts.
 */

/** The outcome of storing a new item. */
export type Created<Item> =
  | { outcome: "saved"; item: Item }
  | { outcome: "stock-number-taken" }
  | { outcome: "invalid"; fields: Record<string, string[]> };

/** The outcome of an update. `changed` means that someone else has saved since; `current` is the item as stored now. */
export type Updated<Item> =
  | Created<Item>
  | { outcome: "changed"; current: VersionedItem<Item> }
  | { outcome: "not-found" };

/** Stores a new item, unless its stock number is taken. A missing date acquired becomes today. */
export async function createItem<K extends Kind>(
  store: InventoryStore<K>,
  fields: Fields<K>,
): Promise<Created<Item<K>>> {
  return transaction(async (): Promise<Created<Item<K>>> => {
    const timestamp = now().toISOString();
    const columns = await toColumns(store, fields, { stored: undefined, now: now() });
    if ("invalid" in columns) return { outcome: "invalid", fields: columns.invalid };
    const row = (await db
      .insertInto(store.table as Inventory)
      .values({
        ...columns,
        id: newId(now()),
        createdAt: timestamp,
        updatedAt: timestamp,
      })
      .onConflict((conflict) => conflict.column("stockNumberKey").where("deletedAt", "is", null).doNothing())
      .returningAll()
      .executeTakeFirst()) as StoredRow<K> | undefined;
    if (!row) return { outcome: "stock-number-taken" };
    const record = toHistoryRecord(store, row);
    const after = toHistoryValues(store, row);
    await recordChange({ record, action: "created", after });
    return { outcome: "saved", item: toItem(store, row) };
  });
}

/**
 * Replaces the editable fields of an item. A field that is left out is cleared (decisions, section 3), except the date
 * acquired, which is kept; for the pictures see `imagesToStore`.
 * @param options.version the version that the change was made to; without it, any stored version is replaced
 */
export async function updateItem<K extends Kind>(
  store: InventoryStore<K>,
  id: string,
  fields: Fields<K>,
  { version }: { version?: ExpectedVersion } = {},
): Promise<Updated<Item<K>>> {
  return transaction(async (): Promise<Updated<Item<K>>> => {
    const stored = await findRow(store, id);
    if (!stored) return { outcome: "not-found" };
    if (!isExpectedVersion(version, stored.updatedAt))
      return { outcome: "changed", current: withVersion(store, stored) };
    const columns = await toColumns(store, fields, { stored, now: now() });
    if ("invalid" in columns) return { outcome: "invalid", fields: columns.invalid };
    const holder = await findStockNumberHolder(store, columns.stockNumber);
    if (holder && holder.id !== id) return { outcome: "stock-number-taken" };
    const row = (await db
      .updateTable(store.table as Inventory)
      .set({
        ...columns,
        updatedAt: nextVersion(now(), stored.updatedAt),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow()) as StoredRow<K>;
    const record = toHistoryRecord(store, row);
    const [before, after] = [toHistoryValues(store, stored), toHistoryValues(store, row)];
    await recordChange({ record, action: "changed", before, after });
    await store.afterUpdate?.(row, { before: stored });
    return { outcome: "saved", item: toItem(store, row) };
  });
}

/**
 * Sets the status of vehicles or parts, and leaves those that have it already.
 * @param options.isUndo sets the former status back, with what was known of it
 * @returns how many were changed
 */
export async function changeItemStatuses<K extends Kind>(
  store: InventoryStore<K>,
  ids: readonly string[],
  status: string,
  { isUndo = false } = {},
): Promise<number> {
  return transaction(async () => {
    const rows = await selectItems(store.table)
      .selectAll()
      .where("id", "in", ids)
      .where("status", "!=", status)
      .execute();
    for (const row of rows as StoredRow<K>[]) {
      const changed = (await db
        .updateTable(store.table as Inventory)
        .set({
          ...(isUndo ? {} : store.statusColumns?.(status, { stored: row, now: now() })),
          status,
          updatedAt: nextVersion(now(), row.updatedAt),
        })
        .where("id", "=", row.id)
        .returningAll()
        .executeTakeFirstOrThrow()) as StoredRow<K>;
      const [before, after] = [toHistoryValues(store, row), toHistoryValues(store, changed)];
      await recordChange({ record: toHistoryRecord(store, row), action: "changed", before, after });
    }
    return rows.length;
  });
}

/** One item as staff see it, in any status. */
export async function findItem<K extends Kind>(
  store: InventoryStore<K>,
  id: string,
): Promise<VersionedItem<Item<K>> | undefined> {
  const row = await findRow(store, id);
  return row && withVersion(store, row);
}

/** Items as staff see them, in the order of the ids; one that does not exist is left out. */
export async function findItems<K extends Kind>(
  store: InventoryStore<K>,
  ids: readonly string[],
): Promise<Item<K>[]> {
  if (ids.length === 0) return [];
  const rows = await selectItems(store.table).selectAll().where("id", "in", ids).execute();
  const found = new Map(rows.map((row) => [row.id, toItem(store, row as StoredRow<K>)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** One item as the public sees it; undefined if its status has no public page. */
export async function findPublicItem<K extends Kind>(
  store: InventoryStore<K>,
  id: string,
  now = new Date(),
): Promise<PublicItem<K> | undefined> {
  const row = await findRow(store, id);
  const isShown =
    row &&
    store.pageStatuses.includes(row.status) &&
    (store.hasPage?.(row, now) ?? true) &&
    store.publicColumns.every((name) => hasValue(row, name));
  return isShown ? toPublicItem(store, row) : undefined;
}

function hasValue(row: object, column: string): boolean {
  return (row as Record<string, unknown>)[column] !== null;
}

/** The item that has this stock number, whatever its case. */
export async function findStockNumberHolder<K extends Kind>(
  { table }: InventoryStore<K>,
  stockNumber: string,
): Promise<StoredRow<K> | undefined> {
  const holder = await selectItems(table)
    .selectAll()
    .where("stockNumberKey", "=", stockNumberKey(stockNumber))
    .executeTakeFirst();
  return holder as StoredRow<K> | undefined;
}

/**
 * Writes the search text of every item that has none: a migration empties it where a new version searches by other words.
 */
export async function fillSearchText<K extends Kind>(store: InventoryStore<K>): Promise<number> {
  const table = store.table as Inventory;
  const rows = await db.selectFrom(table).selectAll().where("searchText", "=", "").execute();
  if (rows.length === 0) return 0;
  await transaction(async () => {
    for (const row of rows) {
      const searchText = searchTextOf(store, toItem(store, row as StoredRow<K>) as Record<string, unknown>);
      // Unless it was saved meanwhile, with its text.
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
