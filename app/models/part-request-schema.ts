import { z } from "zod";
import { emailSchema } from "./email";
import type { checkSelection, PartSelection } from "./part-catalogue";
import { PART_REQUEST_STATUSES } from "./part-request";
import { PART_SYSTEMS } from "./part-system";
import { phoneSchema } from "./phone-schema";
import { requestNoteSchema, requestUpdateSchema } from "./request-note";
import { MAX_MESSAGE_LENGTH, NOT_AN_OBJECT, optionalLine, optionalMessage, requiredLine } from "./text";
import { yearSchema } from "./vehicle-schema";
import { MAX_VEHICLE_WORDS_LENGTH } from "./vin";
import { vinSchema } from "./vin-schema";

/** The longest notes a visitor may write: what the site adds in front still fits the message that is sent. */
export const MAX_NOTES_LENGTH = MAX_MESSAGE_LENGTH - 500;

const name = requiredLine("Name is required");
const phone = phoneSchema({
  missing: "Phone number is required",
  malformed: "Please enter a valid 10-digit phone number",
});
const email = emailSchema({
  missing: "Email address is required",
  malformed: "Please enter a valid email address",
});

/** Step 1, and the body that asks the API to decode. */
export const vinStepSchema = z.object({ vin: vinSchema }, NOT_AN_OBJECT);

/** Step 1 where no method could decode the VIN: what the visitor knows of the vehicle, kept as text. */
export const typedVehicleSchema = z.object({
  vin: vinSchema,
  year: requiredLine("Year is required")
    .transform((text): string | number => text)
    .pipe(yearSchema())
    .transform(String),
  make: requiredLine("Make is required", 60),
  model: requiredLine("Model is required", 60),
  // May come from a decode that was not complete.
  trim: optionalLine(MAX_VEHICLE_WORDS_LENGTH),
  engineSize: optionalLine(MAX_VEHICLE_WORDS_LENGTH),
});

/**
 * Step 2: the complete choice. The catalogue comes in as its `checkSelection`, so that who needs a status or
 * a contact field in the browser does not load eight hundred parts.
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

/**
 * The API's body (specification, section 7), which is also what the wizard sends. The VIN names the vehicle, so
 * the rest of `vehicleInfo` may be left out; its numbers may come as numbers and are kept as text.
 */
export const partRequestSchema = bodySchema();

export type PartRequestFields = z.output<typeof partRequestSchema>;

/** A part request as the API gives it (specification, section 3). `notes` are staff's own. */
export const partRequestRecordSchema = partRequestSchema.extend({
  _id: z.string(),
  createdAt: z.iso.datetime(),
  status: z.enum(PART_REQUEST_STATUSES),
  notes: z.array(requestNoteSchema),
});
export type PartRequest = z.output<typeof partRequestRecordSchema>;

/** What staff may change of it (decisions, section 8). */
export const partRequestUpdateSchema = requestUpdateSchema(PART_REQUEST_STATUSES);
export type PartRequestUpdate = z.output<typeof partRequestUpdateSchema>;

function bodySchema() {
  const text = z.preprocess(
    (value) => (typeof value === "number" && Number.isFinite(value) ? String(value) : value),
    optionalLine(MAX_VEHICLE_WORDS_LENGTH),
  );
  const fields = {
    vin: vinSchema,
    vehicleInfo: z
      .preprocess(
        (vehicle) => vehicle ?? {},
        z.object(
          { year: text, make: text, model: text, trim: text, engineSize: text },
          "Please give the vehicle",
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
    customerInfo: z.object({ name, phone, email }, "Please give your contact details"),
  };
  return z.object(fields, NOT_AN_OBJECT);
}
