import type { IsoDay } from "~/values/typed-date";

/*
 * The book of what the yard bought and what became of it, as an inspector reads it. It has no prices. A line never changes: what was
 * wrong is said right in a new line that names the old one.
 */

export const BOOK_PAGE = "/admin/book";
export const BOOK_CSV = "/admin/book/lines.csv";

/** What a line is about. */
export const BOOK_WHAT = {
  car: "Car",
  core: "Core",
  "catalytic-converter": "Catalytic converter",
  "air-bag": "Air bag",
  part: "Other part",
} as const;
export type BookWhat = keyof typeof BOOK_WHAT;

/** How it came or left. */
export const BOOK_WAYS = {
  bought: "Bought",
  sold: "Sold",
  crushed: "Crushed",
  scrapped: "Scrapped",
  other: "Other",
} as const;
export type BookWay = keyof typeof BOOK_WAYS;

/** Whether a car has its catalytic converters, or its air bags. */
export const MAJOR_PARTS = {
  present: "Present",
  some: "Some missing",
  missing: "Missing",
  none: "Never had any",
} as const;

/** What a line says. What is not known is left out. */
export interface BookContent {
  what: BookWhat;
  way: BookWay;
  /** The day on which it was bought or left. */
  on: IsoDay;
  /** `2012 Honda Accord` */
  name: string;
  quantity?: number | undefined;
  stockNumber?: string | undefined;
  vin?: string | undefined;
  odometer?: number | undefined;
  /** From whom, or to whom. */
  party?: BookParty | undefined;
  title?: string | undefined;
  /** The number of the state's form: `MV-907A`. */
  formNumber?: string | undefined;
  catalyticConverters?: keyof typeof MAJOR_PARTS | undefined;
  airBags?: keyof typeof MAJOR_PARTS | undefined;
  /** Why a line was corrected. */
  reason?: string | undefined;
  /** A correction that takes the line back: it was entered by mistake, or the car is back. */
  isVoid?: boolean | undefined;
}

interface BookParty {
  name: string;
  address?: string | undefined;
  /** The identification number of a business: its facility number. */
  number?: string | undefined;
}

/** A line as it is in the book. */
export interface BookLine {
  sequence: number;
  previousHash: string;
  hash: string;
  at: string;
  day: IsoDay;
  direction: "in" | "out";
  subjectKind: string;
  subjectId: string;
  corrects: number | null;
  by: string | null;
  content: BookContent;
}

/** The start of a hash, to be compared by eye. */
export function shortHash(hash: string): string {
  return hash.slice(0, 16);
}

/** A typed address of several lines on one; undefined if there is none. */
export function toAddressLine(text: string | null | undefined): string | undefined {
  const lines = (text ?? "").split("\n").map((line) => line.trim());
  return lines.filter(Boolean).join(", ") || undefined;
}

/** `Ann Lee, 12 Main St, Millbrook, NY 12545, facility 7000000` */
export function partyText({ name, address, number }: BookParty): string {
  return [name, address, number && `facility ${number}`].filter(Boolean).join(", ");
}
