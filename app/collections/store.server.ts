import { sql } from "kysely";
import { business } from "~/business/business.server";
import type { Condition } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import type { FieldValues, HistoryRecord } from "~/history/changes.server";
import type { StaffQuery } from "~/lists/staff";
import { capitalize } from "~/values/capitals";
import { dayInTimeZone } from "~/values/format";
import {
  type Collection,
  formFields,
  isEditable,
  type NamedRecord,
  publicFields,
  uniqueField,
  uniqueKey,
} from "./collection";
import { fromColumns, toColumns } from "./columns";
import type { FieldOption, StoredRecord } from "./field";
import { searchTextOfFields } from "./search-text";

/** The columns that the table of every collection has besides those of its fields. */
export interface StoredRow {
  id: string;
  createdAt: string;
  updatedAt: string;
  /** The text that searches match, folded. */
  searchText: string;
  /** When it was put in the trash; it is removed permanently after 30 days. */
  deletedAt: string | null;
  /** The username of who did. */
  deletedBy: string | null;
}

/** The types of one kind of record. */
export interface RecordTypes {
  row: StoredRow;
  /** The editable fields. */
  fields: object;
  /** As staff get it. */
  record: StoredRecord;
  /** As visitors get it. */
  publicRecord: { _id: string };
  /** The query of the public list. */
  publicQuery: { sort: string; page: number };
}

/** Every field, present even if it is undefined. */
export type AllFields<T extends RecordTypes> = {
  [Name in keyof Required<T["fields"]>]: T["fields"][Name];
};

/** What a record is stored with besides its fields. */
export interface RecordWrite<T extends RecordTypes> {
  /** Its row until now; undefined for a new one. */
  stored: T["row"] | undefined;
  now: Date;
  /** Numbers that the site may not give to it, by `uniqueKey`. */
  reserved?: ReadonlySet<string> | undefined;
}

/** What identifies the record that a row of a file is about, and in which field: `phone number`. */
export interface RowIdentity {
  field: string;
  key: string;
  noun: string;
}

/** What is wrong with which field, where only the database can tell. */
export interface InvalidFields {
  invalid: Record<string, string[]>;
}

export function isInvalid(columns: object): columns is InvalidFields {
  return "invalid" in columns;
}

/** Columns by name; undefined stores null. */
export type DerivedColumns<T extends RecordTypes> = {
  [Name in keyof T["row"]]?: T["row"][Name] | undefined;
};

/** `Scrap this car?`, and what it means. */
export interface StatusQuestion {
  title: string;
  note: string;
}

