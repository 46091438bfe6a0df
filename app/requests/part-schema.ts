import { z } from "zod";
import { fieldSchemas } from "~/collections/schema";
import type { checkSelection, PartSelection } from "~/parts/catalog";
import {
  MAX_MESSAGE_LENGTH,
  NOT_AN_OBJECT,
  optionalLine,
  optionalMessage,
  requiredLine,
} from "~/values/text";
import { wholeNumber } from "~/values/whole-number";
import { MODEL_YEARS } from "~/vehicles/inventory";
import { optionalVinSchema, vinSchema } from "~/vin/schema";
import { MAX_VEHICLE_TEXT_LENGTH } from "~/vin/validate";
import { WIZARD_CONTACT } from "./part-requests";

/** The most characters of a visitor's notes; it leaves room for the line that the site adds in front. */
const MAX_NOTES_LENGTH = MAX_MESSAGE_LENGTH - 500;

/** Step 1, and the body of the API's VIN decode. */
export const vinStepSchema = z.object({ vin: vinSchema }, NOT_AN_OBJECT);

/** Step 1 if there is no VIN, or none that could be decoded: the vehicle as the visitor describes it, stored as text. */
export const typedVehicleSchema = z.object({
  vin: optionalVinSchema,
  year: requiredLine("Year is required")
    .transform((text): string | number => text)
    .pipe(wholeNumber(MODEL_YEARS, { malformed: MODEL_YEARS.message }))
    .transform(String),
  make: requiredLine("Make is required", 60),
  model: requiredLine("Model is required", 60),
  // May come from an incomplete decode.
  trim: optionalLine(MAX_VEHICLE_TEXT_LENGTH),
  engineSize: optionalLine(MAX_VEHICLE_TEXT_LENGTH),
});

/**
 * The schema for a form of step 1: the VIN, or the vehicle as typed if the form has no VIN but some of the vehicle.
 * @param options.vinFailed whether the VIN could not be decoded, so that the vehicle is needed as well
 */
export function vehicleStepSchema(form: FormData, { vinFailed }: { vinFailed: boolean }) {
  const isFilled = (name: string) => String(form.get(name) ?? "").trim() !== "";
  const isDescribed = !isFilled("vin") && Object.keys(typedVehicleSchema.shape).some(isFilled);
  return vinFailed || isDescribed ? typedVehicleSchema : vinStepSchema;
}

/**
 * Step 2: the complete selection.
 * @param check the catalog's `checkSelection`, passed in so that importing this file does not load eight hundred parts
 */
export function partStepSchema(check: typeof checkSelection) {
  const id = z.string().optional();
  return z
    .object({ categoryId: id, subcategoryId: id, partId: id })
    .transform((input, context): PartSelection => {
      const checked = check(input);
      if (checked.ok) return checked.selection;
      context.addIssue({ code: "custom", path: [checked.field], message: checked.message });
      return z.NEVER;
    });
}

/** Step 3. */
export const contactStepSchema = z.object({
  ...fieldSchemas(WIZARD_CONTACT),
  additionalInfo: optionalMessage(MAX_NOTES_LENGTH),
});
