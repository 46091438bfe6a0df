import { isValidId } from "~/values/id";
import { getChoiceParam, getPageParam, getParam, getTextParam, keysOf } from "~/values/query-params";
import { safeReturnPath } from "~/values/return-path";

/*
 * What the staff lists share: the URL of a page of one. A list is described by a `StaffListDefinition`; its loader parses
 * the URL with `readStaffQuery`, its query returns a `StaffPage`, and staff/lists/staff-list.tsx renders it:
 *
 *   const query = readStaffQuery(new URL(request.url).searchParams, REPAIR_REQUESTS.list);
 */

/** The number of rows on one page. */
export const STAFF_ROWS_PER_PAGE = 25;

/** The parameter with the ids of the expanded rows: `?open=id1,id2`. */
const OPEN_PARAMETER = "open";

/** The parameter with the URL of the list that a page was opened from, including its filters, page and open rows. */
export const FROM_PARAMETER = "from";

/** One of the staff lists. */
export interface StaffListDefinition<Status extends string = string, Sort extends string = string> {
  /** Its path: `/admin/retail-vehicles`. */
  path: string;
  /** Its name in addresses, if that is not the end of its path: `dismantled-vehicles` of the dashboard's own list. */
  name?: string;
  /** Its heading. */
  title: string;
  /** Singular and plural: `["vehicle", "vehicles"]`. */
  nouns: readonly [one: string, several: string];
  /** What else counts without a status, beyond what the heading suggests: `sold ones too`. */
  countsToo?: string;
  /** The label of the search box: `Search by VIN or make`. */
  searchLabel: string;
  /** The text for a list without any records. */
  emptyText: string;
  /** Status labels, in the order of the filter's options. */
  statuses: Record<Status, string>;
  /** Sort order labels; the first is the default, which is left out of the URL. */
  sorts: Record<Sort, string>;
  /** The list's own filters, by URL parameter. */
  filters?: Record<string, StaffFilter>;
  /** What can be changed in several rows at once, besides their status. */
  bulk?: readonly BulkChange[];
  /** Nothing is done to several rows at once. */
  hasNoBulk?: boolean;
  /** What such a change means for other records. */
  bulkNote?: string;
}

/** A filter that only some lists have. */
export interface StaffFilter {
  label: string;
  /** The label of its empty option, which filters nothing. */
  any: string;
  /** The labels of the others, by value. */
  choices: Record<string, string>;
  /** A filter by what is typed has no choices; `any` is then its placeholder. A day is `2026-12-20`. */
  input?: "text" | "year" | "day";
}

export type BulkChange = "location" | "price" | "sell" | "close" | "assign" | "spam";

/** The parsed query of a list's URL. */
export interface StaffQuery<Status extends string = string, Sort extends string = string> {
  /** Search text. */
  q?: string | undefined;
  status?: Status | undefined;
  /** The values of the list's own filters; undefined if none is set. */
  filters?: Readonly<Record<string, string>> | undefined;
  sort: Sort;
  /** Only what has changed at this moment or later, as the API asks: `2026-03-02T15:04:00.000Z`. */
  updatedSince?: string | undefined;
  /** From 1; a page past the end means the last one. */
  page: number;
  /** The ids of the expanded rows. */
  open: readonly string[];
}

/** One page of a list. */
export interface StaffPage<Entry> {
  entries: Entry[];
  /** How many records match the filters. */
  total: number;
  /** How many records there are without filters. */
  all: number;
  page: number;
  pages: number;
}

/** Parses the query of a list's URL; invalid values are ignored. */
export function readStaffQuery<Status extends string, Sort extends string>(
  params: URLSearchParams,
  {
    statuses,
    sorts,
    filters,
  }: Pick<StaffListDefinition<Status, Sort>, "statuses" | "sorts"> & Pick<StaffListDefinition, "filters">,
): StaffQuery<Status, Sort> {
  return {
    q: getTextParam(params, "q"),
    status: getChoiceParam(params, "status", keysOf(statuses)),
    filters: readFilters(params, filters),
    sort: getChoiceParam(params, "sort", keysOf(sorts)) ?? defaultSort(sorts),
    page: getPageParam(params),
    open: readOpenRows(params),
  };
}