/** A collection with what only the server knows about it. A collection without any of this is stored as its definition says. */
export interface StoredCollection<T extends RecordTypes = RecordTypes> extends Collection {
  /** Reads the query of the public list. */
  readQuery?(params: URLSearchParams): T["publicQuery"];
  /** What the public list shows for a query, of all that it shows. */
  publicConditions?(query: T["publicQuery"]): Promise<Condition[]>;
  /** What a search of the staff list finds; without it, the records whose search text has each of its words. */
  searchConditions?(q: string): Promise<Condition[]>;
  /** The records that a search of everything finds besides those with its words: their ids, the best first. */
  findFurther?(q: string): Promise<readonly string[]>;
  /** The staff list's own filters; without it, a filter compares the column of its name. */
  staffFilters?(filters: StaffQuery["filters"]): Condition[];
  /** What the staff list shows of records besides their fields, by their ids. */
  listBesides?(ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
  /** Notes below fields in the form of a stored record, by field name. */
  fieldNotes?(record: T["record"]): Promise<Record<string, string>>;
  /** What a change of a stored record means for others, which its form says before. */
  editNote?(id: string): Promise<string | undefined>;
  /** What becomes of others when it is deleted. */
  deleteNote?(id: string): Promise<string | undefined>;
  /** Whether its status follows from another record, and a change of several leaves it alone. */
  isStatusFixed?(row: T["row"]): boolean;
  /** What is asked before staff set this status, because of what else it changes; undefined if nothing is. */
  statusQuestion?(ids: readonly string[], status: string): Promise<StatusQuestion | undefined>;
  /** Whether a record in a status that has a public page still has it. */
  isPageShown?(row: T["row"], now: Date): boolean;
  /** Another record that may be the same thing, which the form of a new or changed one asks about. */
  findTwin?(fields: T["fields"], stored: T["record"] | undefined): Promise<NamedRecord | undefined>;
  /** What the form of a new record starts with besides defaults and today. */
  startValues?(): Promise<Record<string, string>>;
  /** The columns that don't follow from one field each, and those that differ from what the form has. */
  deriveColumns?(
    fields: AllFields<T>,
    write: RecordWrite<T>,
  ): DerivedColumns<T> | Promise<DerivedColumns<T> | InvalidFields>;
  /** What is wrong with typed fields that only the database can tell, to be said together with other faults. */
  findFaults?(typed: Record<string, unknown>, write: RecordWrite<T>): Promise<InvalidFields["invalid"]>;
  /** Where to go about typed fields that are another record's, such as a customer's number. */
  findHolders?(fields: T["fields"], stored: T["record"] | undefined): Promise<NamedRecord[]>;
  /**
   * What identifies the record that typed fields are about, if no field is unique: two rows of a file that share some contradict each
   * other.
   */
  listIdentities?(typed: Readonly<Record<string, string>>): RowIdentity[];
  /** What makes two rows of a file equal, if they may still be two records; undefined for a row that can't be identified. */
  sameKey?(typed: Readonly<Record<string, string>>): string | undefined;
  /**
   * The record that typed fields are about, if no field is unique: an import changes it instead of adding another.
   * @param nth of those rows of the file that have the same `sameKey`, from 1
   */
  findSame?(typed: Readonly<Record<string, string>>, nth: number): Promise<T["row"] | undefined>;
  /** The columns of a status that is set automatically, besides the status. */
  statusColumns?(status: string, write: { stored: T["row"]; now: Date }): Partial<T["row"]>;
  /** Called within its transaction for a row that was added or changed, except by an automatic status, to keep related data in step. */
  afterWrite?(row: T["row"]): Promise<void>;
  /** Called for a new row, within its transaction. */
  afterCreate?(row: T["row"]): Promise<void>;
  /** Called for a stored change, within its transaction. */
  afterUpdate?(row: T["row"], options: { before: T["row"] }): Promise<void>;
  /** Whether other records are about it, in the trash or not, so that it stays where what added it is undone. */
  isUsed?(id: string): Promise<boolean>;
  /**
   * Which of those in the trash stay there until an erasure, because something of worth would go with them, and why, as the trash says it:
   * `they have store credit`.
   */
  staysInTrash?: { condition: Condition; why: string };
  /** Called within the transaction when a record was put in the trash, or taken out of it. */
  afterDelete?(id: string): Promise<void>;
  afterRestore?(id: string): Promise<void>;
  /** Called within the transaction when a record in the trash was removed permanently. */
  afterRemove?(id: string): Promise<void>;
  /** What is different once it is taken out of the trash, for the person who did it. */
  restoreNote?(row: T["row"]): Promise<string | undefined>;
  /** The options of the form's fields that are not known before; of a new record without one. */
  choices?(record?: T["record"]): Record<string, readonly FieldOption[]>;
  /** What a search looks in; without it the words of the fields. */
  searchText?(fields: Record<string, unknown>): string;
  /** What a record has besides its fields; undefined for a field that it does not show now. */
  besidesOf?(row: T["row"]): Record<string, unknown>;
  /** Adds to records what the API has of them from other tables, such as a sale's lines. */
  withDetails?(records: readonly T["record"][]): Promise<T["record"][]>;
  /** What its history shows besides the form's fields, as text. */
  moreHistory?(row: T["row"]): Record<string, string>;
}

/** A stored record and its version, which changes with every save. */
export interface VersionedRecord<Item> {
  item: Item;
  version: string;
}

/** Not in the trash. As in the indexes' own condition (migrations/2026-12-02-history.ts), or SQLite would not use them. */
export const isStocked: Condition = sql<boolean>`"deletedAt" is null`;

/** A collection's table. It is typed as one that the schema names, of which the code here reads what every collection's table has. */
export function tableOf({ table }: Pick<Collection, "table">): Inventory {
  return table as Inventory;
}

/**
 * The records of a collection. Every read begins here, so that a record in the trash is on no page, in no list and found by no
 * search.
 */
export function selectRecords(table: Inventory) {
  return db.selectFrom(table).where(isStocked);
}

export async function findStoredRow<T extends RecordTypes>(
  store: StoredCollection<T>,
  id: string,
): Promise<T["row"] | undefined> {
  return selectRecords(tableOf(store)).selectAll().where("id", "=", id).executeTakeFirst();
}

/**
 * The columns of the editable fields. What they leave out, the stored row keeps: the date acquired, and the pictures that a client
 * without a list does not know of.
 */
export async function toStoredColumns<T extends RecordTypes>(
  store: StoredCollection<T>,
  fields: T["fields"],
  write: RecordWrite<T>,
): Promise<(Record<string, unknown> & { searchText: string }) | InvalidFields> {
  const today = dayInTimeZone(business.timeZone, write.now);
  const all = completeFields(store, fields as Record<string, unknown>, { stored: write.stored, today });
  const derived = await store.deriveColumns?.(all as unknown as AllFields<T>, write);
  if (derived && isInvalid(derived)) return derived;
  const columns = { ...toColumns(store, all), ...withNulls(derived) };
  const unique = uniqueField(store);
  return {
    ...columns,
    ...(unique ? { [unique.keyColumn]: uniqueKey(String(columns[unique.name])) } : {}),
    searchText: searchTextOf(store, { ...fields, ...columns }),
  };
}

/** The fields with what is stored of those that no form of the record has, are left out, or follow from others. */
function completeFields(
  { fields }: Pick<Collection, "fields">,
  given: Record<string, unknown>,
  { stored, today }: { stored: StoredRow | undefined; today: string },
): Record<string, unknown> {
  const fixed = Object.fromEntries(Object.entries(fields).filter(([, field]) => !isEditable(field)));
  const known = stored ? fromColumns({ fields: fixed }, stored) : given;
  // Also what the record has nothing of, so that a body can't add it later.
  const kept = Object.keys(fixed).map((name) => [name, known[name]]);
  const completed = Object.entries(fields).flatMap(([name, { complete }]) =>
    complete ? [[name, complete(given[name], { given, stored, today, name })]] : [],
  );
  return {
    ...given,
    ...Object.fromEntries(kept),
    ...Object.fromEntries(completed),
  };
}

function withNulls(columns: object = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(columns).map(([name, value]) => [name, value ?? null]));
}

