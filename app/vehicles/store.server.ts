import { sql } from "kysely";
import { business } from "~/business/business.server";
import { type Collection, formFields, publicFields } from "~/collections/collection";
import { toColumns as fieldColumns, fromColumns } from "~/collections/columns";
import type { FieldOption } from "~/collections/field";
import type { Condition } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Inventory, Row } from "~/db/schema";
import type { FieldValues, HistoryRecord } from "~/history/changes.server";
import type { StaffQuery } from "~/lists/staff";
import type { PartQuery } from "~/parts/list-query";
import type { Part, PartFields, PublicPart } from "~/parts/parts";
import type { VehicleImage } from "~/pictures/image-rows";
import { dayInTimeZone } from "~/values/format";
import { findBodyClass } from "~/vin/body-class.server";
import type {
  DismantledVehicle,
  DismantledVehicleFields,
  PublicDismantledVehicle,
} from "./dismantled-vehicles";
import { imagesToStore } from "./images";
import { stockNumberKey } from "./inventory";
import type { DismantledQuery, RetailQuery } from "./list-query";
import type { PublicRetailVehicle, RetailVehicle, RetailVehicleFields } from "./retail-vehicles";
import { toSearchText } from "./search-text";

interface Types {
  dismantled: {
    table: "dismantledVehicles";
    row: Row<"dismantledVehicles">;
    fields: DismantledVehicleFields;
    item: DismantledVehicle;
    publicItem: PublicDismantledVehicle;
    query: DismantledQuery;
  };
  retail: {
    table: "retailVehicles";
    row: Row<"retailVehicles">;
    fields: RetailVehicleFields;
    item: RetailVehicle;
    publicItem: PublicRetailVehicle;
    query: RetailQuery;
  };
  part: {
    table: "parts";
    row: Row<"parts">;
    fields: PartFields;
    item: Part;
    publicItem: PublicPart;
    query: PartQuery;
  };
}

export type Kind = keyof Types;
export type Fields<K extends Kind> = Types[K]["fields"];
export type Item<K extends Kind> = Types[K]["item"];
export type PublicItem<K extends Kind> = Types[K]["publicItem"];
export type PublicQuery<K extends Kind> = Types[K]["query"];

export type StoredRow<K extends Kind> = Types[K]["row"];
/** Every field, present even if it is undefined. */
export type AllFields<K extends Kind> = { [Name in keyof Required<Fields<K>>]: Fields<K>[Name] } & {
  dateAcquired: string;
};

/** What a vehicle or part is stored with besides its fields. */
export interface ItemWrite<K extends Kind> {
  /** Its row until now; undefined for a new one. */
  stored: StoredRow<K> | undefined;
  now: Date;
}

/** What is wrong with which field, where only the database can tell. */
export interface InvalidFields {
  invalid: Record<string, string[]>;
}

/** Columns by name; undefined stores null. */
export type DerivedColumns<K extends Kind> = {
  [Name in keyof StoredRow<K>]?: StoredRow<K>[Name] | undefined;
};

/** `Scrap this car?`, and what it means. */
export interface StatusQuestion {
  title: string;
  note: string;
}

/** How one inventory is stored and queried. */
export interface InventoryStore<K extends Kind> extends Omit<Collection, "kind" | "table"> {
  kind: K;
  table: Types[K]["table"];
  /** The statuses that the public list shows. */
  publicStatuses: readonly string[];
  /** The statuses in which an item has a public page. */
  pageStatuses: readonly string[];
  /** Whether a record in such a status still has its page. */
  hasPage?(row: StoredRow<K>, now: Date): boolean;
  /** Columns without which an item is not shown to the public. */
  publicColumns: readonly string[];
  /** Sortable columns that may be null; nulls sort last. */
  nullableSortColumns: readonly string[];
  /** Reads the query of the public list. */
  readQuery(params: URLSearchParams): PublicQuery<K>;
  /** The public list's filters beyond those that both inventories share. */
  filters(query: PublicQuery<K>): Condition[];
  /** What a list shows for a search, if it is not found by the words of the search text. */
  searchConditions?: (q: string) => Promise<Condition[]>;
  /** The words that the public list's search takes for a part, and a part's name. */
  partWords?: () => ReadonlySet<string>;
  nameOfPart?: (q: string) => string | undefined;
  /** The staff list's own filters. */
  staffFilters?(filters: StaffQuery["filters"]): Condition[];
  /** What the form says below fields of a stored item, by their names. */
  fieldNotes?(item: Types[K]["item"]): Promise<Record<string, string>>;
  /** What a change of a stored item means for others, which its form says before. */
  editNote?(id: string): Promise<string | undefined>;
  /** What becomes of others when it is deleted. */
  deleteNote?(id: string): Promise<string | undefined>;
  /** What is asked before staff set this status, because of what else it changes; undefined if nothing is. */
  statusQuestion?(ids: readonly string[], status: string): Promise<StatusQuestion | undefined>;
  /** The columns that do not follow from one field each, and those that are not what the form says. */
  deriveColumns?(
    fields: AllFields<K>,
    write: ItemWrite<K>,
  ): DerivedColumns<K> | Promise<DerivedColumns<K> | InvalidFields>;
  /** What is wrong with typed fields that only the database can tell, to be said together with other faults. */
  findFaults?(typed: Record<string, unknown>, write: ItemWrite<K>): Promise<InvalidFields["invalid"]>;
  /** The columns of a status that is set by itself, besides the status. */
  statusColumns?(status: string, write: { stored: StoredRow<K>; now: Date }): Partial<StoredRow<K>>;
  /** Is told of a stored change, within its transaction. */
  afterUpdate?(row: StoredRow<K>, options: { before: StoredRow<K> }): Promise<void>;
  /** The options of the form's fields that are not known before. */
  choices?(): Record<string, readonly FieldOption[]>;
  /** What a search looks in; without it an item's words. */
  searchText?(fields: Record<string, unknown>): string;
  /** What a record has besides its fields; undefined for a field that it does not show now. */
  besidesOf?(row: StoredRow<K>): Record<string, unknown>;
  /** What its history has of it besides the form's fields, as text. */
  moreHistory?(row: StoredRow<K>): Record<string, string>;
}

