import { z } from "zod";
import { checkedDaySchema } from "~/values/day-schema";
import { parseDecimal } from "~/values/decimal";
import { centsSchema } from "~/values/money";
import { keysOf } from "~/values/query-params";
import { isBlank, optionalLine, optionalMessage, orBlank, requiredLine } from "~/values/text";
import type { IsoDay } from "~/values/typed-date";
import { stripVin } from "~/vin/validate";
import { LATER_METHODS } from "./account";
import { CONDITION_CLASSES, DEAL_PAYMENTS, FEE_NAMES } from "./deal";
import { GIVEN_METHOD_NAMES, MAX_SALE_PRICE } from "./sale";

const DEAL_MESSAGES = {
  price: "Please enter a price, such as 12995",
  amount: "Please enter an amount, such as 120 or 89.50",
  allowance: "Please enter what you allow for it, such as 2500",
  odometer: "Please enter the miles, such as 84210",
  year: "Please enter a year, such as 2009",
  vin: "Please enter 5 to 17 letters and digits",
  method: "Please choose how it's paid",
  condition: "Please choose a class",
  day: "Please enter a day, such as 12/20/2026",
  future: "This day is in the future",
  kept: "Please enter what you keep of it, or 0",
  returned: "Please choose how the deposit goes back",
} as const;

const cents = (message: string) => centsSchema(message, { min: 0, max: MAX_SALE_PRICE });

const whole = (message: string, { min, max }: { min: number; max: number }) =>
  z.union([z.number(), z.string()], message).transform((typed, context) => {
    const number = parseDecimal(String(typed), 0);
    if (number !== undefined && number >= min && number <= max) return number;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });

const yes = z.preprocess((typed) => typed === "yes" || typed === true, z.boolean());

/** When the buyer got the vehicle: possibly before the sale is completed, such as while a loan is pending, but never in the future. */
const deliveryDay = (today: IsoDay) =>
  checkedDaySchema(today, (day) => {
    if (day === undefined) return DEAL_MESSAGES.day;
    return day > today ? DEAL_MESSAGES.future : undefined;
  });

const paymentSchema = z.unknown().transform((row, context) => {
  const typed = (row ?? {}) as Record<string, unknown>;
  if (["method", "amount", "reference"].every((name) => isBlank(typed[name]))) return undefined;
  const { data, error } = z
    .object({
      method: z.enum(GIVEN_METHOD_NAMES, DEAL_MESSAGES.method),
      amount: orBlank(cents(DEAL_MESSAGES.amount)),
      reference: optionalLine(100),
    })
    .safeParse(typed);
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  return data ?? z.NEVER;
});

/** A deal as it is typed; amounts come out in cents. @param today where the business is */
export function dealSchema(today: IsoDay) {
  return z.object({
    vehicle: requiredLine("There is no vehicle", 64),
    vehicleInquiryId: optionalLine(64),
    ...{ customerId: optionalLine(64), customerName: optionalLine(), customerPhone: optionalLine(40) },
    ...{ customerEmail: optionalLine(200), customerAddress: optionalMessage(500) },
    ...{
      taxExemptNumber: optionalLine(60),
      coBuyerName: optionalLine(),
      coBuyerAddress: optionalMessage(500),
    },
    price: orBlank(cents(DEAL_MESSAGES.price)),
    condition: z.enum(keysOf(CONDITION_CLASSES), DEAL_MESSAGES.condition),
    odometer: orBlank(whole(DEAL_MESSAGES.odometer, { min: 0, max: 2_000_000 })),
    isMileageUnknown: yes,
    fees: z.object(
      Object.fromEntries(
        FEE_NAMES.map((name) => [
          name,
          z.object({ amount: orBlank(cents(DEAL_MESSAGES.amount)), isTaxed: yes }),
        ]),
      ) as Record<(typeof FEE_NAMES)[number], ReturnType<typeof feeOf>>,
    ),
    tradeVin: orBlank(
      z
        .string()
        .transform(stripVin)
        .refine((vin) => vin.length >= 5 && vin.length <= 17, DEAL_MESSAGES.vin),
    ),
    tradeYear: orBlank(whole(DEAL_MESSAGES.year, { min: 1900, max: 2100 })),
    ...{ tradeMake: optionalLine(60), tradeModel: optionalLine(60) },
    tradeOdometer: orBlank(whole(DEAL_MESSAGES.odometer, { min: 0, max: 2_000_000 })),
    tradeAllowance: orBlank(cents(DEAL_MESSAGES.allowance)),
    taxPlace: optionalLine(200),
    payments: z.array(paymentSchema).max(DEAL_PAYMENTS).default([]),
    deliveredOn: orBlank(deliveryDay(today)),
    notes: optionalMessage(),
  });
}

function feeOf() {
  return z.object({ amount: orBlank(cents(DEAL_MESSAGES.amount)), isTaxed: yes });
}

export type GivenDeal = z.output<ReturnType<typeof dealSchema>>;

/** A deposit taken now. */
export const depositSchema = z.object({
  depositAmount: centsSchema(DEAL_MESSAGES.amount, { min: 0.01, max: MAX_SALE_PRICE }),
  depositMethod: z.enum(keysOf(LATER_METHODS), DEAL_MESSAGES.method),
  depositReference: optionalLine(100),
});
export type GivenDeposit = z.infer<typeof depositSchema>;

/** How a deal that falls through ends. */
export const endDealSchema = z.object({
  kept: orBlank(cents(DEAL_MESSAGES.kept)),
  method: orBlank(z.enum(keysOf(LATER_METHODS), DEAL_MESSAGES.returned)),
  reason: requiredLine("Please say why", 200),
});
export type EndedDeal = z.infer<typeof endDealSchema>;

/** The day of the delivery. */
export const deliveredSchema = (today: IsoDay) => z.object({ deliveredOn: deliveryDay(today) });
