import { formatExactPrice } from "~/values/money";

/** A price raised or lowered by a percentage, in whole dollars and never below one. */
export function priceAfter(price: number, percent: number): number {
  return price === 0 ? 0 : Math.max(1, Math.round(price * (1 + percent / 100)));
}

/** `+5%` */
export function formatPercent(percent: number): string {
  return `${percent > 0 ? "+" : ""}${percent}%`;
}

/** What a part costs besides its price: `Core charge: $20.00, paid back when you bring us the old part` */
export function describeCoreCharge(dollars: number): string {
  return `Core charge: ${formatExactPrice(dollars)}, paid back when you bring us the old part`;
}
