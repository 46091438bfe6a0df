import { z } from "zod";
import { checkedDaySchema } from "~/values/day-schema";
import { centsSchema } from "~/values/money";
import { keysOf } from "~/values/query-params";
import { optionalLine, orBlank, requiredLine } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import { LATER_METHODS } from "./account";
import { MAX_SALE_PRICE } from "./sale";

const ACCOUNT_MESSAGES = {
  amount: "Please enter what was paid, such as 120 or 89.50",
  method: "Please choose how it was paid",
  on: "Please enter a day, such as 12/20/2026",
  whose: "Please say which customer's account or which sale it pays",
} as const;

/** A payment of what is owed; the amount comes out in cents. @param today for days that are typed with two digits of a year */
export function accountPaymentSchema(today: IsoDay) {
  return z.object({
    amount: centsSchema(ACCOUNT_MESSAGES.amount, { min: 0.01, max: MAX_SALE_PRICE }),
    method: z.enum(keysOf(LATER_METHODS), ACCOUNT_MESSAGES.method),
    /** Today if left out. */
    on: orBlank(checkedDaySchema(today, (day) => (day === undefined ? ACCOUNT_MESSAGES.on : undefined))),
    note: optionalLine(),
  });
}

/** The same from a program, with who pays or for which sale. */
export function accountPaymentBody(today: IsoDay) {
  return accountPaymentSchema(today)
    .extend({ customerId: optionalLine(64), saleId: optionalLine(64) })
    .refine(({ customerId, saleId }) => customerId !== undefined || saleId !== undefined, {
      message: ACCOUNT_MESSAGES.whose,
      path: ["customerId"],
    });
}

export type GivenAccountPayment = z.infer<ReturnType<typeof accountPaymentSchema>>;

/** Why a payment is reversed. */
export const reversePaymentSchema = z.object({
  reason: requiredLine("Please say why, such as a check that bounced", 200),
});
