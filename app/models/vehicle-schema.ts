import { z } from "zod";
import { publicIdOf } from "./image";
import { optionalLine, optionalMessage, requiredLine } from "./text";
import { type IsoDay, parseTypedDate } from "./typed-date";
import { FIRST_MODEL_YEAR, lastModelYear, MILEAGE_MAX } from "./vehicle";
import { MAX_VEHICLE_WORDS_LENGTH } from "./vin";
import { vinSchema } from "./vin-schema";

/** What a field says where it is empty, and where it holds something else than it should. */
interface Sentences {
  missing: string;
  malformed: string;
}

const DATE_SENTENCES: Sentences = {
  missing: "Date acquired is required",
  malformed: "Please enter a valid date",
};

/** A model year, typed or sent as a number. `missing` is what an empty one says, where it is required. */
export function yearSchema(missing?: string) {
  const inRange = (year: number) => year >= FIRST_MODEL_YEAR && year <= lastModelYear(new Date());
  return wholeNumber(inRange, sentences("Please enter a valid year", missing));
}

/** Miles, commas taken out (specification, section 5). `missing` as for a year. */
export function mileageSchema(missing?: string) {
  const inRange = (mileage: number) => mileage >= 0 && mileage <= MILEAGE_MAX;
  return wholeNumber(inRange, sentences("Please enter a valid mileage", missing));
}

/** A day, as ISO date or date-time; kept as midnight UTC (decisions, section 3). */
export const daySchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: ({ input }) => (isBlank(input) ? DATE_SENTENCES.missing : DATE_SENTENCES.malformed),
  })
  .refine((day) => Number(day.slice(0, 4)) >= FIRST_MODEL_YEAR, DATE_SENTENCES.malformed)
  .transform((day) => `${day.slice(0, 10)}T00:00:00.000Z`)
  .pipe(z.iso.datetime());

/** A day as it is typed into a form (specification, section 5), judged and kept as `daySchema` does. */
export function typedDaySchema(today: IsoDay) {
  return z
    .string({ error: DATE_SENTENCES.missing })
    .transform((text) => parseTypedDate(text, today) ?? text)
    .pipe(daySchema);
}

/** The address of a picture of ours; any other is no picture that this site could show. */
export const imageUrlSchema = optionalLine().refine(
  (url) => url === undefined || publicIdOf(url) !== undefined,
  "Please upload the picture first",
);

/** Fields that are alike in both inventories. */
export const vehicleFields = {
  stockNumber: requiredLine("Stock number is required", 40),
  vin: vinSchema,
  // May come from a decode, whose words are longer than people's.
  trim: optionalLine(MAX_VEHICLE_WORDS_LENGTH),
  exteriorColor: optionalLine(),
  interiorColor: optionalLine(),
  engineType: optionalLine(MAX_VEHICLE_WORDS_LENGTH),
  imageUrl: imageUrlSchema,
  notes: optionalMessage(),
};

/** Where empty text stands for a field left out. */
export function orLeftOut<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

function sentences(malformed: string, missing = malformed): Sentences {
  return { missing, malformed };
}

function wholeNumber(inRange: (figure: number) => boolean, { missing, malformed }: Sentences) {
  return z
    .union([z.number(), z.string()], { error: ({ input }) => (isBlank(input) ? missing : malformed) })
    .transform((given, context) => {
      const figure = typeof given === "number" ? given : figureOf(given);
      if (Number.isSafeInteger(figure) && inRange(figure)) return figure;
      context.addIssue({ code: "custom", message: isBlank(given) ? missing : malformed });
      return z.NEVER;
    })
    .pipe(z.number().int());
}

/** The whole number in a text, its commas taken out; not a number where there is anything else. */
function figureOf(text: string): number {
  const bare = text.replace(/[,\s]/g, "");
  return /^\d+$/.test(bare) ? Number(bare) : Number.NaN;
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}
