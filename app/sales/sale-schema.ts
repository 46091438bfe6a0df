import { z } from "zod";
import { parseDecimal } from "~/values/decimal";
import { centsSchema } from "~/values/money";
import { isBlank, optionalLine, optionalMessage, orBlank, requiredLine } from "~/values/text";
import { yesOrNo } from "~/values/yes-or-no";
import {
  DELIVERY_NAMES,
  GIVEN_METHOD_NAMES,
  MAX_PAYMENTS,
  MAX_QUANTITY,
  MAX_SALE_LINES,
  MAX_SALE_PRICE,
  MAX_SALE_TOTAL,
  SALE_LINE_KIND_NAMES,
  type SaleLineKind,
} from "./sale";
import type { GivenPayment } from "./sums";

const MESSAGES = {
  kind: "Please choose what the line is for",
  quantity: "Please enter a quantity up to 9,999.99, such as 1.5",
  price: "Please enter a price, such as 120 or 89.50",
  percent: "Please enter a discount in percent up to 100, or in dollars, such as 10% or 25",
  amount: "Please enter an amount, such as 120 or 89.50",
  method: "Please choose how it's paid",
  tooMuch: "That's more than a sale can be",
  tooManyLines: `Please use at most ${MAX_SALE_LINES} lines`,
  tooManyPayments: `Please use at most ${MAX_PAYMENTS} payments`,
  measure: "Please enter a number up to 9,999.9, such as 48 or 12.5",
  delivery: "Please choose pickup or shipping",
} as const;

/** A line as it is given: what it sells by its id or stock number. */
export interface GivenLine {
  kind: SaleLineKind;
  part?: string | undefined;
  vehicle?: string | undefined;
  description?: string | undefined;
  /** In hundredths. */
  quantity: number;
  /** Null if it was left out. */
  priceCents: number | null;
  /** Of a discount, in thousandths of a percent. */
  percent: number | null;
  /** Undefined for the default. */
  isTaxed: boolean | undefined;
  warranty?: string | undefined;
}

/** A decimal number, as a number or as typed, in units of its last place. */
export function decimalSchema(message: string, { places, max }: { places: number; max: number }) {
  return z.union([z.number(), z.string()], message).transform((given, context) => {
    const parsed = parseDecimal(String(given), places);
    if (parsed !== undefined && parsed > 0 && parsed <= max) return parsed;
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  });
}

const measure = orBlank(
  decimalSchema(MESSAGES.measure, { places: 1, max: 99_999 }).transform((tenths) => tenths / 10),
);

const cents = (message: string) => centsSchema(message, { min: 0, max: MAX_SALE_PRICE });

/** `10%` in the place of a price is a discount in percent. */
const percentSchema = decimalSchema(MESSAGES.percent, { places: 3, max: 100_000 });

/** What the one text of a form's line is. */
const ITEM_MEANS = {
  ...{ part: "part", vehicle: "vehicle", core: "part" },
  ...{ labor: "description", shipping: "description", other: "description", discount: "description" },
} as const satisfies Record<SaleLineKind, keyof GivenLine>;

