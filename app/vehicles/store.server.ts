import type { z } from "zod";
import type { Condition } from "~/db/conditions.server";
import { type Db, db } from "~/db/connection.server";
import type { Inventory, Row } from "~/db/schema";
import type { FieldValues, HistoryRecord } from "~/history/changes.server";
import type { VehicleImage } from "~/pictures/image-rows";
import { findBodyClass } from "~/vin/body-class.server";
import type {
  DismantledVehicle,
  DismantledVehicleFields,
  PublicDismantledVehicle,
} from "./dismantled-schema";
import { fieldNames, type VehicleForm } from "./form";
import { imagesToStore } from "./images";
import { type InventoryDescription, staffVehicleName, stockNumberKey } from "./inventory";
import type { PublicRetailVehicle, RetailVehicle, RetailVehicleFields } from "./retail-schema";
import type { DismantledQuery, RetailQuery } from "./search";
import { toSearchText } from "./search-text";

interface Types {
  dismantled: {
    table: "dismantledVehicles";
    row: Row<"dismantledVehicles">;
    fields: DismantledVehicleFields;
    vehicle: DismantledVehicle;
    publicVehicle: PublicDismantledVehicle;
    query: DismantledQuery;
  };
  retail: {
    table: "retailVehicles";
    row: Row<"retailVehicles">;
    fields: RetailVehicleFields;
    vehicle: RetailVehicle;
    publicVehicle: PublicRetailVehicle;
    query: RetailQuery;
  };
}

export type Kind = keyof Types;
export type Fields<K extends Kind> = Types[K]["fields"];
export type Vehicle<K extends Kind> = Types[K]["vehicle"];
export type PublicVehicle<K extends Kind> = Types[K]["publicVehicle"];
export type PublicQuery<K extends Kind> = Types[K]["query"];

/** The columns that do not correspond to one field. */
type OwnColumns =
  | "id"
  | "createdAt"
  | "updatedAt"
  | "stockNumberKey"
  | "searchText"
  | "imageUrl"
  | "images"
  | "deletedAt"
  | "deletedBy";
export type StoredRow<K extends Kind> = Types[K]["row"];
type FieldColumns<K extends Kind> = Omit<StoredRow<K>, OwnColumns>;
type OrUndefined<Columns> = {
  [Name in keyof Columns]: null extends Columns[Name]
    ? Exclude<Columns[Name], null> | undefined
    : Columns[Name];
};
/** Every field, present even if it is undefined. */
export type AllFields<K extends Kind> = { [Name in keyof Required<Fields<K>>]: Fields<K>[Name] } & {
  dateAcquired: string;
};

/** How one inventory is stored and queried. */
export interface VehicleStore<K extends Kind> extends InventoryDescription {
  kind: K;
  table: Types[K]["table"];
  form: VehicleForm<Fields<K>>;
  /** The editable fields, as in an API body. */
  schema: z.ZodType<Fields<K>>;
  /** The statuses that the public list shows. */
  publicStatuses: readonly string[];
  /** The statuses in which a vehicle has a public page. */
  pageStatuses: readonly string[];
  /** Fields that never leave through a public page or endpoint. */
  staffFields: readonly string[];
  /** Columns without which a vehicle is not shown to the public (decisions, section 3). */
  publicColumns: readonly string[];
  /** Sortable columns that may be null; nulls sort last. */
  nullableSortColumns: readonly string[];
  /** Reads the query of the public list. */
  readQuery(params: URLSearchParams): PublicQuery<K>;
  /** The public list's filters beyond those that both inventories share. */
  filters(query: PublicQuery<K>): Condition[];
  /** The words that the public list's search takes for a part, and a part's name. */
  partWords?: () => ReadonlySet<string>;
  nameOfPart?: (q: string) => string | undefined;
  toColumns(fields: AllFields<K>): OrUndefined<FieldColumns<K>>;
  fromRow(row: StoredRow<K>): Record<string, unknown>;
}

