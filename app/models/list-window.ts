import { z } from "zod";

/** The most records one call may ask for with `limit`. */
export const MAX_LIMIT = 500;

const limitSentence = `limit is a whole number from 1 to ${MAX_LIMIT}`;
const offsetSentence = "offset is a whole number from 0";

const wholeNumber = (sentence: string, min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, { error: sentence, abort: true })
    .transform(Number)
    .pipe(z.number().int().min(min, sentence).max(max, sentence));

/** The part of a list that a call to the API asks for; without it, the whole list. */
export const listWindowSchema = z.object({
  limit: wholeNumber(limitSentence, 1, MAX_LIMIT).optional(),
  offset: wholeNumber(offsetSentence, 0, 999_999_999).optional(),
});

export type ListWindow = z.output<typeof listWindowSchema>;

/** A list, or a part of it, and how many there are in all. */
export interface Counted<Record> {
  records: Record[];
  total: number;
}
