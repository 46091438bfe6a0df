import { DISMANTLED_STATUSES, type DismantledStatus } from "./dismantled-vehicle";
import type { StaffListKind, StaffQuery } from "./staff-list";

const SORTS = {
  newest: "Newest first",
  oldest: "Oldest first",
  "stock-number": "Stock number",
  "year-new": "Year: new to old",
  "year-old": "Year: old to new",
  make: "Make: A to Z",
} as const;

/** Staff's list of dismantled vehicles, scrapped ones included. */
export const DISMANTLED_LIST = {
  path: "/admin",
  title: "Dismantled Vehicle Inventory",
  nouns: ["vehicle", "vehicles"],
  searchLabel: "Search by stock #, VIN, make or model",
  emptyText: "No dismantled vehicles found. Add one to get started.",
  statuses: Object.fromEntries(DISMANTLED_STATUSES.map((status) => [status, status])) as Record<
    DismantledStatus,
    string
  >,
  sorts: SORTS,
} satisfies StaffListKind<DismantledStatus, keyof typeof SORTS>;

export type DismantledListQuery = StaffQuery<DismantledStatus, keyof typeof SORTS>;
