import { type RawBuilder, sql } from "kysely";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { allOf, type Condition, columnIsLike, compareColumn } from "~/db/conditions.server";
import { db, engine } from "~/db/connection.server";
import type { Inventory } from "~/db/schema";
import { STAFF_ROWS_PER_PAGE, type StaffPage, type StaffQuery } from "~/lists/staff";
import {
  BATCH,
  type ListSlice,
  MAX_COUNTED,
  type OpenList,
  pageWithin,
  type RequestedRange,
} from "~/lists/window";
import type { VehicleSort } from "./inventory";
import { type MakeChoice, VEHICLES_PER_PAGE, type VehiclePage } from "./list-query";
import { type Interpretation, interpretSearch, namesOf } from "./search-text";
import {
  type InventoryStore,
  type Item,
  isStocked,
  type Kind,
  type PublicItem,
  type PublicQuery,
  type StoredRow,
  selectItems,
  toItem,
  toPublicItem,
} from "./store.server";

/** One page of the staff list, with every status, by the query's search and filter. */
export async function findStaffPage<K extends Kind>(
  store: InventoryStore<K>,
  query: StaffQuery,
): Promise<StaffPage<Item<K>>> {
  const { rows, ...page } = await findPage(store, {
    matching: await staffConditions(store, query),
    all: [],
    query,
    perPage: STAFF_ROWS_PER_PAGE,
  });
  return { ...page, entries: rows.map((row) => toItem(store, row)) };
}

/** The range of the staff list that an API call requests. */
export async function findStaffSlice<K extends Kind>(
  store: InventoryStore<K>,
  query: StaffQuery,
  range: RequestedRange,
): Promise<ListSlice<Item<K>>> {
  const { rows, total } = await findSlice(store, await staffConditions(store, query), query.sort, range);
  return { total, records: rows.map((row) => toItem(store, row)) };
}

/** The ids of all items that the staff list shows, in its order. */
export async function listStaffIds<K extends Kind>(
  store: InventoryStore<K>,
  query: StaffQuery,
): Promise<string[]> {
  const rows = await selectItems(store.table)
    .select("id")
    .where(allOf(await staffConditions(store, query)))
    .orderBy(orderBy(store, query.sort as VehicleSort))
    .execute();
  return rows.map(({ id }) => id);
}

/** One page of the public list, by the query's filters, with the makes that the filters offer. */
export async function findPublicPage<K extends Kind>(
  store: InventoryStore<K>,
  query: PublicQuery<K>,
): Promise<VehiclePage<PublicItem<K>>> {
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
  return { ...page, vehicles: rows.map((row) => toPublicItem(store, row)), makes, ...part };
}

/** The range of the public list that an API call requests. */
export async function findPublicSlice<K extends Kind>(
  store: InventoryStore<K>,
  query: PublicQuery<K>,
  range: RequestedRange,
): Promise<ListSlice<PublicItem<K>>> {
  const { rows, total } = await findSlice(
    store,
    publicConditions(store, query, await interpret(store, query.q)),
    query.sort,
    range,
  );
  return { total, records: rows.map((row) => toPublicItem(store, row)) };
}

/** The public list from `offset` on, to be read in batches. */
export async function openPublicList<K extends Kind>(
  store: InventoryStore<K>,
  query: PublicQuery<K>,
  offset?: number,
): Promise<OpenList<PublicItem<K>>> {
  const conditions = publicConditions(store, query, await interpret(store, query.q));
  return openList(store, {
    conditions,
    shown: [isPublic(store)],
    order: orderBy(store, query.sort as VehicleSort),
    offset,
    toRecord: (row) => toPublicItem(store, row),
  });
}

/** The staff list from `offset` on, to be read in batches. */
export async function openStaffList<K extends Kind>(
  store: InventoryStore<K>,
  query: StaffQuery,
  offset?: number,
): Promise<OpenList<Item<K>>> {
  return openList(store, {
    conditions: await staffConditions(store, query),
    shown: [],
    order: orderBy(store, query.sort as VehicleSort),
    offset,
    toRecord: (row) => toItem(store, row),
  });
}

interface ListToOpen<K extends Kind, Record> {
  conditions: readonly Condition[];
  /** What must still be true of a record when it is read. */
  shown: readonly Condition[];
  order: RawBuilder<unknown>;
  offset: number | undefined;
  toRecord: (row: StoredRow<K>) => Record;
}

/**
 * Which records are in the list, and in which order, is read at once; each record is read with its batch. So each is in it once,
 * however its price has changed meanwhile, and one that is no longer shown is left out. Pages by the last record's values would
 * show a record twice that has moved; a transaction would last as long as the slowest client.
 */