/** A stored item and its version, which changes with every save. */
export interface VersionedItem<Item> {
  item: Item;
  version: string;
}

/** Not in the trash. As in the indexes' own condition (migrations/2026-12-02-history.ts), or SQLite would not use them. */
export const isStocked: Condition = sql<boolean>`"deletedAt" is null`;

/**
 * The items of an inventory. Every read begins here, so that an item in the trash is on no page, in no list and found by no
 * search.
 */
export function selectItems(table: Inventory) {
  return db.selectFrom(table).where(isStocked);
}

export async function findRow<K extends Kind>(
  { table }: InventoryStore<K>,
  id: string,
): Promise<StoredRow<K> | undefined> {
  const row = await selectItems(table).selectAll().where("id", "=", id).executeTakeFirst();
  return row as StoredRow<K> | undefined;
}

/**
 * The columns of the editable fields. What they leave out, the stored row keeps: the date acquired, and the pictures that a client
 * without a list does not know of.
 */
export async function toColumns<K extends Kind>(
  store: InventoryStore<K>,
  fields: Fields<K>,
  write: ItemWrite<K>,
) {
  const { stored, now } = write;
  const today = `${dayInTimeZone(business.timeZone, now)}T00:00:00.000Z`;
  const dateAcquired = fields.dateAcquired ?? stored?.dateAcquired ?? today;
  const images = imagesToStore(fields, stored && imagesOf(stored));
  // The first picture and the list never differ.
  const all = { ...fields, dateAcquired, images, imageUrl: images[0]?.imageUrl };
  const derived = await store.deriveColumns?.(all as unknown as AllFields<K>, write);
  if (derived && "invalid" in derived) return derived;
  const columns = { ...fieldColumns(store, all), ...withNulls(derived) } as StoredRow<K>;
  return {
    ...columns,
    stockNumberKey: stockNumberKey(columns.stockNumber),
    searchText: searchTextOf(store, { ...fields, ...columns }),
  };
}

function withNulls(columns: object = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value ?? null]));
}

export function searchTextOf<K extends Kind>(
  store: InventoryStore<K>,
  fields: Record<string, unknown>,
): string {
  if (store.searchText) return store.searchText(fields);
  const { vin, year, make } = fields;
  const isNamed = typeof year === "number" && typeof make === "string";
  return toSearchText(fields, isNamed ? findBodyClass(String(vin), year, make) : undefined);
}

/** Converts a row to the API's record, without nulls. Trusts the row, because the schema checked it when it was stored. */
export function toItem<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>): Item<K> {
  const { id: _id, createdAt, updatedAt } = row;
  const record = { _id, ...fromColumns(store, row), createdAt, updatedAt, ...store.besidesOf?.(row) };
  const known = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as unknown as Item<K>;
}

/** An item's pictures in order. */
export function imagesOf({ images }: { images: string }): VehicleImage[] {
  return JSON.parse(images);
}

/** The fields of a row that are public, and nothing else that it has. */
export function toPublicItem<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>): PublicItem<K> {
  const item = toItem(store, row) as Record<string, unknown>;
  const known = publicFields(store, "page").filter((name) => item[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, item[name]])) as PublicItem<K>;
}

export function withVersion<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>) {
  return { item: toItem(store, row), version: row.updatedAt };
}

/** What the history calls a vehicle or a part. */
export function toHistoryRecord<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>): HistoryRecord {
  const named = Object.entries(row).map(([name, value]) => [name, value ?? undefined]);
  return {
    kind: store.recordKind,
    id: row.id,
    name: store.nameOf(Object.fromEntries(named)),
  };
}

/** An item's fields, as its history stores them. */
export function toHistoryValues<K extends Kind>(store: InventoryStore<K>, row: StoredRow<K>): FieldValues {
  const vehicle = toItem(store, row) as FieldValues;
  const fields = Object.fromEntries(formFields(store).map(([name]) => [name, vehicle[name]]));
  return { ...fields, ...store.moreHistory?.(row) };
}
