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

/**
 * A day as typed into a form, as `YYYY-MM-DD`.
 * @param findFault the message for a day that doesn't fit here, or for none
 */
export function checkedDaySchema(today: IsoDay, findFault: (day: IsoDay | undefined) => string | undefined) {
  return z.string({ error: findFault(undefined) }).transform((text, context) => {
    const day = parseTypedDate(text, today);
    const message = findFault(day);
    if (day !== undefined && message === undefined) return day;
    context.addIssue({ code: "custom", message: message ?? MALFORMED });
    return z.NEVER;
  });
}

/** A day from today on, as typed into a form. @param until the day from which on is too late */
export function comingDaySchema(today: IsoDay, until?: IsoDay) {
  return checkedDaySchema(today, (day) =>
    day !== undefined && day >= today && (until === undefined || day < until)
      ? undefined
      : "Please enter today or a later day, such as 12/31/2026",
  );
}

/** A day as typed into a form; otherwise like `daySchema`. */
export function typedDaySchema(today: IsoDay, missing = MALFORMED) {
  return z
    .string({ error: missing })
    .transform((text) => parseTypedDate(text, today) ?? text)
    .pipe(daySchema(missing));
}