/** The shortest URL for a query: `/admin?status=Scrapped&open=01J…`. */
export function staffListUrl(
  { path, sorts }: Pick<StaffListDefinition, "path" | "sorts">,
  { q, status, filters = {}, sort, page = 1, open = [] }: Partial<StaffQuery>,
): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (status) params.set("status", status);
  for (const [name, value] of Object.entries(filters)) params.set(name, value);
  if (sort && sort !== defaultSort(sorts)) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  const parts = [params.toString(), open.length > 0 ? `${OPEN_PARAMETER}=${open.join(",")}` : ""].filter(
    Boolean,
  );
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

/** The name of a list in the address of its exports: `retail-vehicles`. */
export function exportName({ name, path }: Pick<StaffListDefinition, "name" | "path">): string {
  return name ?? path.split("/")[2] ?? "";
}

/** The URL of a list as a file, with the list's search, filters and order: `/admin/export/retail-vehicles.csv?status=sold`. */
export function exportUrl(
  kind: Pick<StaffListDefinition, "name" | "path" | "sorts">,
  query: Partial<StaffQuery>,
  format: "csv" | "json",
): string {
  const path = `/admin/export/${exportName(kind)}.${format}`;
  return staffListUrl({ ...kind, path }, { ...query, page: 1, open: [] });
}

/** The URL of a list's bulk actions, which keeps its search, filters, order and page. */
export function bulkUrl(
  kind: Pick<StaffListDefinition, "name" | "path" | "sorts">,
  query: Partial<StaffQuery>,
): string {
  return staffListUrl({ ...kind, path: `/admin/bulk/${exportName(kind)}` }, { ...query, open: [] });
}

/** The open rows after toggling this one; at the limit, the row that was opened first closes. */
export function toggleOpenRow(open: readonly string[], id: string): string[] {
  const others = open.filter((one) => one !== id);
  return others.length < open.length ? others : [...others, id].slice(-STAFF_ROWS_PER_PAGE);
}

/** The URL of a page that links back to the list in its current state: `/admin/…/edit?from=%2Fadmin%3Fpage%3D2`. */
export function withListUrl(to: string, listUrl: string): string {
  // Pages link back to the plain list by default.
  return listUrl.includes("?") ? `${to}?${new URLSearchParams({ [FROM_PARAMETER]: listUrl })}` : to;
}

/**
 * The URL of the list that a page was opened from, with its state, from the page's `from` parameter; otherwise `fallback`.
 * @param fallback the list's own path; a `from` with any other path is ignored
 */
export function listUrlFrom(params: URLSearchParams, fallback: string): string {
  const url = safeReturnPath(getParam(params, FROM_PARAMETER));
  return url === fallback || url.startsWith(`${fallback}?`) ? url : fallback;
}

/** True if the query has a search or a filter. */
export function isFiltered({ q, status, filters }: Pick<StaffQuery, "q" | "status" | "filters">): boolean {
  return q !== undefined || status !== undefined || filters !== undefined;
}

function readFilters(
  params: URLSearchParams,
  filters: StaffListDefinition["filters"] = {},
): StaffQuery["filters"] {
  const set = Object.entries(filters).flatMap(([name, { choices, input }]) => {
    const value = input ? readTyped(params, name, input) : getChoiceParam(params, name, keysOf(choices));
    return value === undefined ? [] : [[name, value]];
  });
  return set.length > 0 ? Object.fromEntries(set) : undefined;
}

function readTyped(
  params: URLSearchParams,
  name: string,
  input: NonNullable<StaffFilter["input"]>,
): string | undefined {
  const typed = getTextParam(params, name);
  return FORMS[input].test(typed ?? "") ? typed : undefined;
}

/** What is typed in a filter looks like this, or it filters nothing. */
const FORMS = { text: /./, year: /^\d{4}$/, day: /^\d{4}-\d\d-\d\d$/ };

function readOpenRows(params: URLSearchParams): string[] {
  const ids = getParam(params, OPEN_PARAMETER).split(",").filter(isValidId);
  return [...new Set(ids)].slice(0, STAFF_ROWS_PER_PAGE);
}

function defaultSort<Sort extends string>(sorts: Record<Sort, string>): Sort {
  const [first] = keysOf(sorts);
  if (first === undefined) throw new Error("A list needs at least one sort order.");
  return first;
}
