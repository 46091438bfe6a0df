import { type DismantledQuery, type RetailQuery, writeQuery } from "~/models/vehicle-search";

export type ListQuery = RetailQuery | DismantledQuery;

/** The shortest address of a list under these filters: `/inventory?make=Ford`. */
export function listAddress(path: string, query: Partial<ListQuery>): string {
  const params = writeQuery(query).toString();
  return params ? `${path}?${params}` : path;
}

/** The same query without one filter and back on its first page; a model goes with its make. */
export function withoutFilter(query: ListQuery, name: string): Partial<ListQuery> {
  const without = { ...query, [name]: undefined, page: 1 };
  return name === "make" ? { ...without, model: undefined } : without;
}

/**
 * Where a form was sent without script, its empty fields stand in the address: the same address without them,
 * worth sharing, or undefined where there are none.
 */
export function addressWithoutEmptyFields({ pathname, searchParams }: URL): string | undefined {
  const filled = [...searchParams].filter(([, value]) => value.trim() !== "");
  if (filled.length === searchParams.size) return undefined;
  const params = new URLSearchParams(filled).toString();
  return params ? `${pathname}?${params}` : pathname;
}
