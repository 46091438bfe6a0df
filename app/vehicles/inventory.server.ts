import { type Db, db } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import type { ChangedBy } from "~/history/change";
import { recordChange } from "~/history/changes.server";
import { newId } from "~/values/id.server";
import { stockNumberKey } from "./inventory";
import {
  type Fields,
  findRow,
  type Kind,
  type PublicVehicle,
  type StoredRow,
  searchTextOf,
  selectVehicles,
  toColumns,
  toHistoryRecord,
  toHistoryValues,
  toPublicVehicle,
  toVehicle,
  type Vehicle,
  type VehicleStore,
  type VersionedVehicle,
  withVersion,
} from "./store.server";

/*
 * Stores and finds one vehicle of either inventory: `createVehicle(RETAIL_STORE, fields, { now, by })`. The lists are in
 * inventory-lists.server.ts, the bin in bin.server.ts, and what differs between the two tables in dismantled.server.ts and
 * retail.server.ts.
 */

/** The outcome of storing a new vehicle. */
export type Created<Vehicle> =
  | { outcome: "saved"; vehicle: Vehicle }
  | { outcome: "stock-number-taken" }
  | { outcome: "invalid"; fields: Record<string, string[]> };

/** The outcome of an update. `changed` means that someone else has saved since; `current` is the vehicle as stored now. */
export type Updated<Vehicle> =
  | Created<Vehicle>
  | { outcome: "changed"; current: VersionedVehicle<Vehicle> }
  | { outcome: "not-found" };

