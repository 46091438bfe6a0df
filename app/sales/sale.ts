import { DAY_MS } from "~/values/days";
import { divideHalfUp } from "~/values/decimal";
import { keysOf } from "~/values/query-params";
import type { IsoDay } from "~/values/typed-date";

/*
 * A sale: its statuses, the kinds of its lines, and how it is paid. Money is in whole cents, quantities in hundredths, and tax rates in
 * thousandths of a percent (values/decimal.ts).
 */

export const SALES_PAGE = "/admin/sales";

/** Where the sale of a repair starts, from the estimate that its customer approved. */
export function newRepairSalePage(requestId: string): string {
  return `${SALES_PAGE}/new?repair=${requestId}`;
}

export const SALE_STATUSES = {
  draft: { label: "Draft", tone: "gray" },
  completed: { label: "Completed", tone: "green" },
  voided: { label: "Voided", tone: "red" },
} as const;
export type SaleStatus = keyof typeof SALE_STATUSES;

/** What a line is for, and whether the sale's discount applies to it. */
export const SALE_LINE_KINDS = {
  part: { label: "Part", isDiscounted: true },
  vehicle: { label: "Vehicle", isDiscounted: true },
  labor: { label: "Labor", isDiscounted: true },
  core: { label: "Core charge", isDiscounted: false },
  shipping: { label: "Shipping", isDiscounted: false },
  other: { label: "Other", isDiscounted: true },
  discount: { label: "Discount", isDiscounted: false },
} as const;
export type SaleLineKind = keyof typeof SALE_LINE_KINDS;
/** Their labels. */
export const SALE_LINE_LABELS = {
  part: SALE_LINE_KINDS.part.label,
  vehicle: SALE_LINE_KINDS.vehicle.label,
  labor: SALE_LINE_KINDS.labor.label,
  core: SALE_LINE_KINDS.core.label,
  shipping: SALE_LINE_KINDS.shipping.label,
  other: SALE_LINE_KINDS.other.label,
  discount: SALE_LINE_KINDS.discount.label,
} as const;
export const SALE_LINE_KIND_NAMES = keysOf(SALE_LINE_LABELS);

export const PAYMENT_METHODS = {
  cash: "Cash",
  card: "Card",
  check: "Check",
  bank: "Bank transfer",
  account: "On account",
  credit: "Store credit",
  trade: "Trade-in",
} as const;
export type PaymentMethod = keyof typeof PAYMENT_METHODS;
export const PAYMENT_METHOD_NAMES = keysOf(PAYMENT_METHODS);

const { trade: _, ...given } = PAYMENT_METHODS;
/** Those that can be chosen; a trade-in comes with its deal. */
export const GIVEN_METHODS = given;
export const GIVEN_METHOD_NAMES = keysOf(GIVEN_METHODS);

export const DELIVERIES = { pickup: "Pickup", ship: "Shipping" } as const;
export const DELIVERY_NAMES = keysOf(DELIVERIES);
export type Delivery = keyof typeof DELIVERIES;

/** A sale without a customer. */
export const CASH_SALE = "Cash sale";
/** The place of a sale without tax, such as one that is shipped to another state. */
export const NO_TAX = "No tax";
export const MAX_SALE_LINES = 60;
export const MAX_PAYMENTS = 10;
/** In dollars, of one line. */
export const MAX_SALE_PRICE = 1_000_000;
/** In cents: a column holds little more. */
export const MAX_SALE_TOTAL = 2_000_000_000;
/** In hundredths. */
export const MAX_QUANTITY = 999_999;

/** A tax rate of the business, in thousandths of a percent. */
export interface TaxRate {
  place: string;
  rate: number;
}

/** What is taxed by default. */
export interface TaxRules {
  rates: readonly TaxRate[];
  taxesCores: boolean;
  taxesLabor: boolean;
  taxesShipping: boolean;
}

/** Whether a line of this kind is taxed by default. */
export function isTaxedKind(kind: SaleLineKind, rules: Omit<TaxRules, "rates">): boolean {
  if (kind === "core") return rules.taxesCores;
  if (kind === "labor") return rules.taxesLabor;
  if (kind === "shipping") return rules.taxesShipping;
  return kind !== "discount";
}

/** What a line's form may say about its tax. */
export const TAX_CHOICES = [
  { value: "", label: "As usual" },
  { value: "yes", label: "Taxed" },
  { value: "no", label: "Exempt" },
] as const;

/** What a line's form says about its tax. */
export function taxChoice(isTaxed: boolean, isUsual: boolean): string {
  if (isTaxed === isUsual) return "";
  return isTaxed ? "yes" : "no";
}

/** The price of a part for a customer, in cents. @param wholesalePercent 80 for someone who pays $80 for a $100 part */
export function priceFor(listCents: number, wholesalePercent: number | null | undefined): number {
  return wholesalePercent ? divideHalfUp(listCents * wholesalePercent, 100) : listCents;
}

/** A century: longer than anyone needs. */
const MOST_WARRANTY_DAYS = 36_525;

/**
 * How many days a warranty holds whose text gives days, months or years; undefined if it doesn't say.
 * @param soldOn the business's day
 */
export function warrantyDays(warranty: string | null | undefined, soldOn: IsoDay): number | undefined {
  const [, count = "", unit = ""] = /(\d{1,4})[\s-]*(day|month|year)/i.exec(warranty ?? "") ?? [];
  if (count === "") return undefined;
  if (/day/i.test(unit)) return Number(count);
  const until = new Date(soldOn);
  until.setUTCMonth(until.getUTCMonth() + Number(count) * (/year/i.test(unit) ? 12 : 1));
  return Math.min(Math.round((until.getTime() - Date.parse(soldOn)) / DAY_MS), MOST_WARRANTY_DAYS);
}
