import { sql } from "kysely";
import { startOfDay } from "~/business/business-hours";
import { searchTextHas } from "~/collections/search-text.server";
import { cachedCount } from "~/db/changes.server";
import { allOf, type Condition, compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { ChangeSource, RecordKind, Row } from "~/db/schema";
import { STAFF_ROWS_PER_PAGE, type StaffPage } from "~/lists/staff";
import { pageWithin } from "~/lists/window";
import { daysAfter } from "~/values/days";
import { type HistoryQuery, isNoAccount, type NoAccount } from "./query";

export type StoredChange = Row<"changes">;

/** How many changes a record's own page shows. */
const RECORD_CHANGES = 20;

/** One page of the history, newest first. */
export async function findHistoryPage(
  query: HistoryQuery,
  timeZone: string,
): Promise<StaffPage<StoredChange>> {
  const conditions = toConditions(query, timeZone);
  const [total, all] = [await countChanges(conditions), await countChanges([])];
  const { page, pages } = pageWithin(query.page, total, STAFF_ROWS_PER_PAGE);
  const entries = await db
    .selectFrom("changes")
    .selectAll()
    .where(
      "id",
      "in",
      // The ids come only from the index; sorting whole rows would read every change of two years.
      db
        .selectFrom("changes")
        .select("id")
        .where(allOf(conditions))
        .orderBy("at", "desc")
        .orderBy("id", "desc")
        .limit(STAFF_ROWS_PER_PAGE)
        .offset((page - 1) * STAFF_ROWS_PER_PAGE),
    )
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .execute();
  return { entries, total, all, page, pages };
}

/** The last changes of one record, newest first, and whether there are more. */
export async function findRecordChanges(
  kind: RecordKind,
  id: string,
): Promise<{ changes: StoredChange[]; hasMore: boolean }> {
  const rows = await db
    .selectFrom("changes")
    .selectAll()
    .where("recordKind", "=", kind)
    .where("recordId", "=", id)
    .orderBy("id", "desc")
    .limit(RECORD_CHANGES + 1)
    .execute();
  return { changes: rows.slice(0, RECORD_CHANGES), hasMore: rows.length > RECORD_CHANGES };
}

/** The accounts there are, and those that the history knows to have been, by name. */
export async function listAccountNames(): Promise<Map<string, string>> {
  const [removed, stored] = await Promise.all([
    db
      .selectFrom("changes")
      .select(["recordId as id", "recordName as username"])
      // As in the index's own condition (migrations/2026-12-02-history.ts).
      .where(sql<boolean>`"recordKind" = 'account'`)
      .distinct()
      .execute(),
    db.selectFrom("administrators").select(["id", "username"]).execute(),
  ]);
  const accounts = [...removed, ...stored].sort((one, other) => one.username.localeCompare(other.username));
  return new Map(accounts.map(({ id, username }) => [id, username]));
}

function countChanges(conditions: readonly Condition[]): Promise<number> {
  return countOnce(
    db
      .selectFrom("changes")
      .where(allOf(conditions))
      .select((eb) => eb.fn.countAll<number>().as("count")),
  );
}

const countOnce = cachedCount();

function toConditions(query: HistoryQuery, timeZone: string): Condition[] {
  const { q, kind, action, source, who, from, to, record } = query;
  return [
    ...compareColumn("recordKind", "=", kind),
    ...compareColumn("action", "=", action),
    ...compareColumn("source", "=", source),
    ...compareColumn("recordId", "=", record),
    ...madeBy(who),
    ...compareColumn("at", ">=", from && startOfDay(timeZone, from).toISOString()),
    // Before the next day begins.
    ...compareColumn("at", "<=", to && new Date(endOfDay(timeZone, to)).toISOString()),
    ...(q === undefined ? [] : searchTextHas(q)),
  ];
}

const SOURCES_WITHOUT_ACCOUNT: Record<NoAccount, readonly ChangeSource[]> = {
  customer: ["page", "api"],
  command: ["command", "import"],
  site: ["job"],
};

function madeBy(who: string | undefined): Condition[] {
  if (!isNoAccount(who)) return compareColumn("accountId", "=", who);
  const sources = SOURCES_WITHOUT_ACCOUNT[who];
  return [
    sql<boolean>`${sql.ref("accountId")} is null`,
    sql<boolean>`${sql.ref("source")} in (${sql.join(sources)})`,
  ];
}

function endOfDay(timeZone: string, isoDay: string): number {
  return startOfDay(timeZone, daysAfter(isoDay, 1)).getTime() - 1;
}
