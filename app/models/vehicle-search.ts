import { z } from "zod";
import { CONDITIONS, FUEL_TYPES, PRICE_MAX, RETAIL_DRIVE_TYPES } from "./retail-vehicle";
import { foldText, MAX_LINE_LENGTH, tidyLine } from "./text";
import { FIRST_MODEL_YEAR, MILEAGE_MAX } from "./vehicle";

/** Cards on one page of a public list. */
export const VEHICLES_PER_PAGE = 24;
/** Words of a search that count. */
export const MAX_SEARCH_WORDS = 8;

export const RETAIL_SORTS = {
  newest: "Newest first",
  "price-low": "Price: low to high",
  "price-high": "Price: high to low",
  "mileage-low": "Mileage: low to high",
  "year-new": "Year: new to old",
  "year-old": "Year: old to new",
} as const;
export type RetailSort = keyof typeof RETAIL_SORTS;

export const DISMANTLED_SORTS = {
  newest: "Newest first",
  "year-new": "Year: new to old",
  "year-old": "Year: old to new",
  make: "Make: A to Z",
} as const;
export type DismantledSort = keyof typeof DISMANTLED_SORTS;

// An address is typed, shared and mangled by hand: what cannot be read in it is left out, never refused.
const leftOut = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const line = z
  .string()
  .transform(tidyLine)
  .transform((text) => text.slice(0, MAX_LINE_LENGTH) || undefined);
const number = (min: number, max: number) =>
  leftOut(
    z
      .string()
      .transform((text) => (text.trim() === "" ? undefined : Number(text.replace(/[$,\s]/g, ""))))
      .pipe(z.number().int().min(min).max(max).optional()),
  );

const commonQuery = {
  q: leftOut(line),
  make: leftOut(line),
  model: leftOut(line),
  yearFrom: number(FIRST_MODEL_YEAR, 2100),
  yearTo: number(FIRST_MODEL_YEAR, 2100),
  page: number(1, 100_000).transform((page) => page ?? 1),
};

const sorts = <Sort extends string>(labels: Record<Sort, string>) =>
  z.enum(Object.keys(labels) as [Sort, ...Sort[]]).catch("newest" as Sort);

export const retailQuerySchema = z.object({
  ...commonQuery,
  priceFrom: number(0, PRICE_MAX),
  priceTo: number(0, PRICE_MAX),
  mileageTo: number(0, MILEAGE_MAX),
  condition: leftOut(z.enum(CONDITIONS)),
  fuel: leftOut(z.enum(FUEL_TYPES)),
  drive: leftOut(z.enum(RETAIL_DRIVE_TYPES)),
  sort: sorts(RETAIL_SORTS),
});
export type RetailQuery = z.output<typeof retailQuerySchema>;

export const dismantledQuerySchema = z.object({ ...commonQuery, sort: sorts(DISMANTLED_SORTS) });
export type DismantledQuery = z.output<typeof dismantledQuerySchema>;

/** What an address of `/inventory` asks for. */
export function readRetailQuery(params: URLSearchParams): RetailQuery {
  return retailQuerySchema.parse(Object.fromEntries(params));
}

/** What an address of `/parts` asks for. */
export function readDismantledQuery(params: URLSearchParams): DismantledQuery {
  return dismantledQuerySchema.parse(Object.fromEntries(params));
}

/** The shortest address that asks for the same: defaults and empty filters are left out. */
export function writeQuery(query: Partial<RetailQuery> | Partial<DismantledQuery>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || (name === "page" && value === 1) || (name === "sort" && value === "newest"))
      continue;
    params.set(name, String(value));
  }
  return params;
}

/** How many filters narrow the list: everything but sort and page. */
export function countFilters(query: RetailQuery | DismantledQuery): number {
  const { sort: _sort, page: _page, ...filters } = query;
  return Object.values(filters).filter((value) => value !== undefined).length;
}

/** The folded words of a search, as `searchText` holds them. */
export function searchWords(q: string | undefined): string[] {
  return foldText(q ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MAX_SEARCH_WORDS);
}

/** What a search looks through: the words that a visitor knows of a vehicle, folded. */
export function searchTextOf(words: readonly (string | number | undefined | null)[]): string {
  return foldText(words.filter((word) => word !== undefined && word !== null && word !== "").join(" "));
}

/** What the filters offer: each make with its models and how many vehicles of it there are. */
export interface MakeChoice {
  make: string;
  count: number;
  models: { model: string; count: number }[];
}

/** One page of a list, and what the filters offer. */
export interface VehiclePage<Vehicle> {
  vehicles: Vehicle[];
  /** How many match the filters. */
  total: number;
  /** How many there are in all. */
  all: number;
  page: number;
  pages: number;
  makes: MakeChoice[];
}
