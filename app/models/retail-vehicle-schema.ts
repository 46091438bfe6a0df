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
import { MAX_LINE_LENGTH, tidyLine } from "./tidy";
import type { IsoDay } from "./typed-date";
import {
  daySchema,
  mileageSchema,
  orLeftOut,
  typedDaySchema,
  vehicleFields,
  yearSchema,
} from "./vehicle-schema";

const PRICE_SENTENCE = "Please enter a valid price";
const FEATURES_SENTENCE = "Please enter one feature per line";

/** Dollars, commas taken out; typed, at most two decimals, so that `12.995` is a question and not 13 dollars. */
const priceSchema = z
  .union([z.number(), z.string().transform(dollarsOf)], PRICE_SENTENCE)
  .pipe(z.number(PRICE_SENTENCE).min(0, PRICE_SENTENCE).max(PRICE_MAX, PRICE_SENTENCE))
  // Kept in whole cents, so that is as exact as a price gets.
  .transform((price) => Math.round(price * 100) / 100)
  .pipe(z.number());

/** Sent as an array; typed one to a line (decisions, section 3). What is wrong with a line is said of the field. */
const featuresSchema = z
  .preprocess(
    (value) => (typeof value === "string" ? value.split("\n") : (value ?? [])),
    z
      .array(z.string(FEATURES_SENTENCE).transform(tidyLine), FEATURES_SENTENCE)
      .transform((features) => features.filter(Boolean))
      .pipe(
        z
          .array(z.string())
          .max(MAX_FEATURES, `Please enter at most ${MAX_FEATURES} features`)
          .refine(
            (features) => features.every((feature) => feature.length <= MAX_LINE_LENGTH),
            `Please use at most ${MAX_LINE_LENGTH} characters for each feature`,
          ),
      ),
  )
  .prefault([]);

/** The editable fields, as an API body gives them. Stock number and VIN alone are required. */
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
  status: orLeftOut(z.enum(RETAIL_STATUSES, "Please select a status"))
    .transform((status) => status ?? RETAIL_STATUSES[0])
    .pipe(z.enum(RETAIL_STATUSES)),
  features: featuresSchema,
  description: optionalMessage(),
  dateAcquired: orLeftOut(daySchema),
});

export type RetailVehicleFields = z.output<typeof retailVehicleSchema>;

/** The same as a form gives them: its date is typed (specification, section 5). */
export function retailFormSchema(today: IsoDay) {
  return retailVehicleSchema.extend({ dateAcquired: orLeftOut(typedDaySchema(today)) });
}

function dollarsOf(text: string): number {
  const bare = text.replace(/[$,\s]/g, "");
  return /^(\d+(\.\d{0,2})?|\.\d{1,2})$/.test(bare) ? Number(bare) : Number.NaN;
}
