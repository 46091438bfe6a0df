import { z } from "zod";
import { isBlank } from "./text";
import { type IsoDay, parseTypedDate } from "./typed-date";

/** The year of the first car: an earlier one is a typing error. */
export const FIRST_YEAR = 1886;
const MALFORMED = "Please enter a valid date";

/** A day, as an ISO date or date-time; stored as midnight UTC. `missing` is the message for an empty one. */
export function daySchema(missing = MALFORMED) {
  return z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], {
      error: ({ input }) => (isBlank(input) ? missing : MALFORMED),
    })
    .refine((day) => Number(day.slice(0, 4)) >= FIRST_YEAR, MALFORMED)
    .transform((day) => `${day.slice(0, 10)}T00:00:00.000Z`)
    .pipe(z.iso.datetime());
}

/** A day as typed into a form; otherwise like `daySchema`. */
export function typedDaySchema(today: IsoDay, missing = MALFORMED) {
  return z
    .string({ error: missing })
    .transform((text) => parseTypedDate(text, today) ?? text)
    .pipe(daySchema(missing));
}
