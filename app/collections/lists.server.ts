import { type RawBuilder, sql } from "kysely";
import { cachedCount, countNow, dataVersion, hasVersion, inventoryVersion } from "~/db/changes.server";
import { allOf, type Condition, compareColumn } from "~/db/conditions.server";
import { db, engine } from "~/db/connection.server";
import { STAFF_ROWS_PER_PAGE, type StaffPage, type StaffQuery } from "~/lists/staff";
import {
  LIST_BATCH_SIZE,
  type ListSlice,
  MAX_COUNTED,
  type OpenList,
  pageWithin,
  type RequestedRange,
} from "~/lists/window";
import type { Collection } from "./collection";
import { findHolderOf } from "./records.server";
import { recordReader } from "./restricted.server";
import { searchTextHas } from "./search-text.server";
import {
  isStocked,
  type RecordTypes,
  type StoredCollection,
  selectRecords,
  tableOf,
  toPublicRecord,
} from "./store.server";

/** One page of the staff list, with every status, by the query's search and filter. */
export async function findStaffPage<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: StaffQuery,
): Promise<StaffPage<T["record"]>> {
  const { rows, ...page } = await findPage(store, {
    matching: await staffConditions(store, query),
    all: [],
    query,
    perPage: STAFF_ROWS_PER_PAGE,
    firstId: query.q === undefined ? undefined : (await findHolderOf(store, query.q))?.id,
  });
  return { ...page, entries: rows.map(recordReader(store)) };
}

/** The range of the staff list that an API call requests. */
export async function findStaffSlice<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: StaffQuery,
  range: RequestedRange,
): Promise<ListSlice<T["record"]>> {
  const { rows, total } = await findSlice(store, await staffConditions(store, query), query.sort, range);
  return { total, records: rows.map(recordReader(store)) };
}

/** The ids of all items that the staff list shows, in its order. */
export async function listStaffIds<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: StaffQuery,
): Promise<string[]> {
  const rows = await selectRecords(tableOf(store))
    .select("id")
    .where(allOf(await staffConditions(store, query)))
    .orderBy(orderBy(store, query.sort))
    .execute();
  return rows.map(({ id }) => id);
}

/** The range of the public list that an API call requests. */
export async function findPublicSlice<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: T["publicQuery"],
  range: RequestedRange,
): Promise<ListSlice<T["publicRecord"]>> {
  const { rows, total } = await findSlice(store, await publicConditions(store, query), query.sort, range);
  return { total, records: rows.map((row) => toPublicRecord(store, row)) };
}

/** The public list from `offset` on, to be read in batches. */
export async function openPublicList<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: T["publicQuery"],
  offset?: number,
): Promise<OpenList<T["publicRecord"]>> {
  const conditions = await publicConditions(store, query);
  return openList(store, {
    conditions,
    shown: [isPublic(store)],
    order: orderBy(store, query.sort),
    offset,
    toRecord: (row) => toPublicRecord(store, row),
  });
}

/** The staff list from `offset` on, to be read in batches. */
export async function openStaffList<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: StaffQuery,
  offset?: number,
): Promise<OpenList<T["record"]>> {
  return openList(store, {
    conditions: await staffConditions(store, query),
    shown: [],
    order: orderBy(store, query.sort),
    offset,
    toRecord: recordReader(store),
  });
}

interface ListToOpen<T extends RecordTypes, Record> {
  conditions: readonly Condition[];
  /** What must still be true of a record when it is read. */
  shown: readonly Condition[];
  order: RawBuilder<unknown>;
  offset: number | undefined;
  toRecord: (row: T["row"]) => Record;
}

/**
 * The list's ids and order are read at once; each record is read with its batch. So each is in it once, even if its price changes during
 * the reading, and one that is no longer shown is left out. Paging by the last record's values would show a moved record twice; a
 * transaction would last as long as the slowest client.
 */
async function openList<T extends RecordTypes, Record>(
  store: StoredCollection<T>,
  { conditions, shown, order, offset = 0, toRecord }: ListToOpen<T, Record>,
): Promise<OpenList<Record>> {
  // Before the records: one that changes while they are read belongs to the next version.
  const table = tableOf(store);
  const number = hasVersion(table) ? inventoryVersion(table) : dataVersion();
  const rows = await selectRecords(table).select("id").where(allOf(conditions)).orderBy(order).execute();
  const ids = rows.map(({ id }) => id);
  async function* readBatches() {
    for (let start = offset; start < ids.length; start += LIST_BATCH_SIZE) {
      const batch = ids.slice(start, start + LIST_BATCH_SIZE);
      const found = await selectRecords(table)
        .selectAll()
        .where(allOf([sql<boolean>`${sql.ref("id")} in (${sql.join(batch)})`, ...shown]))
        .execute();
      const byId = new Map(found.map((row) => [row.id, row]));
      yield batch.flatMap((id) => byId.get(id) ?? []).map(toRecord);
    }
  }
  return { total: ids.length, version: `${number} ${ids}`, batches: readBatches() };
}

/** Which page of which list. */
interface PageRequest {
  /** The list with its filters. */
  matching: readonly Condition[];
  /** The list without filters. */
  all: readonly Condition[];
  query: { sort: string; page: number };
  perPage: number;
  /** The record that comes before all others, if it matches: the one whose number was typed whole. */
  firstId?: string | undefined;
}

