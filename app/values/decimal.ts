import { withoutThousands } from "./thousands";

/*
 * Decimal numbers as whole numbers of their last place, so that no sum depends on fractions that a computer can't hold: money in cents,
 * hours and quantities in hundredths, tax rates in thousandths of a percent.
 */

/**
 * The quotient of whole numbers, rounded half up, and half away from zero below it: what is given back is what was charged.
 * @param divisor above 0
 */
export function divideHalfUp(dividend: number, divisor: number): number {
  const quotient = Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
  return dividend < 0 && quotient > 0 ? -quotient : quotient;
}

/** `1.5` for 150 hundredths. */
export function formatHundredths(hundredths: number): string {
  return String(hundredths / 100);
}

/** `8.125%` for 8125 thousandths. */
export function formatTaxRate(taxRate: number): string {
  return `${taxRate / 1000}%`;
}

/**
 * A decimal number as typed, in units of its last possible place: `1.5` is 150 hundredths. A comma only separates thousands: `1,5` is a
 * typing error, and not 15. Undefined for anything else.
 */
export function parseDecimal(typed: string, places: number): number | undefined {
  const [, whole = "", fraction = ""] = /^(\d{0,6})(?:\.(\d*))?$/.exec(withoutThousands(typed.trim())) ?? [];
  if (whole + fraction === "" || fraction.length > places) return undefined;
  return Number(whole + fraction.padEnd(places, "0"));
}

/** Dollars as they are being typed, in cents: `$1,250.5` is 125,050. Undefined for anything else. */
export function parseCents(typed: string): number | undefined {
  return parseDecimal(typed.trim().replace(/^\$/, ""), 2);
}
