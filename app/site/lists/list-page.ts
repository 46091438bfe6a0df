import { countFilters, type VehiclePage } from "~/vehicles/list-query";
import { type ListQuery, listUrl } from "./list-url";

/**
 * The canonical URL of a list: a filtered, searched or sorted list is canonical to the plain list, and each page of the plain
 * list to itself.
 */
export function listPagePath(path: string, query: ListQuery, page: number): string {
  const isPlain = countFilters(query) === 0 && query.sort === "newest";
  return listUrl(path, { page: isPlain ? page : 1 });
}

/** The data of a public list's page: one page of the list, or why it could not be loaded. */
export type ListData<Vehicle> =
  | { page: VehiclePage<Vehicle>; failure?: undefined }
  | { page?: undefined; failure: string };

/** ", page 2"; empty for the first page. */
export function pageSuffix(page: number): string {
  return page > 1 ? `, page ${page}` : "";
}
