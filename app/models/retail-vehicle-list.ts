import { RETAIL_STATUS_LABELS, type RetailStatus } from "./retail-vehicle";
import type { StaffListKind, StaffQuery } from "./staff-list";

const SORTS = {
  newest: "Newest first",
  oldest: "Oldest first",
  "stock-number": "Stock number",
  "year-new": "Year: new to old",
  "year-old": "Year: old to new",
  make: "Make: A to Z",
  "price-low": "Price: low to high",
  "price-high": "Price: high to low",
  "mileage-low": "Mileage: low to high",
} as const;

/** Staff's list of vehicles for sale, sold ones included. */
export const RETAIL_LIST = {
  path: "/admin/retail-vehicles",
  title: "Retail Vehicles",
  nouns: ["vehicle", "vehicles"],
  searchLabel: "Search by stock #, VIN, make or model",
  emptyText: "No retail vehicles found. Add one to get started.",
  statuses: RETAIL_STATUS_LABELS,
  sorts: SORTS,
} satisfies StaffListKind<RetailStatus, keyof typeof SORTS>;

export type RetailListQuery = StaffQuery<RetailStatus, keyof typeof SORTS>;
