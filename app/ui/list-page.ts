import { countFilters } from "~/models/vehicle-search";
import type { Arriving } from "./arrival";
import { type ListQuery, listAddress } from "./list-address";

/**
 * The one address of a list: filters, search and sort give other cuts of the same list, so they lead to the list itself; each
 * of its plain pages has vehicles of its own and keeps its number.
 */
export function listPagePath(path: string, query: ListQuery, page: number): string {
  const isPlain = countFilters(query) === 0 && query.sort === "newest";
  return listAddress(path, { page: isPlain ? page : 1 });
}

/** The number of the page that is shown: the asked one, as long as the list is under way, since then nobody knows better. */
export function pageShown({ page }: { page: Arriving<{ page: number }> }, asked: ListQuery): number {
  return page instanceof Promise ? asked.page : page.page;
}

/** ", page 2", where there is one to tell apart. */
export function pageWords(page: number): string {
  return page > 1 ? `, page ${page}` : "";
}