/** Stores a new vehicle, unless its stock number is taken. A missing date acquired becomes today. */
export async function createVehicle<K extends Kind>(
  store: VehicleStore<K>,
  fields: Fields<K>,
  { now, by, within }: { now: Date; by: ChangedBy; within?: Db },
): Promise<Created<Vehicle<K>>> {
  if (!within) {
    return db.transaction().execute((within) => createVehicle(store, fields, { now, by, within }));
  }
  const timestamp = now.toISOString();
  const columns = await toColumns(store, fields, { stored: undefined, now, within });
  if ("invalid" in columns) return { outcome: "invalid", fields: columns.invalid };
  const row = (await within
    .insertInto(store.table as Inventory)
    .values({
      ...columns,
      id: newId(now),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .onConflict((conflict) => conflict.column("stockNumberKey").where("deletedAt", "is", null).doNothing())
    .returningAll()
    .executeTakeFirst()) as StoredRow<K> | undefined;
  if (!row) return { outcome: "stock-number-taken" };
  const record = toHistoryRecord(store, row);
  const after = toHistoryValues(store, row);
  await recordChange({ record, action: "created", after }, { by, now, within });
  return { outcome: "saved", vehicle: toVehicle(store, row) };
}

/**
 * Replaces the editable fields of a vehicle. A field that is left out is cleared (decisions, section 3), except the date
 * acquired, which is kept; for the pictures see `imagesToStore`.
 * @param options.version the version that the editor started from; without it, any stored version is replaced
 * @param options.within a transaction to be part of
 */
export async function updateVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
  fields: Fields<K>,
  { now, by, version, within: outer }: { now: Date; by: ChangedBy; version?: string; within?: Db },
): Promise<Updated<Vehicle<K>>> {
  return inTransaction(outer, async (within): Promise<Updated<Vehicle<K>>> => {
    const stored = await findRow(store, id, within);
    if (!stored) return { outcome: "not-found" };
    if (version !== undefined && version !== stored.updatedAt)
      return { outcome: "changed", current: withVersion(store, stored) };
    const columns = await toColumns(store, fields, { stored, now, within });
    if ("invalid" in columns) return { outcome: "invalid", fields: columns.invalid };
    const holder = await findStockNumberHolder(store, columns.stockNumber, within);
    if (holder && holder.id !== id) return { outcome: "stock-number-taken" };
    const row = (await within
      .updateTable(store.table as Inventory)
      .set({
        ...columns,
        updatedAt: nextVersion(now, stored.updatedAt),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow()) as StoredRow<K>;
    const record = toHistoryRecord(store, row);
    const [before, after] = [toHistoryValues(store, stored), toHistoryValues(store, row)];
    await recordChange({ record, action: "changed", before, after }, { by, now, within });
    await store.afterUpdate?.(row, { before: stored, by, now, within });
    return { outcome: "saved", vehicle: toVehicle(store, row) };
  });
}

/**
 * Sets the status of vehicles or parts, and leaves those that have it already.
 * @param options.isUndo sets the former status back, with what was known of it
 * @returns how many were changed
 */
export async function changeVehicleStatuses<K extends Kind>(
  store: VehicleStore<K>,
  ids: readonly string[],
  status: string,
  { now, by, isUndo = false, within: outer }: { now: Date; by: ChangedBy; isUndo?: boolean; within?: Db },
): Promise<number> {
  return inTransaction(outer, async (within) => {
    const rows = await selectVehicles(store.table, within)
      .selectAll()
      .where("id", "in", ids)
      .where("status", "!=", status)
      .execute();
    for (const row of rows as StoredRow<K>[]) {
      await within
        .updateTable(store.table as Inventory)
        .set({
          ...(isUndo ? {} : store.statusColumns?.(status, now)),
          status,
          updatedAt: nextVersion(now, row.updatedAt),
        })
        .where("id", "=", row.id)
        .execute();
      const [before, after] = [{ status: row.status }, { status }];
      await recordChange(
        { record: toHistoryRecord(store, row), action: "changed", before, after },
        { by, now, within },
      );
    }
    return rows.length;
  });
}

/** One vehicle as staff see it, in any status. */
export async function findVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
): Promise<VersionedVehicle<Vehicle<K>> | undefined> {
  const row = await findRow(store, id);
  return row && withVersion(store, row);
}

/** Vehicles as staff see them, in the order of the ids; one that does not exist is left out. */
export async function findVehicles<K extends Kind>(
  store: VehicleStore<K>,
  ids: readonly string[],
): Promise<Vehicle<K>[]> {
  if (ids.length === 0) return [];
  const rows = await selectVehicles(store.table).selectAll().where("id", "in", ids).execute();
  const found = new Map(rows.map((row) => [row.id, toVehicle(store, row as StoredRow<K>)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/** One vehicle as the public sees it; undefined if its status has no public page. */
export async function findPublicVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
  now = new Date(),
): Promise<PublicVehicle<K> | undefined> {
  const row = await findRow(store, id);
  const isShown =
    row &&
    store.pageStatuses.includes(row.status) &&
    (store.hasPage?.(row, now) ?? true) &&
    store.publicColumns.every((name) => hasValue(row, name));
  return isShown ? toPublicVehicle(store, row) : undefined;
}

/** Runs `write` in a transaction: the one that it is to be part of, or one of its own. */
export function inTransaction<Result>(
  outer: Db | undefined,
  write: (within: Db) => Promise<Result>,
): Promise<Result> {
  return outer ? write(outer) : db.transaction().execute(write);
}

function hasValue(row: object, column: string): boolean {
  return (row as Record<string, unknown>)[column] !== null;
}

/** The vehicle that has this stock number, whatever its case. */
export async function findStockNumberHolder<K extends Kind>(
  { table }: VehicleStore<K>,
  stockNumber: string,
  within: Db,
): Promise<StoredRow<K> | undefined> {
  const holder = await selectVehicles(table, within)
    .selectAll()
    .where("stockNumberKey", "=", stockNumberKey(stockNumber))
    .executeTakeFirst();
  return holder as StoredRow<K> | undefined;
}

/** The version of a save: its timestamp, but always later than the previous version, so two saves never share one. */
export function nextVersion(now: Date, version: string): string {
  return new Date(Math.max(now.getTime(), Date.parse(version) + 1)).toISOString();
}

/**
 * Writes the search text of every vehicle that has none: a migration empties it where a new version searches by other words.
 */
export async function fillSearchText<K extends Kind>(store: VehicleStore<K>): Promise<number> {
  const table = store.table as Inventory;
  const rows = await db.selectFrom(table).selectAll().where("searchText", "=", "").execute();
  if (rows.length === 0) return 0;
  await db.transaction().execute(async (within) => {
    for (const row of rows) {
      const searchText = searchTextOf(
        store,
        toVehicle(store, row as StoredRow<K>) as Record<string, unknown>,
      );
      await within.updateTable(table).set({ searchText }).where("id", "=", row.id).execute();
    }
  });
  return rows.length;
}
