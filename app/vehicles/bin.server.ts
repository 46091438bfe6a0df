import { COLLECTIONS } from "~/collections.server";
import { actAs, actor, now, THE_SITE } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import { TRASH_DAYS } from "~/history/change";
import { recordChange } from "~/history/changes.server";
import { type ExpectedVersion, isExpectedVersion } from "~/values/version";
import { findStockNumberHolder } from "./inventory.server";
import { forgetRemoval, recordRemoval } from "./removed.server";
import {
  findRow,
  type InventoryStore,
  type Item,
  type Kind,
  type StoredRow,
  toHistoryRecord,
  toHistoryValues,
  type VersionedItem,
  withVersion,
} from "./store.server";

/*
 * A deleted item is in the trash for 30 days: its row stays, and with it its picture, but `selectItems` leaves it out.
 */

/** The outcome of a delete. `changed` means that someone else has saved since; `current` is the item as stored now. */
export type Deleted<Item> =
  | { outcome: "deleted" }
  | { outcome: "changed"; current: VersionedItem<Item> }
  | { outcome: "not-found" };

/**
 * Puts an item in the trash.
 * @param options.version the version that was to be deleted; without it, any stored version is
 */
export async function deleteItem<K extends Kind>(
  store: InventoryStore<K>,
  id: string,
  { version }: { version?: ExpectedVersion } = {},
): Promise<Deleted<Item<K>>> {
  return transaction(async (): Promise<Deleted<Item<K>>> => {
    const row = await findRow(store, id);
    if (!row) return { outcome: "not-found" };
    if (!isExpectedVersion(version, row.updatedAt))
      return { outcome: "changed", current: withVersion(store, row) };
    await putInTrash(store, row);
    return { outcome: "deleted" };
  });
}

/** Puts items in the trash; returns how many there were. */
export async function deleteItems<K extends Kind>(
  store: InventoryStore<K>,
  ids: readonly string[],
): Promise<number> {
  return transaction(async () => {
    let deleted = 0;
    for (const id of ids) {
      const { outcome } = await deleteItem(store, id);
      if (outcome === "deleted") deleted += 1;
    }
    return deleted;
  });
}

async function putInTrash<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>): Promise<void> {
  await db
    .updateTable(store.table as Inventory)
    .set({ deletedAt: now().toISOString(), deletedBy: actor().username ?? null })
    .where("id", "=", row.id)
    .execute();
  // Only retail vehicles have a public page that can respond with 410.
  if (store.kind === "retail") await recordRemoval(row.id);
  await recordChange({ record: toHistoryRecord(store, row), action: "deleted" });
}

/** Removes an item for good that was never meant to be there, past the trash: an import that added it is undone. */
export async function removeItem<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>): Promise<void> {
  await db
    .deleteFrom(store.table as Inventory)
    .where("id", "=", row.id)
    .execute();
  if (store.kind === "retail") await recordRemoval(row.id);
  const change = { record: toHistoryRecord(store, row), before: toHistoryValues(store, row) };
  await recordChange({ ...change, action: "removed" });
}

/** The outcome of a restore; `holder` is the item that has the stock number now. */
export type RestoredItem =
  | { outcome: "restored" | "stock-number-taken"; name: string; holder?: string }
  | { outcome: "not-found" };

/** Takes an item out of the trash, exactly as it was, unless another one has its stock number by now. */
export async function restoreItem<K extends Kind>(
  store: InventoryStore<K>,
  id: string,
): Promise<RestoredItem> {
  return transaction(async (): Promise<RestoredItem> => {
    const row = await findDeletedRow(store, id);
    if (!row) return { outcome: "not-found" };
    const record = toHistoryRecord(store, row);
    const holder = await findStockNumberHolder(store, row.stockNumber);
    if (holder) {
      return {
        outcome: "stock-number-taken",
        name: record.name,
        holder: toHistoryRecord(store, holder).name,
      };
    }
    await db
      .updateTable(store.table as Inventory)
      .set({ deletedAt: null, deletedBy: null })
      .where("id", "=", id)
      .execute();
    await forgetRemoval(id);
    await recordChange({ record, action: "restored" });
    return { outcome: "restored", name: record.name };
  });
}

/** Removes the items for good that have been in the trash for 30 days. The picture sweep removes their pictures later. */
export async function removeDeletedItems(now: Date): Promise<void> {
  const until = new Date(now.getTime() - TRASH_DAYS * 86_400_000);
  for (const store of COLLECTIONS) {
    await actAs(THE_SITE, now, () => removeItems(store, { until }));
  }
}

/**
 * Removes items in the trash for good, with a last line in the history that has all their fields.
 * @param selection those deleted until then; with `id`, this one alone
 * @returns how many
 */
export async function removeItems<K extends Kind>(
  store: InventoryStore<K>,
  { until, id }: { until: Date; id?: string | undefined },
): Promise<number> {
  return transaction(async () => {
    const removed = await db
      .deleteFrom(store.table as Inventory)
      .where("deletedAt", "<=", until.toISOString())
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .returningAll()
      .execute();
    for (const row of removed as StoredRow<K>[]) {
      const change = { record: toHistoryRecord(store, row), before: toHistoryValues(store, row) };
      await recordChange({ ...change, action: "removed" });
    }
    return removed.length;
  });
}

async function findDeletedRow<K extends Kind>(
  { table }: InventoryStore<K>,
  id: string,
): Promise<StoredRow<K> | undefined> {
  const row = await db
    .selectFrom(table as Inventory)
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is not", null)
    .executeTakeFirst();
  return row as StoredRow<K> | undefined;
}
