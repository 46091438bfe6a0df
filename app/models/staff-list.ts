import { choiceIn, keysOf, lineIn, pageIn, valueIn } from "./address-words";
import { isIdShaped } from "./id";
import { returnAddress } from "./return-address";

/*
 * What staff's four lists have in common: how an address asks for a page of one. A list describes itself as a
 * `StaffListKind`; its loader reads the address with `readStaffQuery`, its queries answer with a `StaffPage`
 * (staff-list.server.ts), and ui/staff-list.tsx shows it:
 *
 *   export const REPAIR_REQUEST_LIST = { path: "/admin/repair-requests", … } satisfies StaffListKind<…, …>;
 *   const query = readStaffQuery(new URL(request.url).searchParams, REPAIR_REQUEST_LIST);
 */

/** Rows on one page of a list. */
export const STAFF_ROWS_PER_PAGE = 25;

/** Where the rows of a page that stand open are named: `?open=id1,id2`. */
const OPEN_PARAMETER = "open";

/** Where a row's links name the list they came from, as it was: its filters, page and open rows. */
const FROM_PARAMETER = "from";

/** One of staff's lists. */
export interface StaffListKind<Status extends string = string, Sort extends string = string> {
  /** Its address: `/admin/retail-vehicles`. */
  path: string;
  /** Its heading. */
  title: string;
  /** What it counts: `["vehicle", "vehicles"]`. */
  nouns: readonly [one: string, several: string];
  /** What its search looks into: `Search by VIN or make`. */
  searchLabel: string;
  /** Where there are none at all. */
  emptyText: string;
  /** Each status with its label, in the order of the filter's choices. */
  statuses: Record<Status, string>;
  /** Each order with its label; the first is the one without a word in the address. */
  sorts: Record<Sort, string>;
}

/** What an address of a list asks for. */
export interface StaffQuery<Status extends string = string, Sort extends string = string> {
  /** Words to look for. */
  q?: string | undefined;
  status?: Status | undefined;
  sort: Sort;
  /** From 1; one past the end asks for the last. */
  page: number;
  /** The ids of the rows that stand open. */
  open: readonly string[];
}

/** One page of a list. */
export interface StaffPage<Entry> {
  entries: Entry[];
  /** How many match the filters. */
  total: number;
  /** How many there are in all. */
  all: number;
  page: number;
  pages: number;
}

/** What an address asks for; what cannot be read in it is left out. */
export function readStaffQuery<Status extends string, Sort extends string>(
  params: URLSearchParams,
  { statuses, sorts }: Pick<StaffListKind<Status, Sort>, "statuses" | "sorts">,
): StaffQuery<Status, Sort> {
  return {
    q: lineIn(params, "q"),
    status: choiceIn(params, "status", keysOf(statuses)),
    sort: choiceIn(params, "sort", keysOf(sorts)) ?? defaultSort(sorts),
    page: pageIn(params),
    open: openRowsIn(params),
  };
}

/** The shortest address of a list that asks for the same: `/admin?status=Scrapped&open=01J…`. */
export function staffListAddress(
  { path, sorts }: Pick<StaffListKind, "path" | "sorts">,
  { q, status, sort, page = 1, open = [] }: Partial<StaffQuery>,
): string {
  const params = new URLSearchParams();
  if (q) params.set("q", q);
  if (status) params.set("status", status);
  if (sort && sort !== defaultSort(sorts)) params.set("sort", sort);
  if (page > 1) params.set("page", String(page));
  const parts = [params.toString(), open.length > 0 ? `${OPEN_PARAMETER}=${open.join(",")}` : ""].filter(
    Boolean,
  );
  return parts.length > 0 ? `${path}?${parts.join("&")}` : path;
}

/** The rows that stand open once this one was opened or closed; the one that was opened first closes at the limit. */
export function toggled(open: readonly string[], id: string): string[] {
  const others = open.filter((one) => one !== id);
  return others.length < open.length ? others : [...others, id].slice(-STAFF_ROWS_PER_PAGE);
}

/** The address of a page that leads back to the list as it is: `/admin/…/edit?from=%2Fadmin%3Fpage%3D2`. */
export function withListAddress(to: string, listAddress: string): string {
  // Without filters it is where that page leads to by itself.
  return listAddress.includes("?") ? `${to}?${new URLSearchParams({ [FROM_PARAMETER]: listAddress })}` : to;
}

/**
 * The list that a page was opened from, as it was, by the `from` in the page's address; else the plain list.
 * @param fallback the list's own path: another place, on this site or elsewhere, is not taken
 */
export function listAddressFrom(params: URLSearchParams, fallback: string): string {
  const address = returnAddress(valueIn(params, FROM_PARAMETER));
  return address === fallback || address.startsWith(`${fallback}?`) ? address : fallback;
}

/** True where the address narrows the list down. */
export function isFiltered({ q, status }: Pick<StaffQuery, "q" | "status">): boolean {
  return q !== undefined || status !== undefined;
}

function openRowsIn(params: URLSearchParams): string[] {
  const ids = valueIn(params, OPEN_PARAMETER).split(",").filter(isIdShaped);
  return [...new Set(ids)].slice(0, STAFF_ROWS_PER_PAGE);
}

function defaultSort<Sort extends string>(sorts: Record<Sort, string>): Sort {
  const [first] = keysOf(sorts);
  if (first === undefined) throw new Error("A list needs an order.");
  return first;
}