/** A stored vehicle and its version, which changes with every save. */
export interface VersionedVehicle<Vehicle> {
  vehicle: Vehicle;
  version: string;
}

/**
 * The vehicles of an inventory. Every read begins here, so that a vehicle in the bin is on no page, in no list and found by no
 * search.
 */
export function selectVehicles(table: Inventory, within: Db = db) {
  // As in the indexes' own condition (migrations/2026-12-02-history.ts), or SQLite would not use them.
  return within.selectFrom(table).where("deletedAt", "is", null);
}

export async function findRow<K extends Kind>(
  { table }: VehicleStore<K>,
  id: string,
  within: Db = db,
): Promise<StoredRow<K> | undefined> {
  const row = await selectVehicles(table, within).selectAll().where("id", "=", id).executeTakeFirst();
  return row as StoredRow<K> | undefined;
}

/**
 * The columns of the editable fields.
 * @param stored what a missing field keeps: the date acquired, and the pictures that a client without a list does not know of
 */
export function toColumns<K extends Kind>(
  store: VehicleStore<K>,
  fields: Fields<K>,
  stored: { dateAcquired: string; images?: readonly VehicleImage[] },
) {
  const missing = Object.fromEntries(fieldNames(store.form).map((name) => [name, undefined]));
  const all = { ...missing, ...fields, dateAcquired: fields.dateAcquired ?? stored.dateAcquired };
  const images = imagesToStore(fields, stored.images);
  const columns = Object.entries(store.toColumns(all as AllFields<K>));
  const known: Record<string, unknown> = all;
  return {
    ...(Object.fromEntries(columns.map(([name, value]) => [name, value ?? null])) as FieldColumns<Kind>),
    // Only here, so that the first picture and the list never differ.
    imageUrl: images[0]?.imageUrl ?? null,
    images: JSON.stringify(images),
    stockNumberKey: stockNumberKey(fields.stockNumber),
    searchText: searchTextOf(known),
  };
}

export function searchTextOf(fields: Record<string, unknown>): string {
  const { vin, year, make } = fields;
  const isNamed = typeof year === "number" && typeof make === "string";
  return toSearchText(fields, isNamed ? findBodyClass(String(vin), year, make) : undefined);
}

/** Converts a row to the API's record, without nulls. Trusts the row, because the schema checked it when it was stored. */
export function toVehicle<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>): Vehicle<K> {
  const {
    id,
    updatedAt,
    stockNumberKey,
    searchText,
    images: _json,
    deletedAt,
    deletedBy,
    ...columns
  } = store.fromRow(row);
  const known = Object.entries(columns).filter(([, value]) => value !== null && value !== undefined);
  return { _id: id, ...Object.fromEntries(known), images: imagesOf(row) } as Vehicle<K>;
}

/** A vehicle's pictures in order. */
export function imagesOf({ images }: { images: string }): VehicleImage[] {
  return JSON.parse(images);
}

export function toPublicVehicle<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>): PublicVehicle<K> {
  const fields = Object.entries(toVehicle(store, row)).filter(([name]) => !store.staffFields.includes(name));
  return Object.fromEntries(fields) as PublicVehicle<K>;
}

export function withVersion<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>) {
  return { vehicle: toVehicle(store, row), version: row.updatedAt };
}

/** What the history calls a vehicle. */
export function toHistoryRecord<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>): HistoryRecord {
  const { year, make, model, stockNumber } = row;
  const name = staffVehicleName({
    year: year ?? undefined,
    make: make ?? undefined,
    model: model ?? undefined,
    stockNumber,
  });
  return { kind: `${store.kind}Vehicle`, id: row.id, name };
}

/** A vehicle's editable fields, as its history stores them. */
export function toHistoryValues<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>): FieldValues {
  const vehicle: FieldValues = toVehicle(store, row);
  return Object.fromEntries(fieldNames(store.form).map((name) => [name, vehicle[name]]));
}
