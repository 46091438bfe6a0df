/** The message for what is no ZIP code. */
export const INVALID_ZIP = "Please enter the 5 digits of the ZIP code, or all 9";

/** True for a US ZIP code as it is stored: `12545`, `12545-1234`. */
export function isZip(text: string): boolean {
  return /^\d{5}(-\d{4})?$/.test(text);
}

/**
 * True for a US ZIP code, and for the postal code of another country, which has letters: `K1A 0B1`, `CH-8001`. Digits that aren't a ZIP
 * code are a typing error.
 */
export function isPostalCode(text: string): boolean {
  return isZip(text) || /\p{L}/u.test(text);
}

/** A postal code as it is stored: all nine digits with their hyphen, anything else as typed. */
export function formatZip(text: string): string {
  return text.replace(/^(\d{5}) ?[-–—]? ?(\d{4})$/, "$1-$2");
}