const lineSchema = z
  .object({
    kind: z.enum(SALE_LINE_KIND_NAMES, MESSAGES.kind),
    part: optionalLine(64),
    vehicle: optionalLine(64),
    description: optionalLine(200),
    /** Of the form, in place of these three: a stock number, or else a description. */
    item: optionalLine(200),
    quantity: orBlank(decimalSchema(MESSAGES.quantity, { places: 2, max: MAX_QUANTITY })),
    price: z.union([z.number(), z.string()], MESSAGES.price).nullish(),
    percent: orBlank(percentSchema),
    isTaxed: yesOrNo,
    warranty: optionalLine(200),
  })
  .transform(({ price, percent, quantity = 100, isTaxed, item, ...given }, context): GivenLine => {
    const line = { ...given, ...(item === undefined ? {} : { [ITEM_MEANS[given.kind]]: item }) };
    const isPercent = line.kind === "discount" && typeof price === "string" && price.trim().endsWith("%");
    const rule = isPercent
      ? percentSchema
      : cents(line.kind === "discount" ? MESSAGES.percent : MESSAGES.price);
    const { data, error } = orBlank(rule).safeParse(isPercent ? price.trim().slice(0, -1).trim() : price);
    if (error) {
      context.addIssue({
        code: "custom",
        path: ["price"],
        message: error.issues[0]?.message ?? MESSAGES.price,
      });
      return z.NEVER;
    }
    const priceCents = isPercent ? null : (data ?? null);
    if ((priceCents ?? 0) * quantity > MAX_SALE_TOTAL * 100)
      context.addIssue({ code: "custom", path: ["price"], message: MESSAGES.tooMuch });
    const rate = isPercent ? (data ?? null) : (percent ?? null);
    return { ...line, quantity, priceCents, percent: line.kind === "discount" ? rate : null, isTaxed };
  });

/** A row of the form with nothing typed in it isn't a line. */
const rowSchema = z.unknown().transform((row, context): GivenLine | undefined => {
  const typed = (row ?? {}) as Record<string, unknown>;
  if (["part", "vehicle", "item", "description", "price", "percent"].every((name) => isBlank(typed[name])))
    return undefined;
  const { data, error } = lineSchema.safeParse(typed);
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  return data ?? z.NEVER;
});

/** A payment as it is given. */
interface GivenSalePayment extends GivenPayment {
  reference?: string | undefined;
}

const paymentSchema = z
  .object({
    method: z.enum(GIVEN_METHOD_NAMES, MESSAGES.method),
    amount: orBlank(cents(MESSAGES.amount)),
    reference: optionalLine(100),
  })
  .transform(({ amount, ...payment }): GivenSalePayment => ({ ...payment, givenCents: amount ?? null }));

const paymentRowSchema = z.unknown().transform((row, context): GivenSalePayment | undefined => {
  const typed = (row ?? {}) as Record<string, unknown>;
  if (["method", "amount", "reference"].every((name) => isBlank(typed[name]))) return undefined;
  const { data, error } = paymentSchema.safeParse(typed);
  for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message });
  return data ?? z.NEVER;
});

/** What a sale is besides its lines and payments. */
const HEAD = {
  customerId: optionalLine(64),
  customerName: optionalLine(),
  customerPhone: optionalLine(40),
  customerEmail: optionalLine(200),
  customerAddress: optionalMessage(500),
  taxExemptNumber: optionalLine(60),
  partRequestId: optionalLine(64),
  repairRequestId: optionalLine(64),
  creditNoteId: optionalLine(64),
  delivery: orBlank(z.enum(DELIVERY_NAMES, MESSAGES.delivery)),
  shipTo: optionalMessage(500),
  carrier: optionalLine(100),
  tracking: optionalLine(100),
  weight: measure,
  length: measure,
  width: measure,
  height: measure,
  taxPlace: optionalLine(200),
  notes: optionalMessage(),
};

const saleOf = <Line extends z.ZodType, Paid extends z.ZodType>(line: Line, payment: Paid) =>
  z.object({
    ...HEAD,
    lines: z.array(line).max(MAX_SALE_LINES, MESSAGES.tooManyLines).default([]),
    payments: z.array(payment).max(MAX_PAYMENTS, MESSAGES.tooManyPayments).default([]),
  });

/** The body of the API. */
export const saleSchema = saleOf(lineSchema, paymentSchema);

/** The form. Rows with nothing typed in them are `undefined`, so that errors keep the numbers of the rows. */
export const saleFormSchema = saleOf(rowSchema, paymentRowSchema);

/** A sale as parsed by either. */
export type SaleInput = z.output<typeof saleFormSchema>;

/** Why a sale is voided. */
export const voidSchema = z.object({
  reason: requiredLine("Please say why it's voided", 200),
});
