import { z } from "zod";
import { comingDaySchema } from "~/values/day-schema";
import { daysAfter } from "~/values/days";
import { dollarsSchema } from "~/values/money";
import { optionalLine, requiredLine } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import { OFFER_ANSWERS, OFFER_DAYS } from "./offer";

/** In dollars; anything more is a typing error. */
const MAX_OFFER = 1_000_000;

/** Our offer, as staff type it; without a day it is good for a week. @param today in the business's time zone */
export function offerFormSchema(today: IsoDay) {
  return z.object({
    amount: dollarsSchema("Please enter an amount, such as 450", { min: 0.01, max: MAX_OFFER }),
    goodUntil: optionalLine()
      .transform((typed) => typed ?? daysAfter(today, OFFER_DAYS))
      .pipe(comingDaySchema(today)),
  });
}
export type NewOffer = z.output<ReturnType<typeof offerFormSchema>>;

/** What a customer types to accept or decline an offer. */
export const offerAnswerSchema = z.object({
  answer: z.enum(OFFER_ANSWERS, "Please accept or decline the offer"),
  name: requiredLine("Please type your name", 100),
});
export type AnsweredOffer = z.output<typeof offerAnswerSchema>;
