import { getChoiceParam, getNumberParam, getPageParam, getTextParam } from "~/values/query-params";
import { FIRST_MODEL_YEAR } from "~/vehicles/inventory";
import { LAST_SEARCHED_YEAR } from "~/vehicles/search";

/** The query of the public list of parts. */
export type PartQuery = {
  q?: string | undefined;
  make?: string | undefined;
  model?: string | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  sort: "newest" | "price-low" | "price-high";
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
    sort: getChoiceParam(params, "sort", ["newest", "price-low", "price-high"]) ?? "newest",
    page: getPageParam(params),
  };
}
