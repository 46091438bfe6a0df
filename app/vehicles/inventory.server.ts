import { business } from "~/business/business.server";
import { type Db, db } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { stockNumberKey } from "./inventory";
import { recordRemoval } from "./removed.server";
import {
  type Fields,
  findRow,
  type Kind,
  type PublicVehicle,
  type StoredRow,
  searchTextOf,
  toColumns,
  toPublicVehicle,
  toVehicle,
  type Vehicle,
  type VehicleStore,
  type VersionedVehicle,
  withVersion,
} from "./store.server";

/*
 * Stores and finds one vehicle of either inventory: `createVehicle(RETAIL_STORE, fields, { now })`. The lists are in
 * inventory-lists.server.ts, and what differs between the two tables in dismantled.server.ts and retail.server.ts.
 */

/** The outcome of storing a new vehicle. */
export type Created<Vehicle> = { outcome: "saved"; vehicle: Vehicle } | { outcome: "stock-number-taken" };

/** The outcome of an update. `changed` means that someone else has saved since; `current` is the vehicle as stored now. */
export type Updated<Vehicle> =
  | Created<Vehicle>
  | { outcome: "changed"; current: VersionedVehicle<Vehicle> }
  | { outcome: "not-found" };

/** Stores a new vehicle, unless its stock number is taken. A missing date acquired becomes today. */
export async function createVehicle<K extends Kind>(
  store: VehicleStore<K>,
  fields: Fields<K>,
  { now, within = db }: { now: Date; within?: Db },
): Promise<Created<Vehicle<K>>> {
  const timestamp = now.toISOString();
  const today = `${dayInTimeZone(business.timeZone, now)}T00:00:00.000Z`;
  const row = await within
    .insertInto(store.table as Inventory)
    .values({
      ...toColumns(store, fields, today),
      id: newId(now),
      createdAt: timestamp,
      updatedAt: timestamp,
    })
    .onConflict((conflict) => conflict.column("stockNumberKey").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row
    ? { outcome: "saved", vehicle: toVehicle(store, row as StoredRow<K>) }
    : { outcome: "stock-number-taken" };
}

/**
 * Replaces the editable fields of a vehicle. A field that is left out is cleared (decisions, section 3), except the date
 * acquired, which is kept.
 * @param options.version the version that the editor started from; without it, any stored version is replaced
 * @param options.within a transaction to be part of
 */
export async function updateVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
  fields: Fields<K>,
  { now, version, within: outer }: { now: Date; version?: string; within?: Db },
): Promise<Updated<Vehicle<K>>> {
  return inTransaction(outer, async (within): Promise<Updated<Vehicle<K>>> => {
    const stored = await findRow(store, id, within);
    if (!stored) return { outcome: "not-found" };
    if (version !== undefined && version !== stored.updatedAt)
      return { outcome: "changed", current: withVersion(store, stored) };
    if (await isStockNumberTaken(store.table, fields.stockNumber, id, within))
      return { outcome: "stock-number-taken" };
    const row = await within
      .updateTable(store.table as Inventory)
      .set({
        ...toColumns(store, fields, stored.dateAcquired),
        updatedAt: nextVersion(now, stored.updatedAt),
      })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    return { outcome: "saved", vehicle: toVehicle(store, row as StoredRow<K>) };
  });
}

/** Deletes a vehicle; false if there is no vehicle with this id. The picture sweep removes its picture later. */
export async function deleteVehicle(table: Inventory, id: string, outer?: Db): Promise<boolean> {
  return inTransaction(outer, async (within) => {
    const { numDeletedRows } = await within.deleteFrom(table).where("id", "=", id).executeTakeFirst();
    const deleted = numDeletedRows > 0n;
    // Only retail vehicles have a public page that can respond with 410.
    if (deleted && table === "retailVehicles") await recordRemoval(id, within);
    return deleted;
  });
}

/**
 * Sets the status of vehicles, and leaves those that have it already.
 * @returns how many were changed
 */
export async function changeVehicleStatuses(
  table: Inventory,
  ids: readonly string[],
  status: string,
  now: Date,
): Promise<number> {
  return db.transaction().execute(async (within) => {
    const rows = await within
      .selectFrom(table)
      .select(["id", "updatedAt"])
      .where("id", "in", ids)
      .where("status", "!=", status)
      .execute();
    for (const { id, updatedAt } of rows) {
      await within
        .updateTable(table)
        .set({ status, updatedAt: nextVersion(now, updatedAt) })
        .where("id", "=", id)
        .execute();
    }
    return rows.length;
  });
}

/** Deletes vehicles; returns how many there were. */
export async function deleteVehicles(table: Inventory, ids: readonly string[]): Promise<number> {
  return db.transaction().execute(async (within) => {
    let deleted = 0;
    for (const id of ids) if (await deleteVehicle(table, id, within)) deleted += 1;
    return deleted;
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

/** One vehicle as the public sees it; undefined if its status has no public page. */
export async function findPublicVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
): Promise<PublicVehicle<K> | undefined> {
  const row = await findRow(store, id);
  const isShown =
    row &&
    store.pageStatuses.includes(row.status) &&
    store.publicColumns.every((name) => hasValue(row, name));
  return isShown ? toPublicVehicle(store, row) : undefined;
}

function inTransaction<Result>(
  outer: Db | undefined,
  write: (within: Db) => Promise<Result>,
): Promise<Result> {
  return outer ? write(outer) : db.transaction().execute(write);
}

function hasValue(row: object, column: string): boolean {
  return (row as Record<string, unknown>)[column] !== null;
}

async function isStockNumberTaken(table: Inventory, stockNumber: string, exceptId: string, within: Db) {
  const holder = await within
    .selectFrom(table)
    .select("id")
    .where("stockNumberKey", "=", stockNumberKey(stockNumber))
    .executeTakeFirst();
  return holder !== undefined && holder.id !== exceptId;
}

/** The version of a save: its timestamp, but always later than the previous version, so two saves never share one. */
function nextVersion(now: Date, version: string): string {
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
      const searchText = searchTextOf(toVehicle(store, row as StoredRow<K>) as Record<string, unknown>);
      await within.updateTable(table).set({ searchText }).where("id", "=", row.id).execute();
    }
  });
  return rows.length;
}
