import { z } from "zod";
import type { checkSelection, PartSelection } from "~/parts/catalog";
import { PART_SYSTEMS } from "~/parts/system";
import { emailSchema } from "~/values/email";
import { phoneSchema } from "~/values/phone-schema";
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
import { MAX_VEHICLE_TEXT_LENGTH, VIN_MESSAGES } from "~/vin/validate";
import { requestNoteSchema, requestUpdateSchema } from "./note";
import { PART_REQUEST_STATUSES } from "./part";
import { lineOrNumber } from "./vehicle-values";
import { quoteRecordSchema, workRecordFields } from "./work-schema";

/** The most characters of a visitor's notes; it leaves room for the line that the site adds in front. */
const MAX_NOTES_LENGTH = MAX_MESSAGE_LENGTH - 500;

const name = requiredLine("Name is required");
const phone = phoneSchema({
  missing: "Phone number is required",
  malformed: "Please enter a valid 10-digit phone number",
});
const email = emailSchema({
  missing: "Email address is required",
  malformed: "Please enter a valid email address",
});

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
 * The schema for a form of step 1: the VIN, or the vehicle as typed if the form has no VIN but a part of that.
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
  name,
  phone,
  email,
  additionalInfo: optionalMessage(MAX_NOTES_LENGTH),
});

const partRequestFields = bodySchema();

/**
 * The API's body, which the wizard also uses. The VIN identifies the vehicle, so `vehicleInfo` may
 * be left out, and with year, make and model in it, the VIN.
 */
export const partRequestSchema = partRequestFields.refine(isVehicleNamed, {
  path: ["vin"],
  error: VIN_MESSAGES.required,
  // Said together with whatever else is wrong, unless that is the VIN or the whole body.
  when: ({ issues }) => issues.every(({ path }) => path?.[0] !== undefined && path[0] !== "vin"),
});

export type PartRequestFields = z.output<typeof partRequestSchema>;

/** A part request as the API returns it to staff. `notes` are written by staff and customer. */
export const partRequestRecordSchema = partRequestFields.extend({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(PART_REQUEST_STATUSES),
  notes: z.array(requestNoteSchema),
  ...workRecordFields,
  quote: quoteRecordSchema.optional(),
});
export type PartRequest = z.output<typeof partRequestRecordSchema>;

/** What staff may change in it. */
export const partRequestUpdateSchema = requestUpdateSchema(PART_REQUEST_STATUSES);
export type PartRequestUpdate = z.output<typeof partRequestUpdateSchema>;

function bodySchema() {
  const text = z.preprocess(
    (value) => (typeof value === "number" && Number.isFinite(value) ? String(value) : value),
    optionalLine(MAX_VEHICLE_TEXT_LENGTH),
  );
  const fields = {
    vin: optionalVinSchema,
    vehicleInfo: z
      .preprocess(
        (vehicle) => vehicle ?? {},
        z.object(
          {
            year: lineOrNumber(MAX_VEHICLE_TEXT_LENGTH),
            make: text,
            model: text,
            trim: text,
            engineSize: text,
          },
          "Please provide the vehicle",
        ),
      )
      .prefault({}),
    partDetails: z.object(
      {
        system: z.enum(PART_SYSTEMS, "Please select a category"),
        component: requiredLine("Please select a subcategory"),
        otherComponent: optionalLine(),
        additionalInfo: optionalMessage(),
      },
      "Please complete your part selection",
    ),
    customerInfo: z.object({ name, phone, email }, "Please provide your contact details"),
  };
  return z.object(fields, NOT_AN_OBJECT);
}

/** True with a VIN, or with year, make and model. The parts that are wrong may be missing or of any type. */
function isVehicleNamed({ vin, vehicleInfo }: Partial<z.output<typeof partRequestFields>>): boolean {
  const { year, make, model } = vehicleInfo ?? {};
  return Boolean(vin || (year && make && model));
}
