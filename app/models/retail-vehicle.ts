import { z } from "zod";
import { optionalLine, optionalMessage } from "./text";
import { daySchema, mileageSchema, orLeftOut, vehicleFields, yearSchema } from "./vehicle";

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

const priceSentence = "Please enter a valid price";
const priceSchema = z
  .union([z.number(), z.string().transform((text) => Number(text.replace(/[$,\s]/g, "") || Number.NaN))], {
    error: priceSentence,
  })
  .pipe(z.number({ error: priceSentence }).min(0, priceSentence).max(PRICE_MAX, priceSentence))
  // Kept in whole cents, so that is as exact as a price gets.
  .transform((price) => Math.round(price * 100) / 100);

/** Sent as an array; typed one to a line (decisions, section 3). */
const featuresSchema = z.preprocess(
  (value) => (typeof value === "string" ? value.split("\n") : (value ?? [])),
  z
    .array(optionalLine(), "Please enter one feature per line")
    .max(MAX_FEATURES, `Please enter at most ${MAX_FEATURES} features`)
    .transform((features) => features.filter((feature) => feature !== undefined)),
);

/** The editable fields, as a form or an API body gives them. Stock number and VIN alone are required. */
export const retailVehicleSchema = z.object({
  ...vehicleFields,
  year: orLeftOut(yearSchema()),
  make: optionalLine(),
  model: optionalLine(),
  mileage: orLeftOut(mileageSchema()),
  price: orLeftOut(priceSchema),
  transmission: orLeftOut(z.enum(RETAIL_TRANSMISSIONS, "Please select a transmission")),
  driveType: orLeftOut(z.enum(RETAIL_DRIVE_TYPES, "Please select a drive type")),
  fuelType: orLeftOut(z.enum(FUEL_TYPES, "Please select a fuel type")),
  condition: orLeftOut(z.enum(CONDITIONS, "Please select a condition")),
  status: z.enum(RETAIL_STATUSES, "Please select a status").default("available"),
  features: featuresSchema,
  description: optionalMessage(),
  dateAcquired: orLeftOut(daySchema),
});

export type RetailVehicleFields = z.output<typeof retailVehicleSchema>;

/** A retail vehicle as the API gives it to staff. The day acquired is filled in where it was left out. */
export type RetailVehicle = RetailVehicleFields & { _id: string; createdAt: string; dateAcquired: string };

/** As the public gets it: staff's own notes never leave. */
export type PublicRetailVehicle = Omit<RetailVehicle, "notes">;
