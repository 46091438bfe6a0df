import { amountIn, choiceIn, keysOf, lineIn, pageIn } from "./address-words";
import { CONDITIONS, FUEL_TYPES, PRICE_MAX, RETAIL_DRIVE_TYPES } from "./retail-vehicle";
import { foldText } from "./tidy";
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

/** What an address of `/parts` can ask for. */
export type DismantledQuery = CommonQuery & { sort: DismantledSort };

/** What an address of `/inventory` can ask for. */
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
  /** From 1; one past the end asks for the last. */
  page: number;
};

/** What an address of `/inventory` asks for. */
export function readRetailQuery(params: URLSearchParams): RetailQuery {
  return {
    ...readCommonQuery(params),
    priceFrom: amountIn(params, "priceFrom", 0, PRICE_MAX),
    priceTo: amountIn(params, "priceTo", 0, PRICE_MAX),
    mileageTo: amountIn(params, "mileageTo", 0, MILEAGE_MAX),
    condition: choiceIn(params, "condition", CONDITIONS),
    fuel: choiceIn(params, "fuel", FUEL_TYPES),
    drive: choiceIn(params, "drive", RETAIL_DRIVE_TYPES),
    sort: choiceIn(params, "sort", keysOf(RETAIL_SORTS)) ?? "newest",
  };
}

/** What an address of `/parts` asks for. */
export function readDismantledQuery(params: URLSearchParams): DismantledQuery {
  return {
    ...readCommonQuery(params),
    sort: choiceIn(params, "sort", keysOf(DISMANTLED_SORTS)) ?? "newest",
  };
}

function readCommonQuery(params: URLSearchParams): CommonQuery {
  return {
    q: lineIn(params, "q"),
    make: lineIn(params, "make"),
    model: lineIn(params, "model"),
    yearFrom: amountIn(params, "yearFrom", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    yearTo: amountIn(params, "yearTo", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    page: pageIn(params),
  };
}

const LAST_SEARCHED_YEAR = 2100;

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
