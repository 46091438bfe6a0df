import { foldText } from "~/values/normalize";
import { getChoiceParam, getNumberParam, getPageParam, getTextParam, keysOf } from "~/values/query-params";
import { FIRST_MODEL_YEAR, MILEAGE_MAX, sortLabels } from "./inventory";
import { CONDITIONS, FUEL_TYPES, PRICE_MAX, RETAIL_DRIVE_TYPES } from "./retail";

/** The number of cards on one page of a public list. */
export const VEHICLES_PER_PAGE = 24;
/** A search ignores any words beyond this number. */
export const MAX_SEARCH_WORDS = 8;

export const RETAIL_SORTS = sortLabels(
  "newest",
  "price-low",
  "price-high",
  "mileage-low",
  "year-new",
  "year-old",
);
type RetailSort = keyof typeof RETAIL_SORTS;

export const DISMANTLED_SORTS = sortLabels("newest", "year-new", "year-old", "make");
type DismantledSort = keyof typeof DISMANTLED_SORTS;

/** The query of `/parts`. */
export type DismantledQuery = CommonQuery & { sort: DismantledSort };

/** The query of `/inventory`. */
export type RetailQuery = CommonQuery & {
  priceFrom?: number | undefined;
  priceTo?: number | undefined;
  mileageTo?: number | undefined;
  condition?: (typeof CONDITIONS)[number] | undefined;
  fuel?: (typeof FUEL_TYPES)[number] | undefined;
  drive?: (typeof RETAIL_DRIVE_TYPES)[number] | undefined;
  sort: RetailSort;
};

type CommonQuery = {
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** From 1; a page past the end means the last one. */
  page: number;
};

/** Parses the query of `/inventory`; invalid values are ignored. */
export function readRetailQuery(params: URLSearchParams): RetailQuery {
  return {
    ...readCommonQuery(params),
    priceFrom: getNumberParam(params, "priceFrom", 0, PRICE_MAX),
    priceTo: getNumberParam(params, "priceTo", 0, PRICE_MAX),
    mileageTo: getNumberParam(params, "mileageTo", 0, MILEAGE_MAX),
    condition: getChoiceParam(params, "condition", CONDITIONS),
    fuel: getChoiceParam(params, "fuel", FUEL_TYPES),
    drive: getChoiceParam(params, "drive", RETAIL_DRIVE_TYPES),
    sort: getChoiceParam(params, "sort", keysOf(RETAIL_SORTS)) ?? "newest",
  };
}

/** Parses the query of `/parts`; invalid values are ignored. */
export function readDismantledQuery(params: URLSearchParams): DismantledQuery {
  return {
    ...readCommonQuery(params),
    sort: getChoiceParam(params, "sort", keysOf(DISMANTLED_SORTS)) ?? "newest",
  };
}

function readCommonQuery(params: URLSearchParams): CommonQuery {
  return {
    q: getTextParam(params, "q"),
    make: getTextParam(params, "make"),
    model: getTextParam(params, "model"),
    yearFrom: getNumberParam(params, "yearFrom", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    yearTo: getNumberParam(params, "yearTo", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    page: getPageParam(params),
  };
}

/** The highest model year of a search. */
export const LAST_SEARCHED_YEAR = 2100;

/** The query parameters that `/inventory` and `/parts` read. */
export const RETAIL_SEARCH_PARAMS = Object.keys(readRetailQuery(new URLSearchParams()));
export const DISMANTLED_SEARCH_PARAMS = Object.keys(readDismantledQuery(new URLSearchParams()));

/** The query as the shortest parameters: defaults and empty filters are left out. */
export function writeQuery(query: Partial<RetailQuery> | Partial<DismantledQuery>): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || (name === "page" && value === 1) || (name === "sort" && value === "newest"))
      continue;
    params.set(name, String(value));
  }
  return params;
}

/** How many filters are set: everything but sort and page. */
export function countFilters(query: RetailQuery | DismantledQuery): number {
  const { sort: _sort, page: _page, ...filters } = query;
  return Object.values(filters).filter((value) => value !== undefined).length;
}

/** Splits a search into words, folded. */
export function searchWords(q: string | undefined): string[] {
  return foldText(q ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, MAX_SEARCH_WORDS);
}

/** A make in the filters, with its models and the number of vehicles of each. */
export interface MakeChoice {
  make: string;
  count: number;
  models: { model: string; count: number }[];
}

/** One page of a public list, with the makes for its filters. */
export interface VehiclePage<Vehicle> {
  vehicles: Vehicle[];
  /** How many vehicles match the filters. */
  total: number;
  /** How many vehicles there are without filters. */
  all: number;
  page: number;
  pages: number;
  makes: MakeChoice[];
  /** The part that the search names besides a vehicle: what was typed of it, and its name in the catalog. */
  part?: { q: string; name: string };
}
