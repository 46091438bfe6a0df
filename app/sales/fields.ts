import { type Rules, readOnly } from "~/collections/field";
import { money } from "~/collections/fields/money";
import { text } from "~/collections/fields/text";
import { MAX_SALE_TOTAL } from "./sale";

/*
 * Fields of sales, credit notes and payments on account: what the counter writes, and nobody edits.
 */

/** What every paper has: its number, its day, who made it. */
export const kept = (label: string) => readOnly(text(label, { required: `Every paper has it: ${label}` }));

/** An amount in dollars, zero or more. */
export const amount = (label: string) => readOnly(money(label, { max: MAX_SALE_TOTAL / 100 }));

/** An amount that may be below zero: for a payment that reverses another. */
export const signedAmount = (label: string) => ({
  ...amount(label),
  recordRule: ({ z }: Rules) => z.number(),
});
