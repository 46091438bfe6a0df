import { sql } from "kysely";
import type { z } from "zod";
import { business } from "~/business/business.server";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { allOf, type Condition, columnIsLike, compareColumn } from "~/db/conditions.server";
import { type Db, db } from "~/db/connection.server";
import type { Inventory, Row } from "~/db/schema";
import { STAFF_ROWS_PER_PAGE, type StaffPage, type StaffQuery } from "~/lists/staff";
import { type ListRange, type ListSlice, pageWithin } from "~/lists/window";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { findBodyClass } from "~/vin/body-class.server";
import type { DismantledVehicle, DismantledVehicleFields } from "./dismantled-schema";
import { fieldNames, type VehicleForm } from "./form";
import { type InventoryDescription, stockNumberKey, type VehicleSort } from "./inventory";
import { recordRemoval } from "./removed.server";
import type { RetailVehicle, RetailVehicleFields } from "./retail-schema";
import {
  type DismantledQuery,
  type MakeChoice,
  type RetailQuery,
  VEHICLES_PER_PAGE,
  type VehiclePage,
} from "./search";
import { type Interpretation, interpretSearch, namesOf, toSearchText } from "./search-text";

/*
 * Stores and finds the vehicles of either inventory: `createVehicle(RETAIL_STORE, fields, { now })`. What differs
 * between the two tables is in dismantled.server.ts and retail.server.ts.
 */

interface Types {
  dismantled: {
    table: "dismantledVehicles";
    row: Row<"dismantledVehicles">;
    fields: DismantledVehicleFields;
    vehicle: DismantledVehicle;
    query: DismantledQuery;
  };
  retail: {
    table: "retailVehicles";
    row: Row<"retailVehicles">;
    fields: RetailVehicleFields;
    vehicle: RetailVehicle;
    query: RetailQuery;
  };
}

export type Kind = keyof Types;
export type Fields<K extends Kind> = Types[K]["fields"];
export type Vehicle<K extends Kind> = Types[K]["vehicle"];
export type PublicVehicle<K extends Kind> = Omit<Vehicle<K>, "notes">;
export type PublicQuery<K extends Kind> = Types[K]["query"];

/** The columns that do not correspond to one field. */
type OwnColumns = "id" | "createdAt" | "updatedAt" | "stockNumberKey" | "searchText";
type StoredRow<K extends Kind> = Types[K]["row"];
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
 */
