import type { RetailVehicleFields } from "./retail-vehicle-schema";

/** Enumerations of the specification's section 3, with the labels a visitor reads; the first status is the default. */
export const RETAIL_STATUSES = ["available", "pending", "sold"] as const;
export type RetailStatus = (typeof RETAIL_STATUSES)[number];
export const RETAIL_STATUS_LABELS: Record<RetailStatus, string> = {
  available: "Available",
  pending: "Sale Pending",
  sold: "Sold",
};
export const RETAIL_STATUS_TONES: Record<RetailStatus, "green" | "yellow" | "red"> = {
  available: "green",
  pending: "yellow",
  sold: "red",
};

/** What the public list shows: everything that is not sold (decisions, section 3). */
export const PUBLIC_RETAIL_STATUSES = ["available", "pending"] as const;

export const RETAIL_TRANSMISSIONS = ["automatic", "manual", "cvt", "automated-manual"] as const;
export const RETAIL_TRANSMISSION_LABELS: Record<(typeof RETAIL_TRANSMISSIONS)[number], string> = {
  automatic: "Automatic",
  manual: "Manual",
  cvt: "CVT",
  "automated-manual": "Automated Manual",
};

export const FUEL_TYPES = ["gasoline", "diesel", "electric", "hybrid", "plugin-hybrid"] as const;
export const FUEL_TYPE_LABELS: Record<(typeof FUEL_TYPES)[number], string> = {
  gasoline: "Gasoline",
  diesel: "Diesel",
  electric: "Electric",
  hybrid: "Hybrid",
  "plugin-hybrid": "Plug-in Hybrid",
};

export const RETAIL_DRIVE_TYPES = ["fwd", "rwd", "awd", "4wd"] as const;
export const RETAIL_DRIVE_TYPE_LABELS: Record<(typeof RETAIL_DRIVE_TYPES)[number], string> = {
  fwd: "Front Wheel Drive (FWD)",
  rwd: "Rear Wheel Drive (RWD)",
  awd: "All Wheel Drive (AWD)",
  "4wd": "Four Wheel Drive (4WD)",
};

export const CONDITIONS = ["excellent", "very-good", "good", "fair"] as const;
export const CONDITION_LABELS: Record<(typeof CONDITIONS)[number], string> = {
  excellent: "Excellent",
  "very-good": "Very Good",
  good: "Good",
  fair: "Fair",
};

/** The dearest car that this lot could sell, in dollars: a wall against slipped fingers. */
export const PRICE_MAX = 5_000_000;
export const MAX_FEATURES = 100;

/** A retail vehicle as the API gives it to staff. The day acquired is filled in where it was left out. */
export type RetailVehicle = RetailVehicleFields & { _id: string; createdAt: string; dateAcquired: string };

/** As the public gets it: staff's own notes never leave. */
export type PublicRetailVehicle = Omit<RetailVehicle, "notes">;
