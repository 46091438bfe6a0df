import type { StaffListDefinition } from "~/lists/staff";
import { keysOf } from "~/values/query-params";
import { type InventoryDescription, sortLabels } from "~/vehicles/inventory";
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

/** The fields that never leave through a public page or endpoint. */
export const PART_STAFF_FIELDS = [
  "notes",
  "location",
  "gradeOverride",
  "heldUntil",
  "heldFor",
  "soldTo",
  "soldPrice",
] as const;

/** The staff list of parts, sold and scrapped ones included. */
export const PART_LIST = {
  path: "/admin/parts",
  title: "Parts on the Shelf",
  nouns: ["part", "parts"],
  searchLabel: "Search by part and car, or stock #",
  emptyText: "No parts found. Take parts in from a dismantled vehicle, or add one.",
  statuses: PART_STATUS_LABELS,
  sorts: sortLabels("newest", "oldest", "stock-number", "year-new", "make", "price-low", "price-high"),
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

/** The path of a part's public page. */
export function partPath({ _id }: { _id: string }): string {
  return `/part/${_id}`;
}
