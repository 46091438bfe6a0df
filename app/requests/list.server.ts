import { sql } from "kysely";
import { cacheUntilChange } from "~/db/changes.server";
import { allOf, type Condition, compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { concatText, createFoldedSearch } from "~/db/text-search.server";
import { STAFF_ROWS_PER_PAGE, type StaffPage, type StaffQuery } from "~/lists/staff";
import { type ListRange, type ListSlice, MAX_LIMIT, pageWithin } from "~/lists/window";
import { foldText } from "~/values/normalize";
import { phoneDigits } from "~/values/phone";
import { searchWords } from "~/vehicles/search";
import type { RequestSort } from "./list";
import type { RequestKind, RequestRow } from "./record.server";

export type RequestQuery = StaffQuery<string, RequestSort>;

/** One page of a staff list. Fields that the customer left empty are undefined. */
export async function findRequestPage<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  query: RequestQuery,
): Promise<StaffPage<Request>> {
  const search = await searchList(kind, query);
  const [total, all] = await Promise.all([search.count(), countMatching({ kind, status: undefined })]);
  const { page, pages } = pageWithin(query.page, total, STAFF_ROWS_PER_PAGE);
  const entries = await search.find({ limit: STAFF_ROWS_PER_PAGE, offset: (page - 1) * STAFF_ROWS_PER_PAGE });
  return { entries, total, all, page, pages };
}

/** The range of the same list that an API call requests, or all of it. */
export async function findRequestSlice<Request extends { _id: string }>(
  kind: RequestKind<Request>,
  query: RequestQuery,
  { limit, offset = 0 }: ListRange,
): Promise<ListSlice<Request>> {
  const search = await searchList(kind, query);
  const total = await search.count();
  const end = Math.min(total, offset + (limit ?? total));
  const records: Request[] = [];
  // In batches, because SQLite limits the number of ids in one query.
  for (let start = offset; start < end; start += MAX_LIMIT) {
    records.push(...(await search.find({ limit: Math.min(MAX_LIMIT, end - start), offset: start })));
  }
  return { records, total };
}

/** Runs a query's search; `count` and `find` then read its total and a range of its requests. */
async function searchList<Request extends { _id: string }>(kind: RequestKind<Request>, query: RequestQuery) {
  const matches = query.q === undefined ? undefined : await searchIds(kind, query);
  return {
    count: async () => matches?.length ?? countMatching({ kind, status: query.status }),
    find: async ({ limit, offset }: Range): Promise<Request[]> => {
      const ids = matches
        ? matches.slice(offset, offset + limit)
        : await listIds(kind, query, { limit, offset });
      const rows = await db.selectFrom(kind.table).selectAll().where("id", "in", ids).execute();
      const requests = new Map(rows.map((row) => [row.id, kind.toRecord(row as RequestRow)]));
      return ids.flatMap((id) => requests.get(id) ?? []);
    },
  };
}

interface Range {
  limit: number;
  offset: number;
}

/** A kind of request, whatever its record type. */
type AnyKind = Omit<RequestKind<{ _id: string }>, "toRecord">;

interface CreatedRow {
  id: string;
  createdAt: string;
}

/** The ids of all matches. Sorted here, because ORDER BY would make SQLite look up every row through the index. */
async function searchIds(kind: AnyKind, query: RequestQuery): Promise<string[]> {
  const rows = await matching(kind, query).select(["id", "createdAt"]).execute();
  const ids = rows.sort(byCreation).map(({ id }) => id);
  return query.sort === "oldest" ? ids : ids.reverse();
}

/** The ids of one range. Without a search, the index alone is enough. */
async function listIds(
  kind: AnyKind,
  { status, sort }: RequestQuery,
  { limit, offset }: Range,
): Promise<string[]> {
  const order = sort === "oldest" ? "asc" : "desc";
  const rows = await matching(kind, { status })
    .select("id")
    .orderBy("createdAt", order)
    .orderBy("id", order)
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ id }) => id);
}

// Compares strings as SQL does, independent of the locale.
function byCreation(one: CreatedRow, other: CreatedRow): number {
  if (one.createdAt !== other.createdAt) return one.createdAt < other.createdAt ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

const countMatching = cacheUntilChange(
  async ({ kind, status }: { kind: AnyKind; status: string | undefined }): Promise<number> => {
    const { count } = await matching(kind, { status })
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return count;
  },
  ({ kind, status }) => JSON.stringify([kind.table, status]),
);

function matching(kind: AnyKind, { q, status }: Partial<RequestQuery>) {
  const conditions: Condition[] = [
    ...compareColumn("status", "=", status),
    ...tokenize(q).map((word) => (isPhoneLike(word) ? hasPhone(word) : textContains(searchText(kind), word))),
  ];
  const requests = db.selectFrom(kind.table);
  return conditions.length > 0 ? requests.where(allOf(conditions)) : requests;
}

const textContains = createFoldedSearch("folded", foldText);

/** Columns that may contain non-ASCII letters; validation keeps the plain ones ASCII. */
const FREE_COLUMNS = ["customerName", "vehicleMake", "vehicleModel", "vehicleTrim"] as const;
const PLAIN_COLUMNS = ["customerPhone", "customerEmail", "vin", "vehicleYear"] as const;

function searchText({ prefix, searchColumns }: AnyKind) {
  const free = [...FREE_COLUMNS, ...searchColumns].map((column) => sql.ref(column));
  const plain = PLAIN_COLUMNS.map((column) => sql.ref(column));
  const reference = sql`${sql.lit(`${prefix}-`)} || substr(${sql.ref("id")}, -6)`;
  return { text: concatText([...free, ...plain, reference]), free: concatText(free) };
}

/** Matches a phone number in any format, and a VIN, which may be all digits too. */
function hasPhone(word: string): Condition {
  const digits = ["(", ")", " ", "-"].reduce(
    (phone, sign) => sql`replace(${phone}, ${sql.lit(sign)}, '')`,
    sql`${sql.ref("customerPhone")}`,
  );
  return sql<boolean>`instr(${concatText([digits, sql.ref("vin")])}, ${phoneDigits(word)}) > 0`;
}

/** Splits a search into words. A phone number is one word, and a reference may be typed without its hyphen. */
function tokenize(q = ""): string[] {
  if (isPhoneLike(q)) return [q];
  return searchWords(q).map((word) => word.replace(/^(pr|rr)([\da-z]{6})$/, "$1-$2"));
}

// Fewer than seven digits are a year or the end of a number.
function isPhoneLike(text: string): boolean {
  return !/\p{L}/u.test(text) && phoneDigits(text).length >= 7;
}
