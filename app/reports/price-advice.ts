/*
 * What a part's price could be, and whether to stay with it. The rule is of thumb, so it says its reason, and changes no price.
 */

/** What an advice depends on. */
interface PriceFacts {
  /** How long the part has been here. */
  days: number;
  /** How often one for the same model was sold or asked for in the last year. */
  wanted: number;
  /** How many for the same model are on the shelf, with this one. */
  onShelf: number;
}

export interface PriceAdvice {
  /** `Hold`: stay with the price. `Deal`: give in to an offer. `Discount`: lower it. */
  advice: "Hold" | "Deal" | "Discount";
  reason: string;
}

const HALF_YEAR = 182;
const YEAR = 365;
/** From so many on, one more is too many. */
const PLENTY = 4;

/** Whether to hold the price of a part, to make a deal, or to lower it. */
export function adviseOnPrice({ days, wanted, onShelf }: PriceFacts): PriceAdvice {
  const facts = `Here for ${age(days)}; ${demand(wanted)} in a year; ${onShelf === 1 ? "the only one" : `${onShelf} on the shelf`}.`;
  if (wanted >= 2 && wanted >= onShelf) return { advice: "Hold", reason: facts };
  if (days > YEAR && wanted === 0) return { advice: "Discount", reason: facts };
  if (days > HALF_YEAR && wanted <= 1) return { advice: "Deal", reason: facts };
  if (onShelf >= PLENTY && wanted < onShelf) return { advice: "Deal", reason: facts };
  return { advice: "Hold", reason: facts };
}

/** The middle one, the lower of two; undefined for none. */
export function medianOf(numbers: readonly number[]): number | undefined {
  return [...numbers].sort((one, other) => one - other)[Math.floor((numbers.length - 1) / 2)];
}

function age(days: number): string {
  if (days < 60) return days === 1 ? "1 day" : `${days} days`;
  const months = Math.floor(days / 30.4);
  return months < 24 ? `${months} months` : `${Math.floor(days / YEAR)} years`;
}

function demand(wanted: number): string {
  if (wanted === 0) return "nobody wanted one";
  return wanted === 1 ? "wanted once" : `wanted ${wanted} times`;
}
