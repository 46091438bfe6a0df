import { z } from "zod";
import { withoutThousands } from "./thousands";

/**
 * Dollars with at most two decimals, as a number or as typed; commas between thousands are ignored.
 * @param message for anything else
 */
export function dollarsSchema(message: string, { min, max }: { min: number; max: number }) {
  return z
    .union([z.number(), z.string().transform(parseDollars)], message)
    .pipe(z.number(message).min(min, message).max(max, message).refine(isWholeCents, message));
}

/** The same, which comes out in cents. */
export function centsSchema(message: string, limits: { min: number; max: number }) {
  return dollarsSchema(message, limits).transform(toCents);
}

/** The cents of an amount in dollars, as a column stores it. */
export function toCents(dollars: number): number {
  return Math.round(dollars * 100);
}

const exact = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** `$12,995.00`: with cents, as a quote is written. */
export function formatExactPrice(dollars: number): string {
  return exact.format(dollars);
}

/** `12995.00`: what a form's field shows of an amount in cents; empty for none. */
export function formatTypedPrice(cents: number | null): string {
  return cents === null ? "" : (cents / 100).toFixed(2);
}

// `12.995` and `12,9` are typing errors, not 13 and 129 dollars.
function parseDollars(text: string): number {
  const amount = withoutThousands(text.trim().replace(/^\$\s*/, ""));
  return /^\d*(\.\d{0,2})?$/.test(amount) && /\d/.test(amount) ? Number(amount) : Number.NaN;
}

/** Whether dollars have at most two decimals. */
export function isWholeCents(dollars: number): boolean {
  return Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6;
}
