import type { Row } from "~/db/schema";
import { SALES_PAGE } from "./sale";

/*
 * The deal of a vehicle: the sale of it, with what a vehicle's sale has besides: deposit, fees, trade-in, co-buyer, mileage, delivery.
 */

const NEW_DEAL_PAGE = `${SALES_PAGE}/deal`;

/** The form of a draft's deal, and the facts of a completed one. */
export function dealPage(saleId: string): string {
  return `${SALES_PAGE}/${saleId}/deal`;
}

/** Where a vehicle's deal starts, or continues. @param inquiryId the inquiry that it starts from */
export function newDealPage(vehicleId: string, inquiryId?: string): string {
  return `${NEW_DEAL_PAGE}?vehicle=${vehicleId}${inquiryId === undefined ? "" : `&inquiry=${inquiryId}`}`;
}

/** The classes that a bill of sale names, as New York words them: 15 NYCRR 78.13(a)(1). */
export const CONDITION_CLASSES = {
  used: "Used vehicle",
  demonstrator: "Demonstrator",
  new: "New vehicle",
  wholesale: "Wholesale vehicle",
  junk: "Junk vehicle",
} as const;
export type ConditionClass = keyof typeof CONDITION_CLASSES;

/** The fees of a deal: each a line of its sale, taxed by default as is usual in New York. */
export const FEES = {
  title: { label: "Title fee", isTaxed: false },
  plates: { label: "Registration and plates", isTaxed: false },
  document: { label: "Dealer's documentation fee", isTaxed: true },
} as const;
type FeeName = keyof typeof FEES;
export const FEE_NAMES = Object.keys(FEES) as FeeName[];

/** The most payments of the form, besides deposit and trade-in. */
export const DEAL_PAYMENTS = 2;

/** What is allowed for a trade-in, in cents, and what it is. */
export interface TradeIn {
  cents: number;
  /** `2009 Honda Civic`; undefined if nothing is known about it. */
  name: string | undefined;
}

/** The trade-in of a deal. */
export function toTradeIn({
  tradeYear,
  tradeMake,
  tradeModel,
  tradeCents,
}: Pick<Row<"deals">, "tradeYear" | "tradeMake" | "tradeModel" | "tradeCents">): TradeIn {
  return {
    cents: tradeCents,
    name: [tradeYear, tradeMake, tradeModel].filter(Boolean).join(" ") || undefined,
  };
}
