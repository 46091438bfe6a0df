/** The value that a share of the sorted values does not exceed: 0.5 is the median, 1 the largest. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Prints a Markdown table with its figures right-aligned. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const alignment = head.map((_, column) => (column === 0 ? "---" : "---:"));
  console.log(`\n${[head, alignment, ...rows].map(line).join("\n")}\n`);
}

/** Reads an option that takes a whole number of at least 1; ends the process if it is anything else. */
export function positiveInteger(option: string, value: string): number {
  if (/^[1-9]\d*$/.test(value)) return Number(value);
  console.error(`--${option} takes a whole number of at least 1, not "${value}".`);
  return process.exit(1);
}

/** All records of a list. */
export async function readAll<Record>({ batches }: { batches: AsyncIterable<Record[]> }): Promise<Record[]> {
  const records: Record[] = [];
  for await (const batch of batches) records.push(...batch);
  return records;
}
