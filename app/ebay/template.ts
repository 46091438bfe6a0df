/*
 * A template of eBay's file exchange: lines of information that begin with "Info" or "#", a row of headings, and perhaps a row
 * that says what the owner wants in the columns that we know nothing of.
 */

/** A template as it was uploaded, in parts. */
export interface EbayTemplate {
  /** The rows above the headings, to be written as they are. */
  info: string[][];
  headings: string[];
  /** The row below the headings, by column; empty texts if there is none. */
  defaults: string[];
}

export const NO_TEMPLATE =
  "This isn't an eBay template: no row has an Action column. Download one in eBay's Seller Hub under Reports, Uploads.";

/**
 * Takes the rows of a template apart.
 * @returns undefined if no row has a heading `Action`
 */
export function readTemplate(rows: readonly (readonly string[])[]): EbayTemplate | undefined {
  const start = rows.findIndex((cells) => cells.some((cell) => headingKey(cell) === "action"));
  const headings = rows[start]?.map((cell) => cell.trim());
  if (!headings) return undefined;
  const last = headings.findLastIndex((heading) => heading !== "");
  const below = rows.slice(start + 1).find((cells) => cells.some((cell) => cell.trim() !== ""));
  return {
    info: rows.slice(0, start).map((cells) => [...cells]),
    headings: headings.slice(0, last + 1),
    defaults: headings.slice(0, last + 1).map((_, column) => below?.[column]?.trim() ?? ""),
  };
}

/** `*Action(SiteID=US|Version=1193)` as `action`, `C:Placement on Vehicle` as `c:placementonvehicle`. */
export function headingKey(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/\([^()]*\)/g, "")
    .replace(/[^a-z0-9:]/g, "");
}

/** True if eBay rejects a row without it. */
export function isRequired(heading: string): boolean {
  return heading.trim().startsWith("*");
}
