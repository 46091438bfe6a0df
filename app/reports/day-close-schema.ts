import { z } from "zod";
import { centsSchema } from "~/values/money";
import { optionalLine } from "~/values/text";
import { DAY_CLOSE_MESSAGES, MOST_CASH } from "./day-close";

const cents = (message: string) => centsSchema(message, { min: 0, max: MOST_CASH });

/** What is typed to close a day; amounts come out in cents. */
export const dayCloseSchema = z.object({
  opening: cents(DAY_CLOSE_MESSAGES.opening),
  counted: cents(DAY_CLOSE_MESSAGES.counted),
  reason: optionalLine(),
});
