import { z } from "zod";
import { MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE, toImageRows } from "~/pictures/image-rows";
import { parsePublicId } from "~/pictures/picture";
import { NOT_AN_OBJECT, optionalLine, optionalMessage, requiredLine } from "~/values/text";
import { type IsoDay, parseTypedDate } from "~/values/typed-date";
import { missingVinSchema, staffVinSchema } from "~/vin/schema";
import { isVinOfYear, MAX_VEHICLE_TEXT_LENGTH, VIN_MESSAGES } from "~/vin/validate";
import type { ItemFormField } from "./form";
import { FIRST_MODEL_YEAR, lastModelYear, MILEAGE_MAX } from "./inventory";

/** The error messages for an empty field and for an invalid one. */
interface Messages {
  missing: string;
  malformed: string;
}

const DATE_MESSAGES: Messages = {
  // Only the date acquired is ever required.
  missing: "Date acquired is required",
  malformed: "Please enter a valid date",
};

/** A model year, as text or a number. `missing` is the message for an empty one, if it is required. */
export function yearSchema(missing?: string) {
  const inRange = (year: number) => year >= FIRST_MODEL_YEAR && year <= lastModelYear(new Date());
  return wholeNumber(inRange, messages("Please enter a valid year", missing));
}

/** Miles, as text or a number; commas are ignored. `missing` as in `yearSchema`. */
export function mileageSchema(missing?: string) {
  const inRange = (mileage: number) => mileage >= 0 && mileage <= MILEAGE_MAX;
  return wholeNumber(inRange, messages("Please enter a valid mileage", missing));
}

/** A day, as an ISO date or date-time; stored as midnight UTC. */
export const daySchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: ({ input }) => (isBlank(input) ? DATE_MESSAGES.missing : DATE_MESSAGES.malformed),
  })
  .refine((day) => Number(day.slice(0, 4)) >= FIRST_MODEL_YEAR, DATE_MESSAGES.malformed)
  .transform((day) => `${day.slice(0, 10)}T00:00:00.000Z`)
  .pipe(z.iso.datetime());

/** A day as typed into a form; otherwise like `daySchema`. */
export function typedDaySchema(today: IsoDay) {
  return z
    .string({ error: DATE_MESSAGES.missing })
    .transform((text) => parseTypedDate(text, today) ?? text)
    .pipe(daySchema);
}

const NOT_UPLOADED = "Please upload the photo first";
/** True or false; a form's select sends the word. */
export const yesOrNoSchema = z.preprocess(
  (value) => (value === "true" ? true : value === "false" ? false : value),
  z.boolean("Please select yes or no"),
);

/** The URL of an uploaded picture; no other URL is accepted. */
const imageUrlSchema = optionalLine().refine(
  (url) => url === undefined || parsePublicId(url) !== undefined,
  NOT_UPLOADED,
);

/** A picture as it is given; `alt` is empty for none. */
const imageSchema = z.object(
  {
    imageUrl: z.string(NOT_UPLOADED).refine((url) => parsePublicId(url) !== undefined, NOT_UPLOADED),
    alt: optionalLine()
      .transform((alt) => alt ?? "")
      .pipe(z.string()),
    caption: optionalLine(),
  },
  NOT_AN_OBJECT,
);

/** A picture as the API returns it. */
export const imageRecordSchema = z.object({
  imageUrl: z.string(),
  alt: z.string(),
  caption: z.string().optional(),
});

/** A vehicle's pictures in order, the first one first. */
export const imagesSchema = z
  .array(imageSchema, "Please send a list of photos")
  .max(MAX_IMAGES, TOO_MANY_IMAGES_MESSAGE);

/**
 * The same, from a form's fields. A picture that is marked as removed does not count, nor one that is there twice. Errors apply
 * to the whole field.
 */
export const imagesFormSchema = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const rows = toImageRows(value).filter(({ removed }) => !removed);
    const parsed = imagesSchema.safeParse([...new Map(rows.map((row) => [row.imageUrl, row])).values()]);
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      const [index] = path;
      context.addIssue({
        code: "custom",
        message: index === undefined ? message : `Photo ${Number(index) + 1}: ${message}`,
      });
    }
    return z.NEVER;
  });

/** The schema of the fields that both inventories share. */
export const commonFields = {
  stockNumber: requiredLine("Stock number is required", 40),
  vin: staffVinSchema,
  // A VIN decode may return longer text than staff would type.
  trim: optionalLine(MAX_VEHICLE_TEXT_LENGTH),
  exteriorColor: optionalLine(),
  interiorColor: optionalLine(),
  engineType: optionalLine(MAX_VEHICLE_TEXT_LENGTH),
  imageUrl: imageUrlSchema,
  images: imagesSchema.nullish().transform((images) => images ?? undefined),
  notes: optionalMessage(),
};

/**
 * What an imported vehicle may lack although the form asks for it. Its schema takes these fields empty for as long as they are.
 * @param lacks the names of the fields
 */
export function missingFields(lacks: readonly string[]): Record<never, never> {
  return {
    ...(lacks.includes("vin") ? { vin: missingVinSchema } : {}),
    ...(lacks.includes("mileage") ? { mileage: orOmitted(mileageSchema()) } : {}),
  };
}

/** The form fields that both inventories share. */
export const commonFormFields = {
  images: { label: "Vehicle Image", input: "pictures" },
  stockNumber: { label: "Stock Number", input: "short" },
  vin: { label: "VIN", input: "vin" },
  trim: { label: "Trim", input: "short", optional: true },
  exteriorColor: { label: "Exterior Color", input: "short", optional: true },
  interiorColor: { label: "Interior Color", input: "short", optional: true },
  engineType: { label: "Engine Type", input: "short", optional: true },
  notes: {
    label: "Notes",
    longLabel: "Notes for staff",
    input: "long",
    optional: true,
    hint: "Never shown on the public site.",
  },
} as const satisfies Record<Exclude<keyof typeof commonFields, "imageUrl">, ItemFormField>;

/** Adds the rule that vehicles since 1981 have a VIN of 17 characters. */
export function withVinOfYear<Schema extends z.ZodType<{ vin: string; year?: number | undefined }>>(
  schema: Schema,
): Schema {
  return schema.refine(({ vin, year }) => isVinOfYear(vin, year), {
    path: ["vin"],
    error: VIN_MESSAGES.malformed,
    // Even if other fields are wrong, as long as these two are right.
    when: ({ value, issues }) =>
      typeof (value as { vin?: unknown } | undefined)?.vin === "string" &&
      !issues.some(({ path }) => path?.[0] === "vin" || path?.[0] === "year"),
  });
}

/** Makes a schema optional; empty text and null count as missing. */
export function orOmitted<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

function messages(malformed: string, missing = malformed): Messages {
  return { missing, malformed };
}

function wholeNumber(inRange: (figure: number) => boolean, { missing, malformed }: Messages) {
  return z
    .union([z.number(), z.string()], { error: ({ input }) => (isBlank(input) ? missing : malformed) })
    .transform((given, context) => {
      const figure = typeof given === "number" ? given : parseWholeNumber(given);
      if (Number.isSafeInteger(figure) && inRange(figure)) return figure;
      context.addIssue({ code: "custom", message: isBlank(given) ? missing : malformed });
      return z.NEVER;
    })
    .pipe(z.number().int());
}

/** Parses a whole number, ignoring commas and spaces; NaN for anything else. */
function parseWholeNumber(text: string): number {
  const digits = text.replace(/[,\s]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
