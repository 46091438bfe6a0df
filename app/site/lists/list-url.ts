import { type DismantledQuery, type RetailQuery, writeQuery } from "~/vehicles/list-query";

export type ListQuery = RetailQuery | DismantledQuery;

/** The shortest URL of a list with these filters: `/inventory?make=Ford`. */
export function listUrl(path: string, query: Partial<ListQuery>): string {
  const params = writeQuery(query).toString();
  return params ? `${path}?${params}` : path;
}

/** The query without one filter, on the first page; removing the make removes the model too. */
export function withoutFilter(query: ListQuery, name: string): Partial<ListQuery> {
  const without = { ...query, [name]: undefined, page: 1 };
  return name === "make" ? { ...without, model: undefined } : without;
}
