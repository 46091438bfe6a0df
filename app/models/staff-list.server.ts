import { type Counted, type ListWindow, MAX_LIMIT } from "./list-window";
import { STAFF_ROWS_PER_PAGE, type StaffPage, type StaffQuery } from "./staff-list";
import { pageWithin } from "./vehicle.server";

/** What a list asks of its table under one query. */
export interface StaffAsk<Entry> {
  /** How many records match these filters; without filters, how many there are. */
  count: (filters: Pick<StaffQuery, "q" | "status">) => Promise<number>;
  /** The records that match, in order, `limit` of them after the first `offset`. */
  rows: (slice: { limit: number; offset: number }) => Promise<Entry[]>;
}

/** One page of a staff's list. */
export async function findStaffPage<Entry>(
  query: StaffQuery,
  ask: StaffAsk<Entry>,
): Promise<StaffPage<Entry>> {
  const { q, status } = query;
  const [total, all] = await Promise.all([ask.count({ q, status }), ask.count({})]);
  const { page, pages } = pageWithin(query.page, total, STAFF_ROWS_PER_PAGE);
  const entries = await ask.rows({ limit: STAFF_ROWS_PER_PAGE, offset: (page - 1) * STAFF_ROWS_PER_PAGE });
  return { entries, total, all, page, pages };
}

/** The part of a list that a call to the API asks for, or all of it. */
export async function findStaffWindow<Entry>(
  { q, status }: Pick<StaffQuery, "q" | "status">,
  { limit, offset = 0 }: ListWindow,
  ask: StaffAsk<Entry>,
): Promise<Counted<Entry>> {
  const total = await ask.count({ q, status });
  const end = Math.min(total, offset + (limit ?? total));
  const records: Entry[] = [];
  // Piece by piece: there are only so many ids that one query can name.
  for (let at = offset; at < end; at += MAX_LIMIT) {
    records.push(...(await ask.rows({ limit: Math.min(MAX_LIMIT, end - at), offset: at })));
  }
  return { records, total };
}

/** The rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(ids: readonly string[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}
