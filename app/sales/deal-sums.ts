import { parseCents } from "~/values/decimal";
import { FEE_NAMES, FEES } from "./deal";
import { NO_TAX, type TaxRate } from "./sale";
import { addUpSale } from "./sums";

/** What a deal adds up to, in cents. */
interface DealTotals {
  /** The fees that are charged. */
  fees: { label: string; cents: number }[];
  priceCents: number;
  taxCents: number;
  totalCents: number;
  tradeCents: number;
  /** What is left after the trade-in and payments so far. */
  balanceCents: number;
}

interface DealRules {
  rates: readonly TaxRate[];
  tradeReducesTax: boolean;
  /** Payments so far, in cents. */
  takenCents: number;
}

/**
 * Adds a deal up as it is typed, as its draft will be: an unreadable amount counts as nothing until it is fixed.
 * @param text what a field of the form has, by its name
 */
export function addUpDeal(
  text: (name: string) => string,
  { rates, tradeReducesTax, takenCents }: DealRules,
): DealTotals {
  const cents = (name: string) => parseCents(text(name)) ?? 0;
  const fees = FEE_NAMES.map((name) => ({
    label: FEES[name].label,
    cents: cents(`fees.${name}.amount`),
    isTaxed: text(`fees.${name}.isTaxed`) === "yes",
  })).filter((fee) => fee.cents > 0);
  const [priceCents, tradeCents] = [cents("price"), cents("tradeAllowance")];
  const place = text("taxPlace");
  const { taxCents, totalCents } = addUpSale({
    lines: [
      { kind: "vehicle", quantity: 100, priceCents, isTaxed: true },
      ...fees.map((fee) => ({
        ...{ kind: "other" as const, quantity: 100 },
        ...{ priceCents: fee.cents, isTaxed: fee.isTaxed },
      })),
    ],
    taxRate: place === NO_TAX ? 0 : (rates.find((rate) => rate.place === place)?.rate ?? 0),
    isExempt: text("taxExemptNumber").trim() !== "",
    untaxedCents: tradeReducesTax ? tradeCents : 0,
  });
  return {
    fees: fees.map(({ label, cents }) => ({ label, cents })),
    ...{ priceCents, taxCents, totalCents, tradeCents },
    balanceCents: totalCents - tradeCents - takenCents,
  };
}
