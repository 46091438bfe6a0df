import { sql } from "kysely";
import { findPage, isPublic } from "~/collections/lists.server";
import {
  type RecordTypes,
  type StoredCollection,
  selectRecords,
  tableOf,
  toPublicRecord,
} from "~/collections/store.server";
import { cacheUntilChange, inventoryVersion } from "~/db/changes.server";
import { allOf, type Condition, columnIsLike, compareColumn } from "~/db/conditions.server";
import { MAX_COUNTED } from "~/lists/window";
import { findBodyClass } from "~/vin/body-class.server";
import { type MakeChoice, VEHICLES_PER_PAGE, type VehiclePage } from "./list-query";
import { type Interpretation, interpretSearch, namesOf, toSearchText } from "./search-text";

/*
 * What the two lists of vehicles share: how a search finds them, and the public page with the makes that its filters offer.
 */

type VehicleTable = "dismantledVehicles" | "retailVehicles";

/** The words that a public search takes for a part. */
type PartWords = () => ReadonlySet<string>;

/** What both lists' queries have. */
interface VehicleQuery {
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
}

/** What a search of vehicles looks in: the words that name it, and its numbers. */
export function vehicleSearchText(fields: Record<string, unknown>): string {
  const { vin, year, make } = fields;
  const isNamed = typeof year === "number" && typeof make === "string";
  return toSearchText(fields, isNamed ? findBodyClass(String(vin), year, make) : undefined);
}

/**
 * What a search of the staff list finds. In a subquery, it uses the search text's index whatever the sort order.
 * @param limits the conditions of a price in the search
 */
export function staffSearch(table: VehicleTable, limits: (search: Prices) => Condition[] = () => []) {
  return async (q: string): Promise<Condition[]> => {
    const search = await interpretOnce({ table, q });
    const matching = [...searchConditions(search), ...limits(search)];
    if (matching.length === 0) return [];
    return [sql<boolean>`${sql.ref("id")} in (${selectRecords(table).select("id").where(allOf(matching))})`];
  };
}

/**
 * What a public list shows for a query.
 * @param limits the conditions of the list's own filters; a price in the search counts unless the filter has one
 */
export async function vehicleConditions<Query extends VehicleQuery>(
  table: VehicleTable,
  query: Query,
  { partWords, limits = () => [] }: { partWords?: PartWords; limits?: (query: Query) => Condition[] } = {},
): Promise<Condition[]> {
  const search = await interpret(table, query.q, partWords);
  return [
    ...searchConditions(search),
    ...compareColumn("make", "=", query.make),
    ...compareColumn("model", "=", query.model),
    ...compareColumn("year", ">=", query.yearFrom),
    ...compareColumn("year", "<=", query.yearTo),
    ...limits({ ...query, ...limitsOf(query, search) }),
  ];
}

type Prices = Pick<Interpretation, "priceFrom" | "priceTo">;

/** The price in the search counts unless the filter has one. */
function limitsOf(query: VehicleQuery & Prices, { priceFrom, priceTo }: Interpretation): Prices {
  const from = query.priceFrom ?? priceFrom;
  const to = query.priceTo ?? priceTo;
  return {
    ...(from === undefined ? {} : { priceFrom: from }),
    ...(to === undefined ? {} : { priceTo: to }),
  };
}

/**
 * One page of a public list, by the query's filters, with the makes that the filters offer.
 * @param options.nameOfPart what the catalog calls the part that the search names besides vehicles
 */
export async function findPublicPage<T extends RecordTypes & { publicQuery: VehicleQuery }>(
  store: StoredCollection<T>,
  query: T["publicQuery"],
  { partWords, nameOfPart }: { partWords?: PartWords; nameOfPart?: (q: string) => string | undefined } = {},
): Promise<VehiclePage<T["publicRecord"]>> {
  const [{ rows, ...page }, makes, search] = await Promise.all([
    store.publicConditions?.(query).then((conditions) =>
      findPage(store, {
        matching: [isPublic(store), ...conditions],
        all: [isPublic(store)],
        query,
        perPage: VEHICLES_PER_PAGE,
      }),
    ) ?? Promise.reject(new Error(`${store.kind} has no public list.`)),
    listMakes(store),
    interpret(tableOf(store) as VehicleTable, query.q, partWords),
  ]);
  const name = search.part && nameOfPart?.(search.part);
  const part = name ? { part: { q: search.part ?? "", name } } : {};
  return { ...page, vehicles: rows.map((row) => toPublicRecord(store, row)), makes, ...part };
}

function searchConditions({ terms, yearFrom, yearTo, mileageTo }: Interpretation): Condition[] {
  return [
    ...terms.map((patterns) => columnIsLike("searchText", patterns)),
    ...compareColumn("year", ">=", yearFrom),
    ...compareColumn("year", "<=", yearTo),
    ...compareColumn("mileage", "<=", mileageTo),
  ];
}

async function interpret(
  table: VehicleTable,
  q: string | undefined,
  partWords: PartWords | undefined,
): Promise<Interpretation> {
  return q === undefined ? { terms: [] } : interpretOnce({ table, partWords, q });
}

// A word is looked up in every vehicle's search text, so the interpretation is cached until the inventory changes.
const interpretOnce = cacheUntilChange(
  async ({ table, partWords, q }: { table: VehicleTable; partWords?: PartWords | undefined; q: string }) =>
    interpretSearch(q, {
      names: namesOf(await countModels({ table })),
      ...(partWords ? { parts: partWords() } : {}),
      isFound: (patterns) => isFound(table, patterns),
    }),
  ({ table, partWords, q }) => JSON.stringify([table, Boolean(partWords), q]),
  inventoryVersion,
);

async function isFound(table: VehicleTable, patterns: readonly string[]): Promise<boolean> {
  const row = await selectRecords(table)
    .select("id")
    .where(columnIsLike("searchText", patterns))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The makes and models of the public list, with counts. */
async function listMakes(store: StoredCollection): Promise<MakeChoice[]> {
  const rows = await countModels({ table: tableOf(store) as VehicleTable, shownBy: store });
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

/** How old the makes and models of a large inventory may be. */
const MODELS_KEPT_MS = 60_000;

// It reads the whole inventory. A large one changes all the time, so there what the filters offer may be a minute old.
const countModels = cacheUntilChange(
  ({ table, shownBy }: { table: VehicleTable; shownBy?: Pick<StoredCollection, "shown"> }) =>
    selectRecords(table)
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
