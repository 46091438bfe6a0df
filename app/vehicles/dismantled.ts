import { keysOf } from "~/values/query-params";

/*
 * A dismantled vehicle's enumerations with their labels. Public pages load this file, and not the definition in
 * dismantled-vehicles.ts.
 */

export const DISMANTLED_STATUS_LABELS = {
  "Awaiting Dismantle": "Awaiting Dismantle",
  "Parts Available": "Parts Available",
  Scrapped: "Scrapped",
} as const;
export type DismantledStatus = keyof typeof DISMANTLED_STATUS_LABELS;

/** The statuses that the public sees: all but scrapped. */
export const PUBLIC_DISMANTLED_STATUSES: readonly DismantledStatus[] = [
  "Awaiting Dismantle",
  "Parts Available",
];

/** Badge colors. */
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

/** What happened to a vehicle, in the words of the NMVTIS report (28 CFR 25.56). */
export const DISPOSITION_LABELS = {
  Crushed: "Crushed",
  Scrapped: "Scrapped",
  Sold: "Sold",
  Other: "Other purposes",
} as const;
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
