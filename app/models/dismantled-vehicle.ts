import { z } from "zod";
import { requiredLine } from "./text";
import { daySchema, mileageSchema, orLeftOut, vehicleFields, yearSchema } from "./vehicle";

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

/** The editable fields, as a form or an API body gives them. */
export const dismantledVehicleSchema = z.object({
  ...vehicleFields,
  year: yearSchema(),
  make: requiredLine("Make is required"),
  model: requiredLine("Model is required"),
  mileage: mileageSchema(),
  dateAcquired: daySchema,
  status: z.enum(DISMANTLED_STATUSES, "Please select a status").default("Awaiting Dismantle"),
  transmission: orLeftOut(z.enum(DISMANTLED_TRANSMISSIONS, "Please select a transmission")),
  driveType: orLeftOut(z.enum(DISMANTLED_DRIVE_TYPES, "Please select a drive type")),
});

export type DismantledVehicleFields = z.output<typeof dismantledVehicleSchema>;

/** A dismantled vehicle as the API gives it to staff. */
export type DismantledVehicle = DismantledVehicleFields & { _id: string; createdAt: string };

/** As the public gets it: staff's own notes never leave. */
export type PublicDismantledVehicle = Omit<DismantledVehicle, "notes">;
