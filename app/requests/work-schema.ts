import { z } from "zod";
import { comingDaySchema } from "~/values/day-schema";
import { dollarsSchema } from "~/values/money";
import { optionalLine, requiredLine, requiredMessage } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import { MAX_ANSWER_LENGTH } from "./answer";
import type { LostReasons } from "./work";

const MAX_QUOTE = 1_000_000;

/** The form of a note. */
export const noteFormSchema = z.object({ content: requiredMessage("Please write the note") });

/** The form of a message to the customer. */
export const answerFormSchema = z.object({
  subject: requiredLine("Please enter a subject"),
  text: requiredMessage("Please write the message", MAX_ANSWER_LENGTH),
});

/** The form of a quote. @param today in the business's time zone */
export function quoteFormSchema(today: IsoDay) {
  return z.object({
    price: dollarsSchema("Please enter a price, such as 120 or 89.50", { min: 0.01, max: MAX_QUOTE }),
    warranty: optionalLine(),
    validUntil: optionalLine().pipe(comingDaySchema(today).optional()),
  });
}

export type Quote = z.output<ReturnType<typeof quoteFormSchema>>;

/** The form of a request that was lost. */
export function lostFormSchema(reasons: LostReasons) {
  return z.object({ reason: z.enum(reasons, "Please choose a reason") });
}

/** The form of the day on which to follow up; empty for none. @param today in the business's time zone */
export function followUpFormSchema(today: IsoDay) {
  return z.object({ followUpOn: optionalLine().pipe(comingDaySchema(today).optional()) });
}

/** The form of a status. */
export function statusFormSchema(statuses: Record<string, string>) {
  return z.object({ status: z.enum(Object.keys(statuses), "Please choose a status") });
}
