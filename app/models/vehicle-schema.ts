import { z } from "zod";
import { publicIdOf } from "./image";
import { optionalLine, optionalMessage, requiredLine } from "./text";
import { FIRST_MODEL_YEAR, lastModelYear, MILEAGE_MAX } from "./vehicle";
import { vinSchema } from "./vin";

const wholeNumber = (sentence: string) =>
  z
    .union(
      [z.number(), z.string().transform((text) => Number(text.replaceAll(",", "").trim() || Number.NaN))],
      {
        error: sentence,
      },
    )
    .pipe(z.number({ error: sentence }).int(sentence));

/** A model year, typed or sent as a number. */
export function yearSchema(sentence = "Please enter a valid year") {
  return wholeNumber(sentence).refine(
    (year) => year >= FIRST_MODEL_YEAR && year <= lastModelYear(new Date()),
    sentence,
  );
}

/** Miles, commas taken out (specification, section 5). */
export function mileageSchema(sentence = "Please enter a valid mileage") {
  return wholeNumber(sentence).refine((mileage) => mileage >= 0 && mileage <= MILEAGE_MAX, sentence);
}

/** A day, as ISO date or date-time; kept as midnight UTC (decisions, section 3). */
export const daySchema = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: "Please enter a valid date" })
  .transform((day) => `${day.slice(0, 10)}T00:00:00.000Z`);

/** The address of a picture of ours; any other is no picture that this site could show. */
export const imageUrlSchema = optionalLine().refine(
  (url) => url === undefined || publicIdOf(url) !== undefined,
  "Please upload the picture first",
);

/** Fields that are alike in both inventories. */
export const vehicleFields = {
  stockNumber: requiredLine("Stock number is required", 40),
  vin: vinSchema,
  trim: optionalLine(),
  exteriorColor: optionalLine(),
  interiorColor: optionalLine(),
  engineType: optionalLine(),
  imageUrl: imageUrlSchema,
  notes: optionalMessage(),
};

/** Where empty text stands for a field left out. */
export function orLeftOut<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === "" || value === null ? undefined : value), schema.optional());
}
