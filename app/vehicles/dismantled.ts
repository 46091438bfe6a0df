import type { StaffListDefinition } from "~/lists/staff";
import { keysOf } from "~/values/query-params";
import { type InventoryDescription, sortLabels, staffVehicleName } from "./inventory";

/*
 * A dismantled vehicle's enumerations with their labels, and its staff list. Its fields are in
 * dismantled-schema.ts, because public pages load this file and must not load zod.
 */

export const DISMANTLED_STATUS_LABELS = {
  "Awaiting Dismantle": "Awaiting Dismantle",
  "Parts Available": "Parts Available",
  Scrapped: "Scrapped",
} as const;
export const DISMANTLED_STATUSES = keysOf(DISMANTLED_STATUS_LABELS);
export type DismantledStatus = keyof typeof DISMANTLED_STATUS_LABELS;

/** The statuses that the public sees: all but scrapped. */
export const PUBLIC_DISMANTLED_STATUSES: readonly DismantledStatus[] = [
  "Awaiting Dismantle",
  "Parts Available",
];

export const DISMANTLED_STATUS_TONES = {
  "Awaiting Dismantle": "yellow",
  "Parts Available": "green",
  Scrapped: "red",
} as const satisfies Record<DismantledStatus, string>;

export const DISMANTLED_TRANSMISSION_LABELS = {
  Automatic: "Automatic",
  Manual: "Manual",
  CVT: "CVT",
  "Dual Clutch": "Dual Clutch",
  "Single Clutch Automatic": "Single Clutch Automatic",
} as const;
export const DISMANTLED_TRANSMISSIONS = keysOf(DISMANTLED_TRANSMISSION_LABELS);

export const DISMANTLED_DRIVE_TYPE_LABELS = {
  FWD: "Front Wheel Drive (FWD)",
  RWD: "Rear Wheel Drive (RWD)",
  AWD: "All Wheel Drive (AWD)",
  "4WD": "Four Wheel Drive (4WD)",
  "4x4": "4x4",
} as const;
export const DISMANTLED_DRIVE_TYPES = keysOf(DISMANTLED_DRIVE_TYPE_LABELS);

/** What became of a vehicle, in the words of the NMVTIS report (28 CFR 25.56). */
export const DISPOSITION_LABELS = {
  Crushed: "Crushed",
  Scrapped: "Scrapped",
  Sold: "Sold",
  Other: "Other purposes",
} as const;
export const DISPOSITIONS = keysOf(DISPOSITION_LABELS);
export type Disposition = keyof typeof DISPOSITION_LABELS;

/** Whether a vehicle is scrapped, or its NMVTIS fields say that it has left. */
export function hasLeft(vehicle: {
  status: string;
  disposition?: string | null | undefined;
  dispositionDate?: string | null | undefined;
  disposedTo?: string | null | undefined;
}): boolean {
  const { status, disposition, dispositionDate, disposedTo } = vehicle;
  return status === "Scrapped" || Boolean(disposition ?? dispositionDate ?? disposedTo);
}

/** The staff list of dismantled vehicles, scrapped ones included. */
export const DISMANTLED_LIST = {
  path: "/admin",
  title: "Dismantled Vehicle Inventory",
  nouns: ["vehicle", "vehicles"],
  searchLabel: "Search by stock #, VIN, make or model",
  emptyText: "No dismantled vehicles found. Add one to get started.",
  statuses: DISMANTLED_STATUS_LABELS,
  sorts: sortLabels("newest", "oldest", "stock-number", "year-new", "year-old", "make"),
  bulkNote:
    "Parts that were taken in from a vehicle stay for sale when it's scrapped or deleted, and keep what is known of it.",
} satisfies StaffListDefinition;

export const DISMANTLED = {
  kind: "dismantled",
  recordKind: "dismantledVehicle",
  table: "dismantledVehicles",
  path: "/admin/dismantled-vehicles",
  list: DISMANTLED_LIST,
  noun: "Vehicle",
  nameOf: staffVehicleName,
  deleteQuestion: "Are you sure you want to delete this vehicle?",
} as const satisfies InventoryDescription;
