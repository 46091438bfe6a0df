import { divideHalfUp } from "~/values/decimal";
import { type PaymentMethod, SALE_LINE_KINDS, type SaleLineKind } from "./sale";

/*
 * What a sale adds up to. Rounding is defined only here: a line's amount is rounded half up to a cent, and so is the tax of each line. A
 * discount comes off the goods in proportion, to the cent, before tax.
 */

/** What counts in a line. */
export interface CountedLine {
  kind: SaleLineKind;
  /** In hundredths. */
  quantity: number;
  /** For one; null if it isn't known yet, and for a discount in percent. */
  priceCents: number | null;
  /** Of a discount, in thousandths of a percent. */
  percent?: number | null;
  isTaxed: boolean;
}

/** What a line adds to its sale, in cents. */
interface LineSums {
  /** Below 0 for a discount. */
  amountCents: number;
  /** Its share of all discounts, above 0. */
  discountCents: number;
  taxCents: number;
  /** The rate that it is taxed at; 0 if it isn't taxed. */
  taxRate: number;
}

/** In cents: `totalCents` is goods less discount, with tax. */
interface SaleSums {
  lines: LineSums[];
  goodsCents: number;
  discountCents: number;
  taxCents: number;
  totalCents: number;
  /** True if the discounts are more than what they come off. */
  isDiscountTooBig: boolean;
}

interface Counted {
  lines: readonly CountedLine[];
  taxRate: number;
  isExempt: boolean;
  /** How much of a trade-in comes off the price of the vehicles before tax, in cents. */
  untaxedCents?: number | undefined;
}

/** Adds a sale up. */
export function addUpSale({ lines, taxRate, isExempt, untaxedCents = 0 }: Counted): SaleSums {
  const gross = lines.map(({ kind, quantity, priceCents }) =>
    kind === "discount" ? 0 : divideHalfUp(quantity * (priceCents ?? 0), 100),
  );
  const discounted = lines.map(({ kind }, index) =>
    SALE_LINE_KINDS[kind].isDiscounted ? (gross[index] ?? 0) : 0,
  );
  const base = sum(discounted);
  const discounts = lines.map(({ kind, percent, quantity, priceCents }) => {
    if (kind !== "discount") return 0;
    return percent ? divideHalfUp(base * percent, 100_000) : divideHalfUp(quantity * (priceCents ?? 0), 100);
  });
  const discount = sum(discounts);
  const isDiscountTooBig = discount > base;
  const shares = isDiscountTooBig ? discounted : share(discount, discounted);
  const rates = lines.map(({ kind, isTaxed }) => (isTaxed && !isExempt && kind !== "discount" ? taxRate : 0));
  const taxedPrices = lines.map(({ kind }, index) =>
    kind === "vehicle" && rates[index] ? (gross[index] ?? 0) - (shares[index] ?? 0) : 0,
  );
  const untaxed = splitUntaxed(untaxedCents, taxedPrices);
  const counted = lines.map(({ kind }, index): LineSums => {
    const amount = kind === "discount" ? 0 : (gross[index] ?? 0);
    const [discountCents, rate] = [shares[index] ?? 0, rates[index] ?? 0];
    return {
      amountCents: kind === "discount" ? 0 - (discounts[index] ?? 0) : amount,
      discountCents,
      taxCents: divideHalfUp((amount - discountCents - (untaxed[index] ?? 0)) * rate, 100_000),
      taxRate: rate,
    };
  });
  const [goodsCents, taxCents] = [sum(gross), sum(counted.map((line) => line.taxCents))];
  return {
    lines: counted,
    ...{ goodsCents, discountCents: discount, taxCents },
    totalCents: goodsCents - discount + taxCents,
    isDiscountTooBig,
  };
}

/** How much of a trade-in comes off each taxed vehicle of a sale: the first ones first, and never more than a vehicle's price, in cents. */
export function splitUntaxed(untaxedCents: number, prices: readonly number[]): number[] {
  let left = untaxedCents;
  return prices.map((price) => {
    const off = Math.min(left, price);
    left -= off;
    return off;
  });
}

/** Splits an amount in proportion, to the cent: what is left of rounding down goes to the largest remainders, the first ones first. */
function share(amount: number, parts: readonly number[]): number[] {
  const whole = sum(parts);
  if (whole === 0) return parts.map(() => 0);
  // A bigint, since a discount times an amount may be more than a number holds exactly.
  const exact = parts.map((part) => BigInt(amount) * BigInt(part));
  const shares = exact.map((product) => Number(product / BigInt(whole)));
  const remainders = exact.map((product) => Number(product % BigInt(whole)));
  const order = parts.map((_, index) => index).sort((a, b) => (remainders[b] ?? 0) - (remainders[a] ?? 0));
  const left = amount - sum(shares);
  for (const index of order.slice(0, left)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

/** What someone pays for a sale; without an amount, what is left to pay. */
export interface GivenPayment {
  method: PaymentMethod;
  /** Cash as it is handed over. */
  givenCents: number | null;
}

/** What pays for a sale. `leftCents` is what is still to pay, below 0 if more is paid than is due. */
interface Settlement {
  payments: { amountCents: number; changeCents: number }[];
  paidCents: number;
  leftCents: number;
}

/** Settles a total: other payments first, then cash, which gives change, then those without an amount. */
export function settle(totalCents: number, given: readonly GivenPayment[]): Settlement {
  let left = totalCents;
  const payments = given.map(() => ({ amountCents: 0, changeCents: 0 }));
  const pay = (index: number, amountCents: number, changeCents = 0) => {
    payments[index] = { amountCents, changeCents };
    left -= amountCents;
  };
  given.forEach(({ method, givenCents }, index) => {
    if (method !== "cash" && givenCents !== null) pay(index, givenCents);
  });
  given.forEach(({ method, givenCents }, index) => {
    if (method !== "cash" || givenCents === null) return;
    const amount = Math.min(givenCents, Math.max(left, 0));
    pay(index, amount, givenCents - amount);
  });
  given.forEach(({ givenCents }, index) => {
    if (givenCents === null) pay(index, Math.max(left, 0));
  });
  return { payments, paidCents: totalCents - left, leftCents: left };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