async function openList<K extends Kind, Record>(
  { table }: Pick<InventoryStore<K>, "table">,
  { conditions, shown, order, offset = 0, toRecord }: ListToOpen<K, Record>,
): Promise<OpenList<Record>> {
  // Before the records: one that changes while they are read belongs to the next version.
  const number = inventoryVersion(table);
  const rows = await selectItems(table).select("id").where(allOf(conditions)).orderBy(order).execute();
  const ids = rows.map(({ id }) => id);
  async function* readBatches() {
    for (let start = offset; start < ids.length; start += BATCH) {
      const batch = ids.slice(start, start + BATCH);
      const found = await selectItems(table)
        .selectAll()
        .where(allOf([sql<boolean>`${sql.ref("id")} in (${sql.join(batch)})`, ...shown]))
        .execute();
      const byId = new Map(found.map((row) => [row.id, row as StoredRow<K>]));
      yield batch.flatMap((id) => byId.get(id) ?? []).map(toRecord);
    }
  }
  return { total: ids.length, version: `${number} ${ids}`, batches: readBatches() };
}

/** How old the makes and models of a large inventory may be. */
const MODELS_KEPT_MS = 60_000;

/**
 * The columns of each sort order. The id at the end keeps the order of equal rows stable; it has the direction of the first
 * column, so that an index has the whole order.
 */
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
    ["id", "asc"],
  ],
  make: [
    ["make", "asc"],
    ["model", "asc"],
    ["year", "desc"],
    ["id", "desc"],
  ],
  "price-low": [
    ["priceCents", "asc"],
    ["id", "asc"],
  ],
  "price-high": [
    ["priceCents", "desc"],
    ["id", "desc"],
  ],
  "mileage-low": [
    ["mileage", "asc"],
    ["id", "asc"],
  ],
};

/** The end of the name of the index that has each order. */
const SORT_INDEXES: Record<VehicleSort, string> = {
  newest: "Newest",
  oldest: "Newest",
  "stock-number": "Stock",
  "year-new": "Year",
  "year-old": "Year",
  make: "Make",
  "price-low": "Price",
  "price-high": "Price",
  "mileage-low": "Mileage",
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
  store: InventoryStore<K>,
  { matching, all, query, perPage }: PageRequest,
) {
  const [total, allCount] = await Promise.all([
    countRows(store, matching, MAX_COUNTED),
    countRows(store, all, MAX_COUNTED),
  ]);
  const { page, pages } = pageWithin(query.page, Math.min(total, MAX_COUNTED), perPage);
  const range = { limit: perPage, offset: (page - 1) * perPage };
  const rows = await findRows(store, matching, query.sort, { ...range, total });
  return { rows, total, all: allCount, page, pages };
}

async function findSlice<K extends Kind>(
  store: InventoryStore<K>,
  conditions: readonly Condition[],
  sort: string,
  range: RequestedRange,
) {
  const total = await countRows(store, conditions, range.countTo);
  return { total, rows: await findRows(store, conditions, sort, { ...range, total }) };
}

async function findRows<K extends Kind>(
  store: InventoryStore<K>,
  conditions: readonly Condition[],
  sort: string,
  { limit, offset = 0, total }: RequestedRange & { total: number },
): Promise<StoredRow<K>[]> {
  const order = orderBy(store, sort as VehicleSort);
  // Where many match, reading them in order until the page is full is quickest, and where few do, sorting those.
  const index = total > MAX_COUNTED ? store.table + SORT_INDEXES[sort as VehicleSort] : undefined;
  // The ids of the range come from the indexes alone; sorting whole rows would take many times as long.
  const ids = sql<boolean>`${sql.ref("id")} in (
    select ${sql.ref("id")} from ${engine.tableByIndex(store.table, index)}
    where ${allOf([isStocked, ...conditions])} order by ${order}
    limit ${limit} offset ${offset})`;
  const rows = db
    .selectFrom(store.table as Inventory)
    .where(ids)
    .selectAll()
    .orderBy(order);
  return (await rows.execute()) as StoredRow<K>[];
}

function orderBy<K extends Kind>({ nullableSortColumns }: InventoryStore<K>, sort: VehicleSort) {
  const columns = SORT_COLUMNS[sort].map(([column, direction]) => {
    const nulls = nullableSortColumns.includes(column) ? " nulls last" : "";
    return sql`${sql.ref(column)} ${sql.raw(direction + nulls)}`;
  });
  return sql`${sql.join(columns)}`;
}

/** How many match; if there are more than `most`, one more than that. */
function countRows<K extends Kind>(
  { table }: InventoryStore<K>,
  conditions: readonly Condition[],
  most?: number,
): Promise<number> {
  const matching = selectItems(table).where(allOf(conditions));
  if (most === undefined) return countOnce(matching.select((eb) => eb.fn.countAll<number>().as("count")));
  const counted = matching.select("id").limit(most + 1);
  return countOnce(db.selectFrom(counted.as("counted")).select((eb) => eb.fn.countAll<number>().as("count")));
}

