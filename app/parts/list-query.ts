import { getChoiceParam, getNumberParam, getPageParam, getTextParam, keysOf } from "~/values/query-params";
import { FIRST_MODEL_YEAR, sortLabels } from "~/vehicles/inventory";
import { LAST_SEARCHED_YEAR } from "~/vehicles/list-query";

/** The orders of the parts that the API lists for the public. */
export const PART_SORTS = sortLabels("newest", "price-low", "price-high");
type PartSort = keyof typeof PART_SORTS;

/** The query of the same list. */
export type PartQuery = {
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** This model year alone. */
  year?: number | undefined;
  /** The id of a catalog entry. */
  entryId?: string | undefined;
  sort: PartSort;
  /** From 1; a page past the end means the last one. */
  page: number;
};

/** Parses the query of `/api/parts`; invalid values are ignored. */
export function readPartQuery(params: URLSearchParams): PartQuery {
  return {
    q: getTextParam(params, "q"),
    make: getTextParam(params, "make"),
    model: getTextParam(params, "model"),
    yearFrom: getNumberParam(params, "yearFrom", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    yearTo: getNumberParam(params, "yearTo", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    year: getNumberParam(params, "year", FIRST_MODEL_YEAR, LAST_SEARCHED_YEAR),
    entryId: getTextParam(params, "entryId"),
    sort: getChoiceParam(params, "sort", keysOf(PART_SORTS)) ?? "newest",
    page: getPageParam(params),
  };
}
