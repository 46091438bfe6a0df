import { keysOf } from "~/values/query-params";

/*
 * A retail vehicle's enumerations with their labels. Public pages load this file, and not the definition in
 * retail-vehicles.ts.
 */

export const RETAIL_STATUS_LABELS = {
  available: "Available",
  pending: "Sale Pending",
  sold: "Sold",
} as const;
export const RETAIL_STATUSES = keysOf(RETAIL_STATUS_LABELS);
export type RetailStatus = keyof typeof RETAIL_STATUS_LABELS;

/** The statuses in the public list: all but sold. */
export const PUBLIC_RETAIL_STATUSES: readonly RetailStatus[] = ["available", "pending"];

/** What the public must be told about a vehicle; without it only staff see the vehicle. */
export const PUBLIC_RETAIL_FIELDS = ["year", "make", "model"] as const;
export const NOT_SHOWN = "Not shown: needs year, make and model";

/** Badge colors. */
export const RETAIL_STATUS_TONES = {
  available: "green",
  pending: "yellow",
  sold: "red",
} as const satisfies Record<RetailStatus, string>;

export const RETAIL_TRANSMISSION_LABELS = {
  automatic: "Automatic",
  manual: "Manual",
  cvt: "CVT",
  "automated-manual": "Automated Manual",
} as const;
export const RETAIL_TRANSMISSIONS = keysOf(RETAIL_TRANSMISSION_LABELS);

export const FUEL_TYPE_LABELS = {
  gasoline: "Gasoline",
  diesel: "Diesel",
  electric: "Electric",
  hybrid: "Hybrid",
  "plugin-hybrid": "Plug-in Hybrid",
} as const;
export const FUEL_TYPES = keysOf(FUEL_TYPE_LABELS);

export const RETAIL_DRIVE_TYPE_LABELS = {
  fwd: "Front Wheel Drive (FWD)",
  rwd: "Rear Wheel Drive (RWD)",
  awd: "All Wheel Drive (AWD)",
  "4wd": "Four Wheel Drive (4WD)",
} as const;
export const RETAIL_DRIVE_TYPES = keysOf(RETAIL_DRIVE_TYPE_LABELS);

export const CONDITION_LABELS = {
  excellent: "Excellent",
  "very-good": "Very Good",
  good: "Good",
  fair: "Fair",
} as const;
export const CONDITIONS = keysOf(CONDITION_LABELS);

/** The highest price, in dollars; anything more is a typo. */
export const PRICE_MAX = 5_000_000;
/** The most features of one vehicle. */
export const MAX_FEATURES = 100;
