import type { DismantledVehicleFields } from "./dismantled-vehicle-schema";

/** Enumerations of the specification's section 3; the first status is the default. */
export const DISMANTLED_STATUSES = ["Awaiting Dismantle", "Parts Available", "Scrapped"] as const;
export type DismantledStatus = (typeof DISMANTLED_STATUSES)[number];

/** What the public sees: everything that is not scrapped (decisions, section 3). */
export const PUBLIC_DISMANTLED_STATUSES = ["Awaiting Dismantle", "Parts Available"] as const;

/** Badge colours (specification, section 4): green, yellow, else red. */
export const DISMANTLED_STATUS_TONES: Record<DismantledStatus, "green" | "yellow" | "red"> = {
  "Parts Available": "green",
  "Awaiting Dismantle": "yellow",
  Scrapped: "red",
};

export const DISMANTLED_TRANSMISSIONS = [
  "Automatic",
  "Manual",
  "CVT",
  "Dual Clutch",
  "Single Clutch Automatic",
] as const;

export const DISMANTLED_DRIVE_TYPE_LABELS = {
  FWD: "Front Wheel Drive (FWD)",
  RWD: "Rear Wheel Drive (RWD)",
  AWD: "All Wheel Drive (AWD)",
  "4WD": "Four Wheel Drive (4WD)",
  "4x4": "4x4",
} as const;
export const DISMANTLED_DRIVE_TYPES = ["FWD", "RWD", "AWD", "4WD", "4x4"] as const;

/** A dismantled vehicle as the API gives it to staff. */
export type DismantledVehicle = DismantledVehicleFields & { _id: string; createdAt: string };

/** As the public gets it: staff's own notes never leave. */
export type PublicDismantledVehicle = Omit<DismantledVehicle, "notes">;