/** One page of a list, with how many records match and how many there are. */
export async function findPage<T extends RecordTypes>(
  store: StoredCollection<T>,
  { matching, all, query, perPage, firstId }: PageRequest,
) {
  const [total, allCount] = await Promise.all([
    countRows(store, matching, MAX_COUNTED),
    countRows(store, all, MAX_COUNTED),
  ]);
  const { page, pages } = pageWithin(query.page, Math.min(total, MAX_COUNTED), perPage);
  const range = { limit: perPage, offset: (page - 1) * perPage, firstId };
  const rows = await findRows(store, matching, query.sort, { ...range, total });
  return { rows, total, all: allCount, page, pages };
}

async function findSlice<T extends RecordTypes>(
  store: StoredCollection<T>,
  conditions: readonly Condition[],
  sort: string,
  range: RequestedRange,
) {
  const total = await countRows(store, conditions, range.countTo);
  return { total, rows: await findRows(store, conditions, sort, { ...range, total }) };
}

async function findRows<T extends RecordTypes>(
  store: StoredCollection<T>,
  conditions: readonly Condition[],
  sort: string,
  { limit, offset = 0, total, firstId }: RequestedRange & { total: number; firstId?: string | undefined },
): Promise<T["row"][]> {
  const sorted = orderBy(store, sort);
  const order = firstId ? sql`case when ${sql.ref("id")} = ${firstId} then 0 else 1 end, ${sorted}` : sorted;
  const table = tableOf(store);
  // Where many match, reading them in order until the page is full is quickest, and where few do, sorting those.
  const indexName = store.sorts[sort]?.index;
  const index = total > MAX_COUNTED && indexName && !firstId ? table + indexName : undefined;
  // The ids of the range come only from the indexes; sorting whole rows would take many times as long.
  const ids = sql<boolean>`${sql.ref("id")} in (
    select ${sql.ref("id")} from ${engine.tableByIndex(table, index)}
    where ${allOf([isStocked, ...conditions])} order by ${order}
    limit ${limit} offset ${offset})`;
  return db.selectFrom(table).where(ids).selectAll().orderBy(order).execute();
}

function orderBy({ sorts, emptyLast }: Pick<Collection, "sorts" | "emptyLast">, sort: string) {
  const { by } = sorts[sort] ?? Object.values(sorts)[0] ?? { by: [] };
  const columns = by.map(([column, direction]) => {
    const nulls = emptyLast.includes(column) ? " nulls last" : "";
    return sql`${sql.ref(column)} ${sql.raw(direction + nulls)}`;
  });
  return sql`${sql.join(columns)}`;
}

/** How many match; if there are more than `most`, one more than that. */
function countRows<T extends RecordTypes>(
  store: StoredCollection<T>,
  conditions: readonly Condition[],
  most?: number,
): Promise<number> {
  const matching = selectRecords(tableOf(store)).where(allOf(conditions));
  const count = hasVersion(store.table) ? countOnce : countNow;
  if (most === undefined) return count(matching.select((eb) => eb.fn.countAll<number>().as("count")));
  const counted = matching.select("id").limit(most + 1);
  return count(db.selectFrom(counted.as("counted")).select((eb) => eb.fn.countAll<number>().as("count")));
}

const countOnce = cachedCount(inventoryVersion);

async function staffConditions<T extends RecordTypes>(
  store: StoredCollection<T>,
  { q, status, filters, updatedSince }: StaffQuery,
): Promise<Condition[]> {
  return [
    ...(updatedSince === undefined ? [] : [changedSince(store, updatedSince)]),
    ...compareColumn("status", "=", status),
    ...(store.staffFilters?.(filters) ??
      Object.entries(filters ?? {}).flatMap(([name, value]) => compareColumn(name, "=", value))),
    ...(q === undefined ? [] : await (store.searchConditions ?? searchTextHas)(q)),
  ];
}

/**
 * Added or changed at this moment or later. One that was taken out of the trash, or got its earlier version back from an undone import, has
 * an older `updatedAt`: its history tells.
 */
function changedSince({ recordKind }: Pick<Collection, "recordKind">, moment: string): Condition {
  const changed = db
    .selectFrom("changes")
    .select("recordId")
    .where("at", ">=", moment)
    .where("recordKind", "=", recordKind)
    .where("action", "in", ["changed", "restored"]);
  return sql<boolean>`("updatedAt" >= ${moment} or "id" in (${changed}))`;
}

async function publicConditions<T extends RecordTypes>(
  store: StoredCollection<T>,
  query: T["publicQuery"],
): Promise<Condition[]> {
  return [isPublic(store), ...((await store.publicConditions?.(query)) ?? [])];
}

/** The condition under which the public lists show a record. */
export function isPublic({ shown }: Pick<Collection, "shown">): Condition {
  if (!shown) return sql<boolean>`1 = 0`;
  return allOf([
    sql<boolean>`${sql.ref("status")} in (${sql.join(shown.list)})`,
    ...(shown.needs ?? []).map((name) => sql<boolean>`${sql.ref(name)} is not null`),
  ]);
}
