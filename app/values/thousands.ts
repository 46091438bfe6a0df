/** A whole number with commas between its thousands, as a pattern: `1,250`, but not `12,50` or `0,500`. */
export const WITH_THOUSANDS = String.raw`[1-9]\d{0,2}(,\d{3})+`;

/** A number as typed without the commas between its thousands. Any other comma stays: `12,50` isn't a number, and not 1250. */
export function withoutThousands(typed: string): string {
  return typed.replace(LEADING, (whole) => whole.replaceAll(",", ""));
}

const LEADING = new RegExp(String.raw`^-?${WITH_THOUSANDS}(?![\d,])`);
