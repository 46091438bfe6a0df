import { z } from "zod";
import { INVALID_PRICE } from "~/collections/fields/money";
import { dollarsSchema } from "~/values/money";
import { optionalLine, orBlank } from "~/values/text";
import { type IsoDay, parseTypedDate } from "~/values/typed-date";
import { MODEL_YEARS } from "~/vehicles/inventory";
import { toLocation } from "./fields";
import { PART_PRICE_MAX, PART_STATUSES } from "./part";
import { HOLD_CHOICES } from "./part-actions";

/** The hold of a part. */
export const holdSchema = z.object({
  heldFor: optionalLine(),
  hours: z.enum(Object.keys(HOLD_CHOICES) as [string, ...string[]], "Please select how long"),
});

/** The sale of a part; a day without a date is today. */
export function sellSchema(today: IsoDay) {
  return z.object({
    soldPrice: orBlank(dollarsSchema(INVALID_PRICE, { min: 0, max: PART_PRICE_MAX })),
    soldTo: optionalLine(),
    day: optionalLine().transform((typed, context) => {
      if (typed === undefined) return undefined;
      const day = parseTypedDate(typed, today);
      if (day !== undefined && day <= today) return day === today ? undefined : day;
      const message = day ? "This date is in the future" : "Please enter a date as MM/DD/YYYY";
      context.addIssue({ code: "custom", message });
      return z.NEVER;
    }),
  });
}

export const moveSchema = z.object({ location: optionalLine().transform(toLocation) });

/** The car that the part fits, or doesn't, according to staff. */
export const askedCarSchema = z.object({
  year: z
    .string("Year is required")
    .transform((typed) => Number(typed.trim()))
    .pipe(z.number().int(MODEL_YEARS.message).min(MODEL_YEARS.min, MODEL_YEARS.message))
    .refine((year) => year <= MODEL_YEARS.max(), MODEL_YEARS.message),
  make: optionalLine(60)
    .refine((make) => make !== undefined, "Make is required")
    .transform(String),
  model: optionalLine(60)
    .refine((model) => model !== undefined, "Model is required")
    .transform(String),
});

const text = z.string().max(500).nullable();

const stateSchema = z.object({
  status: z.enum(PART_STATUSES),
  location: text,
  heldFor: text,
  heldUntil: z.iso.datetime().nullable(),
  heldRequestId: text,
  soldAt: z.iso.datetime().nullable(),
  soldTo: text,
  soldPriceCents: z.number().int().nonnegative().nullable(),
});

/** What an Undo brings back of which part, from which version, and who may. */
export const undoSchema = z.object({
  state: stateSchema,
  id: z.string(),
  version: z.string(),
  by: z.string(),
});
