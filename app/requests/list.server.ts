import { sql } from "kysely";
import { business } from "~/business/business.server";
import { cacheUntilChange } from "~/db/changes.server";
import { allOf, type Condition, columnContains, compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { STAFF_ROWS_PER_PAGE, type StaffPage, type StaffQuery } from "~/lists/staff";
import { type ListRange, type ListSlice, MAX_LIMIT, pageWithin } from "~/lists/window";
import { dayInTimeZone } from "~/values/format";
import { isPhoneSearch, phoneDigits } from "~/values/phone";
import { searchWords } from "~/vehicles/list-query";
import { CUSTOMER_AUTHOR } from "./customer";
import type { RequestSort } from "./list";
import { isListed, isUnfinished } from "./open.server";
import { dueSoonUntil, type StaffRequest, toRequest, toStaffRequest } from "./record.server";
import type { RequestCollection, RequestOf, RequestRow } from "./request";

type RequestQuery = StaffQuery<string, RequestSort>;

/** Who looks at a list, and when. */
export interface ListViewer {
  accountId: string;
  now: Date;
}

/** One page of a staff list. Fields that the customer left empty are undefined. */
export async function findRequestPage<Kind extends RequestCollection>(
  kind: Kind,
  query: RequestQuery,
  viewer: ListViewer,
): Promise<StaffPage<StaffRequest<RequestOf<Kind>>>> {
  const search = await searchList(kind, query, viewer);
  const [total, all] = await Promise.all([
    search.count(),
    countMatching({ kind, query: withoutFilters(query), viewer }),
  ]);
  const { page, pages } = pageWithin(query.page, total, STAFF_ROWS_PER_PAGE);
  const rows = await search.find({ limit: STAFF_ROWS_PER_PAGE, offset: (page - 1) * STAFF_ROWS_PER_PAGE });
  return { entries: rows.map((row) => toStaffRequest(kind, row)), total, all, page, pages };
}

/** The whole list: spam and deleted requests are lists of their own. */
function withoutFilters({ filters }: RequestQuery): Partial<RequestQuery> {
  const { show } = filters ?? {};
  return show === "spam" || show === "deleted" ? { filters: { show } } : {};
}

/** The range of the same list that an API call requests, or all of it. */
export async function findRequestSlice<Kind extends RequestCollection>(
  kind: Kind,
  query: RequestQuery,
  { limit, offset = 0, ...viewer }: ListRange & ListViewer,
): Promise<ListSlice<RequestOf<Kind>>> {
  const search = await searchList(kind, query, viewer);
  const total = await search.count();
  const end = Math.min(total, offset + (limit ?? total));
  const records: RequestOf<Kind>[] = [];
  // In batches, because SQLite limits the number of ids in one query.
  for (let start = offset; start < end; start += MAX_LIMIT) {
    const rows = await search.find({ limit: Math.min(MAX_LIMIT, end - start), offset: start });
    records.push(...rows.map((row) => toRequest(kind, row)));
  }
  return { records, total };
}

/** The ids of all requests that a list shows, in its order. */
export async function listRequestIds(
  kind: RequestCollection,
  query: RequestQuery,
  viewer: ListViewer,
): Promise<string[]> {
  return query.q === undefined
    ? listIds(kind, query, viewer, { limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    : searchIds(kind, query, viewer);
}

/** The requests with these ids, in their order; those that are gone are left out. At most `MAX_LIMIT`. */
export async function findRequestsById<Kind extends RequestCollection>(
  kind: Kind,
  ids: readonly string[],
): Promise<StaffRequest<RequestOf<Kind>>[]> {
  return (await findRowsById(kind, ids)).map((row) => toStaffRequest(kind, row));
}

/** How many requests of a kind wait for their first answer, by when it is due. */
interface WaitingCounts {
  overdue: number;
  dueSoon: number;
  /** The others. */
  new: number;
}

/** Counts the requests that wait for their first answer. */
export async function countWaiting(kind: RequestCollection, now: Date): Promise<WaitingCounts> {
  const dueBy = (time: Date) =>
    sql<number>`count(case when ${sql.ref("answerDueAt")} <= ${time.toISOString()} then 1 end)`;
  const { overdue, untilSoon, all } = await db
    .selectFrom(kind.table)
    .where(allOf([isListed(), IS_WAITING]))
    .select((eb) => [
      dueBy(now).as("overdue"),
      dueBy(dueSoonUntil(now)).as("untilSoon"),
      eb.fn.countAll<number>().as("all"),
    ])
    .executeTakeFirstOrThrow();
  return { overdue, dueSoon: untilSoon - overdue, new: all - untilSoon };
}

/** How many requests of a kind are due for a follow-up by today. */
export async function countFollowUps(kind: RequestCollection, viewer: ListViewer): Promise<number> {
  return countMatching({ kind, query: { filters: { show: "follow-up" } }, viewer });
}

/** How many requests of a kind have a customer's message as the last thing that happened. */
export async function countMessages(kind: RequestCollection, viewer: ListViewer): Promise<number> {
  return countMatching({ kind, query: { filters: { show: "message" } }, viewer });
}

/** How many requests of a kind have this status. */
export async function countInStatus(
  kind: RequestCollection,
  status: string,
  viewer: ListViewer,
): Promise<number> {
  return Object.hasOwn(kind.statuses, status) ? countMatching({ kind, query: { status }, viewer }) : 0;
}

/** Runs a query's search; `count` and `find` then read its total and a range of its requests. */
async function searchList(kind: RequestCollection, query: RequestQuery, viewer: ListViewer) {
  const matches = query.q === undefined ? undefined : await searchIds(kind, query, viewer);
  return {
    count: async () => matches?.length ?? countMatching({ kind, query, viewer }),
    find: async ({ limit, offset }: Range): Promise<RequestRow[]> => {
      const ids = matches
        ? matches.slice(offset, offset + limit)
        : await listIds(kind, query, viewer, { limit, offset });
      return findRowsById(kind, ids);
    },
  };
}

async function findRowsById({ table }: RequestCollection, ids: readonly string[]): Promise<RequestRow[]> {
  const rows = await db.selectFrom(table).selectAll().where("id", "in", ids).execute();
  const requests = new Map(rows.map((row) => [row.id, row as RequestRow]));
  return ids.flatMap((id) => requests.get(id) ?? []);
}

interface Range {
  limit: number;
  offset: number;
}

interface SortedRow {
  id: string;
  createdAt: string;
  firstAnsweredAt: string | null;
  answerDueAt: string | null;
}

/** The ids of all matches. Sorted here, because ORDER BY would make SQLite look up every row through the index. */
async function searchIds(
  kind: RequestCollection,
  query: RequestQuery,
  viewer: ListViewer,
): Promise<string[]> {
  const rows = await matching(kind, query, viewer)
    .select(["id", "createdAt", "firstAnsweredAt", "answerDueAt"])
    .execute();
  const oldest = rows.sort((one, other) => compare(one, other, "createdAt"));
  if (query.sort === "oldest") return oldest.map(({ id }) => id);
  const newest = oldest.reverse();
  if (query.sort === "newest") return newest.map(({ id }) => id);
  const now = viewer.now.toISOString();
  const isOverdue = ({ firstAnsweredAt, answerDueAt }: SortedRow) =>
    firstAnsweredAt === null && answerDueAt !== null && answerDueAt <= now;
  const overdue = newest.filter(isOverdue).sort((one, other) => compare(one, other, "answerDueAt"));
  return [...overdue, ...newest.filter((row) => !isOverdue(row))].map(({ id }) => id);
}

/** The ids of one range. Without a search, the indexes alone are enough. */
async function listIds(
  kind: RequestCollection,
  query: RequestQuery,
  viewer: ListViewer,
  { limit, offset }: Range,
): Promise<string[]> {
  const find = async (
    conditions: Condition[],
    column: "createdAt" | "answerDueAt",
    order: "asc" | "desc",
    range: Range,
  ) => {
    const rows = await matching(kind, query, viewer)
      .where(allOf(conditions))
      .select("id")
      .orderBy(column, order)
      .orderBy("id", order)
      .limit(range.limit)
      .offset(range.offset)
      .execute();
    return rows.map(({ id }) => id);
  };
  if (query.sort !== "due")
    return find([], "createdAt", query.sort === "oldest" ? "asc" : "desc", { limit, offset });
  // The overdue ones, and then the others: each part is in the order of an index.
  const overdue = isOverdueAt(viewer.now);
  const { count } = await matching(kind, query, viewer)
    .where(overdue)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const first = offset < count ? await find([overdue], "answerDueAt", "asc", { limit, offset }) : [];
  if (first.length === limit) return first;
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - count) };
  return [...first, ...(await find([isNotOverdueAt(viewer.now)], "createdAt", "desc", rest))];
}

// Compares strings as SQL does, independent of the locale.
function compare(one: SortedRow, other: SortedRow, column: "createdAt" | "answerDueAt"): number {
  const [a, b] = [one[column] ?? "", other[column] ?? ""];
  if (a !== b) return a < b ? -1 : 1;
  return one.id < other.id ? -1 : 1;
}

interface CountRequest {
  kind: RequestCollection;
  query: Partial<RequestQuery>;
  viewer: ListViewer;
}

async function countMatching(request: CountRequest): Promise<number> {
  // What is due changes just with time.
  return isTimed(request.query) ? countRows(request) : countUntilChange(request);
}

const countUntilChange = cacheUntilChange(countRows, ({ kind, query: { status, filters }, viewer }) =>
  JSON.stringify([kind.table, status, filters, filters?.assigned === "me" ? viewer.accountId : ""]),
);

async function countRows({ kind, query: { status, filters }, viewer }: CountRequest): Promise<number> {
  const { count } = await matching(kind, { status, filters }, viewer)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

function isTimed({ filters }: Partial<RequestQuery>): boolean {
  return ["overdue", "due-soon", "new", "follow-up"].includes(filters?.show ?? "");
}

function matching(
  kind: RequestCollection,
  { q, status, filters = {} }: Partial<RequestQuery>,
  viewer: ListViewer,
) {
  return db
    .selectFrom(kind.table)
    .where(
      allOf([
        ...shown(kind, filters.show, viewer.now),
        ...closedAs(kind, filters.closed),
        ...assignedTo(filters.assigned, viewer.accountId),
        ...compareColumn("status", "=", status),
        ...tokenize(q).map((word) => columnContains("searchText", word)),
      ]),
    );
}

const IS_WAITING: Condition = sql`"firstAnsweredAt" is null`;

function shown(kind: RequestCollection, show: string | undefined, now: Date): readonly Condition[] {
  const due = sql.ref("answerDueAt");
  switch (show) {
    case "deleted":
      return [sql`"deletedAt" is not null`];
    case "spam":
      return [sql`"spamAt" is not null`, sql`"deletedAt" is null`];
    case "overdue":
      return [isListed(), isOverdueAt(now)];
    case "due-soon": {
      const soon = dueSoonUntil(now).toISOString();
      return [isListed(), IS_WAITING, sql`${due} > ${now.toISOString()}`, sql`${due} <= ${soon}`];
    }
    case "new":
      return [isListed(), IS_WAITING, sql`${due} > ${dueSoonUntil(now).toISOString()}`];
    case "message":
      return [isListed(), isMessage(kind)];
    case "follow-up":
      return [isListed(), isUnfinished(kind), isToFollowUpAt(now)];
    case "duplicates":
      return [isListed(), isUnfinished(kind), sql`"duplicateOf" is not null`];
    default:
      return [isListed()];
  }
}

function isOverdueAt(now: Date): Condition {
  return sql`${IS_WAITING} and ${sql.ref("answerDueAt")} <= ${now.toISOString()}`;
}

function isNotOverdueAt(now: Date): Condition {
  const due = sql.ref("answerDueAt");
  return sql`("firstAnsweredAt" is not null or ${due} is null or ${due} > ${now.toISOString()})`;
}

// As in the condition of its index (migrations/2026-12-12-request-work.ts).
function isToFollowUpAt(now: Date): Condition {
  const today = dayInTimeZone(business.timeZone, now);
  return sql`"followUpOn" is not null and ${sql.ref("followUpOn")} <= ${today}`;
}

/** The customer wrote, or answered what we sent, and nobody has done anything about it since; one who withdraws wants nothing more. */
function isMessage({ withdrawn }: RequestCollection): Condition {
  // As in the condition of its index (migrations/2027-01-27-customer-messages.ts).
  return sql`"updatedBy" = ${sql.lit(CUSTOMER_AUTHOR)} and status <> ${withdrawn}`;
}

function closedAs(kind: RequestCollection, closed: string | undefined): Condition[] {
  if (closed === undefined) return [];
  if (closed === "open") return [isUnfinished(kind)];
  if (closed === "won") return [...compareColumn("status", "=", kind.won)];
  return [...compareColumn("status", "=", kind.withdrawn), sql`${sql.ref("lostReason")} = ${closed}`];
}

function assignedTo(assigned: string | undefined, accountId: string): Condition[] {
  if (assigned === "me") return [sql`${sql.ref("assigneeId")} = ${accountId}`];
  return assigned === "nobody" ? [sql`${sql.ref("assigneeId")} is null`] : [];
}

/** Splits a search into words. A phone number is one word, its digits, and a reference may be typed without its hyphen. */
function tokenize(q = ""): string[] {
  if (isPhoneSearch(q)) return [phoneDigits(q)];
  return searchWords(q).map((word) => word.replace(/^(pr|rr|vi|oc)([\da-z]{6})$/, "$1-$2"));
}