export function searchTextOf<T extends RecordTypes>(
  store: StoredCollection<T>,
  fields: Record<string, unknown>,
): string {
  return store.searchText ? store.searchText(fields) : searchTextOfFields(store, fields);
}

/** Converts a row to the API's record, without nulls. Trusts the row, because the schema checked it when it was stored. */
export function toRecord<T extends RecordTypes>(store: StoredCollection<T>, row: T["row"]): T["record"] {
  const { id: _id, createdAt, updatedAt } = row;
  const record = { _id, ...fromColumns(store, row), createdAt, updatedAt, ...store.besidesOf?.(row) };
  const known = Object.entries(record).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(known) as unknown as T["record"];
}

/** The fields of a row that are public, and nothing else that it has. */
export function toPublicRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): T["publicRecord"] {
  const record = toRecord(store, row) as object as Record<string, unknown>;
  const known = publicFields(store, "page").filter((name) => record[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, record[name]])) as T["publicRecord"];
}

/** What staff call the record of a row. */
export function nameOfRow<T extends RecordTypes>(store: StoredCollection<T>, row: T["row"]): string {
  const named = Object.entries(row).map(([name, value]) => [name, value ?? undefined]);
  return store.nameOf(Object.fromEntries(named));
}

/** What the history calls a record: a person by the end of the id, because the name must not outlive the record. */
export function toHistoryRecord<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): HistoryRecord {
  const name = store.isPersonal
    ? `${capitalize(store.noun)} ${row.id.slice(-6).toUpperCase()}`
    : nameOfRow(store, row);
  return { kind: store.recordKind, id: row.id, name };
}

/** A record's fields, as its history stores them. */
export function toHistoryValues<T extends RecordTypes>(
  store: StoredCollection<T>,
  row: T["row"],
): FieldValues {
  const record = toRecord(store, row) as unknown as FieldValues;
  const fields = Object.fromEntries(formFields(store).map(([name]) => [name, record[name]]));
  return { ...fields, ...store.moreHistory?.(row) };
}