interface CountQuery {
  compile(): { sql: string; parameters: readonly unknown[] };
  executeTakeFirstOrThrow(): Promise<{ count: number }>;
}

// Counting reads every matching row, so the count is cached until an inventory changes.
const countOnce = cacheUntilChange(
  async (query: CountQuery) => (await query.executeTakeFirstOrThrow()).count,
  (query) => {
    const { sql, parameters } = query.compile();
    return JSON.stringify([sql, parameters]);
  },
  inventoryVersion,
);

async function staffConditions<K extends Kind>(
  store: InventoryStore<K>,
  { q, status, filters }: StaffQuery,
): Promise<Condition[]> {
  const matching = searchConditions(await interpret({ ...store, partWords: undefined }, q));
  return [
    ...compareColumn("status", "=", status),
    ...(store.staffFilters?.(filters) ?? []),
    // In a subquery, the search uses the search text's index whatever the sort order; a search of its own has indexes of its own.
    ...(store.searchConditions ? matching : []),
    ...(matching.length > 0 && !store.searchConditions
      ? [sql<boolean>`${sql.ref("id")} in (${selectItems(store.table).select("id").where(allOf(matching))})`]
      : []),
  ];
}

function publicConditions<K extends Kind>(
  store: InventoryStore<K>,
  query: PublicQuery<K>,
  search: ListSearch,
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

function searchConditions({ terms, yearFrom, yearTo, mileageTo, conditions = [] }: ListSearch): Condition[] {
  return [
    ...conditions,
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

async function interpret(
  { table, partWords, searchConditions }: Searched,
  q: string | undefined,
): Promise<ListSearch> {
  if (q === undefined) return NO_SEARCH;
  return searchConditions
    ? { terms: [], conditions: await searchConditions(q) }
    : interpretOnce({ table, partWords, q });
}

type Searched = Pick<InventoryStore<Kind>, "table" | "partWords" | "searchConditions">;

/** An interpreted search, or the conditions of an inventory that has a search of its own. */
type ListSearch = Interpretation & { conditions?: Condition[] };

const NO_SEARCH: Interpretation = { terms: [] };

// A word is looked up in every item's search text, so the interpretation is cached until the inventory changes.
const interpretOnce = cacheUntilChange(
  async ({ table, partWords, q }: Pick<InventoryStore<Kind>, "table" | "partWords"> & { q: string }) =>
    interpretSearch(q, {
      names: await listNames(table),
      ...(partWords ? { parts: partWords() } : {}),
      isFound: (patterns) => isFound(table, patterns),
    }),
  ({ table, partWords, q }) => JSON.stringify([table, Boolean(partWords), q]),
  inventoryVersion,
);

async function listNames(table: Inventory): Promise<Set<string>> {
  return namesOf(await countModels({ table }));
}

async function isFound(table: Inventory, patterns: readonly string[]): Promise<boolean> {
  const row = await selectItems(table)
    .select("id")
    .where(columnIsLike("searchText", patterns))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The condition under which the public lists show an item. */
export function isPublic({ publicStatuses, publicColumns }: PublicRule): Condition {
  return allOf([
    sql<boolean>`${sql.ref("status")} in (${sql.join(publicStatuses)})`,
    ...publicColumns.map((name) => sql<boolean>`${sql.ref(name)} is not null`),
  ]);
}

type PublicRule = Pick<InventoryStore<Kind>, "publicStatuses" | "publicColumns">;

/** The makes and models of the public list, with counts. */
async function listMakes({
  table,
  publicStatuses,
  publicColumns,
}: Pick<InventoryStore<Kind>, "table"> & PublicRule): Promise<MakeChoice[]> {
  const rows = await countModels({ table, shownBy: { publicStatuses, publicColumns } });
  const makes = new Map<string, MakeChoice>();
  for (const { make, model, count } of rows) {
    if (make === null) continue;
    const choice = makes.get(make) ?? { make, count: 0, models: [] };
    choice.count += count;
    if (model !== null) choice.models.push({ model, count });
    makes.set(make, choice);
  }
  return [...makes.values()];
}

// It reads the whole inventory. A large one changes all the time, so there what the filters offer may be a minute old.
const countModels = cacheUntilChange(
  ({ table, shownBy }: { table: Inventory; shownBy?: PublicRule }) =>
    selectItems(table)
      .select(["make", "model", (eb) => eb.fn.countAll<number>().as("count")])
      .where(allOf(shownBy ? [isPublic(shownBy)] : []))
      .groupBy(["make", "model"])
      .orderBy("make")
      .orderBy("model")
      .execute(),
  ({ table, shownBy }) => `${table} ${Boolean(shownBy)}`,
  inventoryVersion,
  (rows) => (rows.reduce((sum, { count }) => sum + count, 0) > MAX_COUNTED ? MODELS_KEPT_MS : 0),
);
