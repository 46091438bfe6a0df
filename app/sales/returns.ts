import { daysAfter } from "~/values/days";
import { divideHalfUp } from "~/values/decimal";

/*
 * Taking back what was sold. A credit note has its own number and leaves the sale as it was; what came back of a line before is counted, so
 * that nothing is refunded twice and no cent is lost over several returns.
 */

export const CREDIT_NOTES_PAGE = "/admin/credit-notes";

/** Why something comes back. */
export const RETURN_REASONS = {
  "does-not-work": "Doesn't work",
  "does-not-fit": "Doesn't fit",
  "wrong-part": "We gave the wrong part",
  "wrong-price": "Wrong price",
  "not-needed": "Not needed after all",
  core: "Core returned",
} as const;
export type ReturnReason = keyof typeof RETURN_REASONS;

/** Where what came back goes. */
export const GOES_TO = {
  shelf: "Back on the shelf",
  check: "To be checked first",
  scrap: "Scrap",
} as const;
export type GoesTo = keyof typeof GOES_TO;

/** How a customer gets the money. */
export const REFUND_METHODS = {
  cash: "Cash",
  card: "Card",
  check: "Check",
  bank: "Bank transfer",
  credit: "Store credit",
  account: "Off what they owe on account",
} as const;
export type RefundMethod = keyof typeof REFUND_METHODS;

/** A line of a sale, with what matters for a return, in cents and hundredths. */
export interface ReturnableLine {
  /** What was sold of it. */
  quantity: number;
  /** What it cost after its share of the discount. */
  netCents: number;
  taxCents: number;
  /** How much of it came back before. */
  returned: { quantity: number; netCents: number; taxCents: number };
}

/**
 * What comes back for a quantity of a line: its share of what the line cost, less what was given for it before, so that several returns
 * of one line add up to it.
 * @param quantity in hundredths; at most what is left of it
 */
export function refundOf(line: ReturnableLine, quantity: number): { netCents: number; taxCents: number } {
  const upTo = line.returned.quantity + quantity;
  const share = (cents: number) => divideHalfUp(cents * upTo, line.quantity);
  return {
    netCents: share(line.netCents) - line.returned.netCents,
    taxCents: share(line.taxCents) - line.returned.taxCents,
  };
}

/** What a return adds up to, in cents; `totalCents` is what the customer gets, below 0 if the fee is more than that. */
export interface RefundSums {
  goodsCents: number;
  taxCents: number;
  feeCents: number;
  totalCents: number;
}

/** Adds up what comes back, less what is kept of it. */
export function addUpRefund(
  lines: readonly { returnable: ReturnableLine; quantity: number }[],
  feeCents = 0,
): RefundSums {
  const refunds = lines.map(({ returnable, quantity }) => refundOf(returnable, quantity));
  const sum = (of: "netCents" | "taxCents") => refunds.reduce((all, refund) => all + refund[of], 0);
  const [goodsCents, taxCents] = [sum("netCents"), sum("taxCents")];
  return { goodsCents, taxCents, feeCents, totalCents: goodsCents + taxCents - feeCents };
}

/** Whether a warranty holds on a day, with its last day; undefined if there is none. */
export function warrantyOn(
  { soldOn, warrantyDays }: { soldOn: string; warrantyDays: number | null },
  today: string,
): { until: string; holds: boolean } | undefined {
  if (warrantyDays === null) return undefined;
  const until = daysAfter(soldOn, warrantyDays);
  return { until, holds: today <= until };
}

/** `CN-1001` */
export function formatCreditNumber(number: number): string {
  return `CN-${number}`;
}
