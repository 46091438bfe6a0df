/** One order of a list. */
export interface SortOrder {
  label: string;
  /** What it sorts by; the id at the end keeps the order of equal records stable. */
  by: readonly (readonly [column: string, direction: Direction])[];
  /** The end of the name of the index that has this order: `Newest` of `partsNewest`. */
  index?: string;
}

type Direction = "asc" | "desc";

/** The order of one column. An index has both directions, since equal records are in the order of their ids. */
export function sortOrder(label: string, column: string, direction: Direction, index: string): SortOrder {
  const by = [
    [column, direction],
    ["id", direction],
  ] as const;
  return { label, by, index };
}

/** What came last comes first: what was stored last, or what has the latest day in this column. */
export function newestFirst(column = "createdAt"): SortOrder {
  return sortOrder("Newest first", column, "desc", "Newest");
}

/** The other way round. */
export function oldestFirst(column = "createdAt"): SortOrder {
  return sortOrder("Oldest first", column, "asc", "Newest");
}
