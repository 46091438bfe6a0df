/** The middle of the values; of two middles the lower. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN;
}

/** `12,345` */
export function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** A figure that an option asked for, at least 1; ends the process with a sentence where it is none. */
export function countFrom(option: string, text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1) return count;
  console.error(`--${option} takes a whole number from 1 on, not "${text}".`);
  return process.exit(1);
}
