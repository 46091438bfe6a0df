import { keysOf } from "~/values/query-params";
import { recordPath } from "~/values/record-path";
import { entryName } from "./catalog";

/* A part on the shelf: its statuses with their labels, and its name. Public pages load this file, and not its definition in parts.ts. */

export const PART_STATUS_LABELS = {
  Available: "Available",
  "On hold": "On hold",
  Sold: "Sold",
  Scrapped: "Scrapped",
} as const;
export const PART_STATUSES = keysOf(PART_STATUS_LABELS);
export type PartStatus = keyof typeof PART_STATUS_LABELS;

/** The statuses in which a search finds a part. */
export const PUBLIC_PART_STATUSES: readonly PartStatus[] = ["Available", "On hold"];
/** Its staff pages, and their list. */
export const STAFF_PARTS_PAGE = "/admin/parts";
/** How many days a sold part keeps its page. */
export const SOLD_PAGE_DAYS = 90;
/** How many hours a part is held for a customer. */
export const HOLD_HOURS = 48;

export const PART_STATUS_TONES = {
  Available: "green",
  "On hold": "yellow",
  Sold: "red",
  Scrapped: "red",
} as const satisfies Record<PartStatus, string>;

/** The highest price of a part, in dollars; anything more is a typo. */
export const PART_PRICE_MAX = 100_000;
/** The highest weight, in pounds. */
export const PART_WEIGHT_MAX = 5_000;

interface NamedPart {
  entryId?: string | undefined;
  year?: number | null | undefined;
  make?: string | null | undefined;
  model?: string | null | undefined;
}

/** `2010 Honda Accord Alternator`. */
export function partTitle({ entryId, year, make, model }: NamedPart): string {
  return [year, make, model, entryName(entryId ?? "")].filter(Boolean).join(" ");
}

/** The staff list of a donor's parts. */
export function partsOfDonorUrl(stockNumber: string): string {
  return `${STAFF_PARTS_PAGE}?${new URLSearchParams({ donor: stockNumber })}`;
}

/** What happens to this many parts of several cars that are scrapped; undefined if there are none. */
export function partsOfScrappedNote(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "Their 1 part stays for sale and keeps what is known about its car."
    : `Their ${count.toLocaleString("en-US")} parts stay for sale and keep what is known about their cars.`;
}

/** What happens to this many parts of a car that is deleted; undefined if there are none. */
export function partsLeftNote(count = 0): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "Its 1 part stays for sale and keeps what is known about this car."
    : `Its ${count.toLocaleString("en-US")} parts stay for sale and keep what is known about this car.`;
}

/** The path of a part's public page. */
export function partPath({ _id, ...named }: NamedPart & { _id: string }): string {
  return recordPath("/part", _id, partTitle(named));
}