export async function updateVehicle<K extends Kind>(
  store: VehicleStore<K>,
  id: string,
  fields: Fields<K>,
  { now, version }: { now: Date; version?: string },
): Promise<Updated<Vehicle<K>>> {
  return db.transaction().execute(async (within): Promise<Updated<Vehicle<K>>> => {
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
export async function deleteVehicle(table: Inventory, id: string): Promise<boolean> {
  return db.transaction().execute(async (within) => {
    const { numDeletedRows } = await within.deleteFrom(table).where("id", "=", id).executeTakeFirst();
    const deleted = numDeletedRows > 0n;
    // Only retail vehicles have a public page that can respond with 410.
    if (deleted && table === "retailVehicles") await recordRemoval(id, within);
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

/** One page of the staff list, with every status, by the query's search and filter. */
export async function findStaffPage<K extends Kind>(
  store: VehicleStore<K>,
  query: StaffQuery,
): Promise<StaffPage<Vehicle<K>>> {
  const { rows, ...page } = await findPage(store, {
    matching: await staffConditions(store, query),
    all: [],
    query,
    perPage: STAFF_ROWS_PER_PAGE,
  });
  return { ...page, entries: rows.map((row) => toVehicle(store, row)) };
}

/** The range of the staff list that an API call requests, or all of it. */
export async function findStaffSlice<K extends Kind>(
  store: VehicleStore<K>,
  query: StaffQuery,
  range: ListRange,
): Promise<ListSlice<Vehicle<K>>> {
  const { rows, total } = await findSlice(store, await staffConditions(store, query), query.sort, range);
  return { total, records: rows.map((row) => toVehicle(store, row)) };
}

/** One page of the public list, by the query's filters, with the makes that the filters offer. */
export async function findPublicPage<K extends Kind>(
  store: VehicleStore<K>,
  query: PublicQuery<K>,
): Promise<VehiclePage<PublicVehicle<K>>> {
  const search = await interpret(store, query.q);
  const [{ rows, ...page }, makes] = await Promise.all([
    findPage(store, {
      matching: publicConditions(store, query, search),
      all: [isPublic(store)],
      query,
      perPage: VEHICLES_PER_PAGE,
    }),
    listMakes(store),
  ]);
  const name = search.part && store.nameOfPart?.(search.part);
  const part = name ? { part: { q: search.part ?? "", name } } : {};
  return { ...page, vehicles: rows.map((row) => toPublicVehicle(store, row)), makes, ...part };
}

/** The range of the public list that an API call requests, or all of it. */
export async function findPublicSlice<K extends Kind>(
  store: VehicleStore<K>,
  query: PublicQuery<K>,
  range: ListRange,
): Promise<ListSlice<PublicVehicle<K>>> {
  const { rows, total } = await findSlice(
    store,
    publicConditions(store, query, await interpret(store, query.q)),
    query.sort,
    range,
  );
  return { total, records: rows.map((row) => toPublicVehicle(store, row)) };
}

/** The whole public list, newest first. */
export async function listPublicVehicles<K extends Kind>(
  store: VehicleStore<K>,
): Promise<PublicVehicle<K>[]> {
  const rows = await findRows(store, [isPublic(store)], "newest", {});
  return rows.map((row) => toPublicVehicle(store, row));
}

/** The columns of each sort order. The id at the end keeps the order of equal rows stable. */
const SORT_COLUMNS: Record<VehicleSort, readonly (readonly [column: string, direction: "asc" | "desc"])[]> = {
  newest: [
    ["dateAcquired", "desc"],
    ["id", "desc"],
  ],
  oldest: [
    ["dateAcquired", "asc"],
    ["id", "asc"],
  ],
  "stock-number": [["stockNumberKey", "asc"]],
  "year-new": [
    ["year", "desc"],
    ["id", "desc"],
  ],
  "year-old": [
    ["year", "asc"],
    ["id", "desc"],
  ],
  make: [
    ["make", "asc"],
    ["model", "asc"],
    ["year", "desc"],
    ["id", "desc"],
  ],
  "price-low": [
    ["priceCents", "asc"],
    ["id", "desc"],
  ],
  "price-high": [
    ["priceCents", "desc"],
    ["id", "desc"],
  ],
  "mileage-low": [
    ["mileage", "asc"],
    ["id", "desc"],
  ],
};

interface PageRequest {
  /** The list with its filters. */
  matching: readonly Condition[];
  /** The list without filters. */
  all: readonly Condition[];
  query: { sort: string; page: number };
  perPage: number;
}

async function findPage<K extends Kind>(
  store: VehicleStore<K>,
  { matching, all, query, perPage }: PageRequest,
) {
  const [total, allCount] = await Promise.all([countRows(store, matching), countRows(store, all)]);
  const { page, pages } = pageWithin(query.page, total, perPage);
  const range = { limit: perPage, offset: (page - 1) * perPage };
  return { rows: await findRows(store, matching, query.sort, range), total, all: allCount, page, pages };
}

async function findSlice<K extends Kind>(
  store: VehicleStore<K>,
  conditions: readonly Condition[],
  sort: string,
  range: ListRange,
) {
  const [total, rows] = await Promise.all([
    countRows(store, conditions),
    findRows(store, conditions, sort, range),
  ]);
  return { total, rows };
}

async function findRows<K extends Kind>(
  store: VehicleStore<K>,
  conditions: readonly Condition[],
  sort: string,
  { limit, offset = 0 }: ListRange,
): Promise<StoredRow<K>[]> {
  const order = orderBy(store, sort as VehicleSort);
  const matching = db.selectFrom(store.table as Inventory).where(allOf(conditions));
  const isWhole = limit === undefined && offset === 0;
  const rows = isWhole
    ? matching
    : // The ids of the range come from the indexes alone; sorting whole rows would take many times as long.
      db.selectFrom(store.table as Inventory).where(
        "id",
        "in",
        matching
          .select("id")
          .orderBy(order)
          // SQLite requires a limit with an offset.
          .limit(limit ?? Number.MAX_SAFE_INTEGER)
          .offset(offset),
      );
  return (await rows.selectAll().orderBy(order).execute()) as StoredRow<K>[];
}

function orderBy<K extends Kind>({ nullableSortColumns }: VehicleStore<K>, sort: VehicleSort) {
  const columns = SORT_COLUMNS[sort].map(([column, direction]) => {
    const nulls = nullableSortColumns.includes(column) ? " nulls last" : "";
    return sql`${sql.ref(column)} ${sql.raw(direction + nulls)}`;
  });
  return sql`${sql.join(columns)}`;
}

function countRows<K extends Kind>(
  { table }: VehicleStore<K>,
  conditions: readonly Condition[],
): Promise<number> {
  return countOnce(
    db
      .selectFrom(table as Inventory)
      .where(allOf(conditions))
      .select((eb) => eb.fn.countAll<number>().as("count")),
  );
}

interface CountQuery {
  compile(): { sql: string; parameters: readonly unknown[] };
  executeTakeFirstOrThrow(): Promise<{ count: number }>;
}

// Counting reads every matching row, so the count is cached until the data changes.
const countOnce = cacheUntilChange(
  async (query: CountQuery) => (await query.executeTakeFirstOrThrow()).count,
  (query) => {
    const { sql, parameters } = query.compile();
    return JSON.stringify([sql, parameters]);
  },
);

async function staffConditions<K extends Kind>(
  store: VehicleStore<K>,
  { q, status }: StaffQuery,
): Promise<Condition[]> {
  const matching = searchConditions(await interpret({ ...store, partWords: undefined }, q));
  return [
    ...compareColumn("status", "=", status),
    // In a subquery, the search uses the search text's index whatever the sort order.
    ...(matching.length > 0
      ? [
          sql<boolean>`${sql.ref("id")} in (select id from ${sql.table(store.table)} where ${allOf(matching)})`,
        ]
      : []),
  ];
}

function publicConditions<K extends Kind>(
  store: VehicleStore<K>,
  query: PublicQuery<K>,
  search: Interpretation,
): Condition[] {
  return [
    isPublic(store),
    ...searchConditions(search),
    ...compareColumn("make", "=", query.make),
    ...compareColumn("model", "=", query.model),
    ...compareColumn("year", ">=", query.yearFrom),
    ...compareColumn("year", "<=", query.yearTo),
    ...store.filters({ ...query, ...limitsOf(query, search) }),
  ];
}

function searchConditions({ terms, yearFrom, yearTo, mileageTo }: Interpretation): Condition[] {
  return [
    ...terms.map((patterns) => columnIsLike("searchText", patterns)),
    ...compareColumn("year", ">=", yearFrom),
    ...compareColumn("year", "<=", yearTo),
    ...compareColumn("mileage", "<=", mileageTo),
  ];
}

/** The price in the search counts unless the filter has one. */
function limitsOf(query: object, { priceTo }: Interpretation) {
  return priceTo === undefined || ("priceTo" in query && query.priceTo !== undefined) ? {} : { priceTo };
}

function interpret(
  { table, partWords }: Pick<VehicleStore<Kind>, "table" | "partWords">,
  q: string | undefined,
) {
  return q === undefined ? NO_SEARCH : interpretOnce({ table, partWords, q });
}

const NO_SEARCH: Interpretation = { terms: [] };

// A word is looked up in every vehicle's search text, so the interpretation is cached until the inventory changes.
const interpretOnce = cacheUntilChange(
  async ({ table, partWords, q }: Pick<VehicleStore<Kind>, "table" | "partWords"> & { q: string }) =>
    interpretSearch(q, {
      names: await listNames(table),
      ...(partWords ? { parts: partWords() } : {}),
      isFound: (patterns) => isFound(table, patterns),
    }),
  ({ table, partWords, q }) => JSON.stringify([table, Boolean(partWords), q]),
  inventoryVersion,
);

const listNames = cacheUntilChange(
  async (table: Inventory) =>
    namesOf(await db.selectFrom(table).select(["make", "model"]).distinct().execute()),
  (table) => table,
  inventoryVersion,
);

async function isFound(table: Inventory, patterns: readonly string[]): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select("id")
    .where(columnIsLike("searchText", patterns))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The condition under which the public lists show a vehicle (decisions, section 3). */
export function isPublic({ publicStatuses, publicColumns }: PublicRule): Condition {
  return allOf([
    sql<boolean>`${sql.ref("status")} in (${sql.join(publicStatuses)})`,
    ...publicColumns.map((name) => sql<boolean>`${sql.ref(name)} is not null`),
  ]);
}

type PublicRule = Pick<VehicleStore<Kind>, "publicStatuses" | "publicColumns">;

function hasValue(row: object, column: string): boolean {
  return (row as Record<string, unknown>)[column] !== null;
}

/** The makes and models of the public list, with counts. */
const listMakes = cacheUntilChange(
  async ({ table, ...rule }: Pick<VehicleStore<Kind>, "table"> & PublicRule): Promise<MakeChoice[]> => {
    const rows = await db
      .selectFrom(table)
      .select(["make", "model", (eb) => eb.fn.countAll<number>().as("count")])
      .where(isPublic(rule))
      .groupBy(["make", "model"])
      .orderBy("make")
      .orderBy("model")
      .execute();
    const makes = new Map<string, MakeChoice>();
    for (const { make, model, count } of rows) {
      if (make === null) continue;
      const choice = makes.get(make) ?? { make, count: 0, models: [] };
      choice.count += count;
      if (model !== null) choice.models.push({ model, count });
      makes.set(make, choice);
    }
    return [...makes.values()];
  },
  ({ table }) => table,
);

async function findRow<K extends Kind>(
  { table }: VehicleStore<K>,
  id: string,
  within: Db = db,
): Promise<StoredRow<K> | undefined> {
  const row = await within
    .selectFrom(table as Inventory)
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  return row as StoredRow<K> | undefined;
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

function toColumns<K extends Kind>(store: VehicleStore<K>, fields: Fields<K>, dateAcquired: string) {
  const missing = Object.fromEntries(fieldNames(store.form).map((name) => [name, undefined]));
  const all = { ...missing, ...fields, dateAcquired: fields.dateAcquired ?? dateAcquired };
  const columns = Object.entries(store.toColumns(all as AllFields<K>));
  const known: Record<string, unknown> = all;
  return {
    ...(Object.fromEntries(columns.map(([name, value]) => [name, value ?? null])) as FieldColumns<Kind>),
    stockNumberKey: stockNumberKey(fields.stockNumber),
    searchText: searchTextOf(known),
  };
}

function searchTextOf(fields: Record<string, unknown>): string {
  const { vin, year, make } = fields;
  const isNamed = typeof year === "number" && typeof make === "string";
  return toSearchText(fields, isNamed ? findBodyClass(String(vin), year, make) : undefined);
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

/** Converts a row to the API's record, without nulls. Trusts the row, because the schema checked it when it was stored. */
function toVehicle<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>): Vehicle<K> {
  const { id, updatedAt, stockNumberKey, searchText, ...columns } = store.fromRow(row);
  const known = Object.entries(columns).filter(([, value]) => value !== null && value !== undefined);
  return { _id: id, ...Object.fromEntries(known) } as Vehicle<K>;
}

function toPublicVehicle<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>): PublicVehicle<K> {
  const { notes: _staffOnly, ...rest } = toVehicle(store, row);
  return rest;
}

function withVersion<K extends Kind>(store: VehicleStore<K>, row: StoredRow<K>) {
  return { vehicle: toVehicle(store, row), version: row.updatedAt };
}
