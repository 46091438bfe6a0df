import type { StaffListDefinition } from "~/lists/staff";
import { keysOf } from "~/values/query-params";
import { type InventoryDescription, sortLabels } from "~/vehicles/inventory";
import { PART_CATEGORIES } from "./catalog";
import { entryName } from "./entries";

/*
 * A part on the shelf: its statuses with their labels, and its staff list. Its fields are in part-schema.ts, because public pages
 * load this file and must not load zod.
 */

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

/** The staff list of parts, sold and scrapped ones included. */
export const PART_LIST = {
  path: "/admin/parts",
  title: "Parts on the Shelf",
  nouns: ["part", "parts"],
  searchLabel: "Search by part and car, or stock #",
  emptyText: "No parts found. Stock parts from a dismantled vehicle, or add one.",
  statuses: PART_STATUS_LABELS,
  sorts: sortLabels("newest", "oldest", "stock-number", "year-new", "make", "price-low", "price-high"),
  filters: {
    category: {
      label: "Category",
      any: "Any category",
      choices: Object.fromEntries(PART_CATEGORIES.map(({ id, name }) => [id, name])),
    },
    part: { label: "Part", any: "Such as alternator", choices: {}, input: "text" },
    make: { label: "Make", any: "Any make", choices: {}, input: "text" },
    model: { label: "Model", any: "Any model", choices: {}, input: "text" },
    year: { label: "Year", any: "", choices: {}, input: "year" },
    location: { label: "Location", any: "Such as A-3", choices: {}, input: "text" },
    age: {
      label: "On the Shelf",
      any: "Any time",
      choices: {
        "new-7": "Up to 7 days",
        "new-30": "Up to 30 days",
        "old-90": "90 days or more",
        "old-180": "180 days or more",
        "old-365": "A year or more",
      },
    },
    missing: {
      label: "Missing",
      any: "Any",
      choices: { price: "No price", picture: "No picture", location: "No location" },
    },
    donor: { label: "Donor Stock #", any: "Any vehicle", choices: {}, input: "text" },
  },
  bulk: ["location", "price"],
} satisfies StaffListDefinition;

export const PART = {
  kind: "part",
  recordKind: "part",
  table: "parts",
  path: "/admin/parts",
  list: PART_LIST,
  noun: "Part",
  nameOf: (part) => `${partTitle(part)}, stock # ${part.stockNumber}`,
  deleteQuestion: "Are you sure you want to delete this part?",
} as const satisfies InventoryDescription;

/* Messages when a part cannot be shown. */
export const FETCH_PARTS_FAILED = "Failed to fetch parts";
export const INVALID_PART_ID = "Invalid part ID";
export const PART_NOT_FOUND = "Part not found";

interface NamedPart {
  entryId?: string | undefined;
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

/** `2010 Honda Accord Alternator`. */
export function partTitle({ entryId, year, make, model }: NamedPart): string {
  return [year, make, model, entryName(entryId ?? "")].filter(Boolean).join(" ");
}

/** The staff list of a donor's parts. */
export function partsOfDonorUrl(stockNumber: string): string {
  return `${PART_LIST.path}?${new URLSearchParams({ donor: stockNumber })}`;
}

/** What becomes of so many parts of several cars that are scrapped; undefined if there are none. */
export function partsOfScrappedNote(count: number): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "Their 1 part stays for sale and keeps what is known of its car."
    : `Their ${count.toLocaleString("en-US")} parts stay for sale and keep what is known of their cars.`;
}

/** What becomes of so many parts of a car that is deleted; undefined if there are none. */
export function partsLeftNote(count = 0): string | undefined {
  if (count === 0) return undefined;
  return count === 1
    ? "Its 1 part stays for sale and keeps what is known of this car."
    : `Its ${count.toLocaleString("en-US")} parts stay for sale and keep what is known of this car.`;
}

/** The path of a part's public page. */
export function partPath({ _id }: { _id: string }): string {
  return `/part/${_id}`;
}
