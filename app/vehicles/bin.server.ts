import { type Db, db } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import { BIN_DAYS, type ChangedBy, THE_SITE } from "~/history/change";
import { recordChange } from "~/history/changes.server";
import { PART_STORE } from "~/parts/part.server";
import { DISMANTLED_STORE } from "./dismantled.server";
import { findStockNumberHolder, inTransaction } from "./inventory.server";
import { forgetRemoval, recordRemoval } from "./removed.server";
import { RETAIL_STORE } from "./retail.server";
import {
  findRow,
  type Kind,
  type StoredRow,
  toHistoryRecord,
  toHistoryValues,
  type VehicleStore,
} from "./store.server";

/*
 * A deleted vehicle is in the bin for 30 days: its row stays, and with it its picture, but `selectVehicles` leaves it out.
 */

interface ChangeOptions {
  now: Date;
  by: ChangedBy;
}

/** Puts a vehicle in the bin; false if there is no vehicle with this id. */
export async function deleteVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
  options: ChangeOptions,
): Promise<boolean> {
  return (await deleteVehicles(store, [id], options)) > 0;
}

/** Puts vehicles in the bin; returns how many there were. */
export async function deleteVehicles<K extends Kind>(
  store: VehicleStore<K>,
  ids: readonly string[],
  { now, by }: ChangeOptions,
): Promise<number> {
  return db.transaction().execute(async (within) => {
    let deleted = 0;
    for (const id of ids) {
      const row = await findRow(store, id, within);
      if (!row) continue;
      await within
        .updateTable(store.table as Inventory)
        .set({ deletedAt: now.toISOString(), deletedBy: by.username ?? null })
        .where("id", "=", id)
        .execute();
      // Only retail vehicles have a public page that can respond with 410.
      if (store.kind === "retail") await recordRemoval(id, within);
      await recordChange({ record: toHistoryRecord(store, row), action: "deleted" }, { by, now, within });
      deleted += 1;
    }
    return deleted;
  });
}

/** Removes a vehicle for good that was never meant to be there, past the bin: an import that added it is undone. */
export async function removeVehicle<K extends Kind>(
  store: VehicleStore<K>,
  row: StoredRow<K>,
  { now, by, within }: ChangeOptions & { within: Db },
): Promise<void> {
  await within
    .deleteFrom(store.table as Inventory)
    .where("id", "=", row.id)
    .execute();
  if (store.kind === "retail") await recordRemoval(row.id, within);
  const change = { record: toHistoryRecord(store, row), before: toHistoryValues(store, row) };
  await recordChange({ ...change, action: "removed" }, { by, now, within });
}

/** The outcome of a restore; `holder` is the vehicle that has the stock number now. */
export type RestoredVehicle =
  | { outcome: "restored" | "stock-number-taken"; name: string; holder?: string }
  | { outcome: "not-found" };

/**
 * Takes a vehicle out of the bin, exactly as it was, unless another one has its stock number by now.
 * @param options.within a transaction to be part of
 */
export async function restoreVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
  { now, by, within: outer }: ChangeOptions & { within?: Db | undefined },
): Promise<RestoredVehicle> {
  return inTransaction(outer, async (within): Promise<RestoredVehicle> => {
    const row = await findDeletedRow(store, id, within);
    if (!row) return { outcome: "not-found" };
    const record = toHistoryRecord(store, row);
    const holder = await findStockNumberHolder(store, row.stockNumber, within);
    if (holder) {
      return {
        outcome: "stock-number-taken",
        name: record.name,
        holder: toHistoryRecord(store, holder).name,
      };
    }
    await within
      .updateTable(store.table as Inventory)
      .set({ deletedAt: null, deletedBy: null })
      .where("id", "=", id)
      .execute();
    await forgetRemoval(id, within);
    await recordChange({ record, action: "restored" }, { by, now, within });
    return { outcome: "restored", name: record.name };
  });
}

/** Removes the vehicles for good that have been in the bin for 30 days. The picture sweep removes their pictures later. */
export async function removeDeletedVehicles(now: Date): Promise<void> {
  const until = new Date(now.getTime() - BIN_DAYS * 86_400_000);
  for (const store of [DISMANTLED_STORE, RETAIL_STORE, PART_STORE] as VehicleStore<Kind>[]) {
    await removeVehicles(store, { until }, { now, by: THE_SITE });
  }
}

/**
 * Removes vehicles in the bin for good, with a last line in the history that has all their fields.
 * @param selection those deleted until then; with `id`, this one alone
 * @returns how many
 */
export async function removeVehicles<K extends Kind>(
  store: VehicleStore<K>,
  { until, id }: { until: Date; id?: string | undefined },
  { now, by }: ChangeOptions,
): Promise<number> {
  return db.transaction().execute(async (within) => {
    const removed = await within
      .deleteFrom(store.table as Inventory)
      .where("deletedAt", "<=", until.toISOString())
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .returningAll()
      .execute();
    for (const row of removed as StoredRow<K>[]) {
      const change = { record: toHistoryRecord(store, row), before: toHistoryValues(store, row) };
      await recordChange({ ...change, action: "removed" }, { by, now, within });
    }
    return removed.length;
  });
}

async function findDeletedRow<K extends Kind>(
  { table }: VehicleStore<K>,
  id: string,
  within: Db,
): Promise<StoredRow<K> | undefined> {
  const row = await within
    .selectFrom(table as Inventory)
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is not", null)
    .executeTakeFirst();
  return row as StoredRow<K> | undefined;
}
