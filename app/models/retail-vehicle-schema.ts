import { z } from "zod";
import {
  CONDITIONS,
  FUEL_TYPES,
  MAX_FEATURES,
  PRICE_MAX,
  RETAIL_DRIVE_TYPES,
  RETAIL_STATUSES,
  RETAIL_TRANSMISSIONS,
} from "./retail-vehicle";
import { optionalLine, optionalMessage } from "./text";
import { daySchema, mileageSchema, orLeftOut, vehicleFields, yearSchema } from "./vehicle-schema";

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
