/** `2008–2012`, or `2010` where both are the same: model years, inclusive. */
export function formatYears(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}
