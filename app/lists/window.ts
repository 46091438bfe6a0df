/** The largest `limit` of an API call. */
export const MAX_LIMIT = 500;

/** The range of a list that an API call requests; without it, the whole list. */
export interface ListRange {
  limit?: number | undefined;
  offset?: number | undefined;
}

/** A range of a list, and the total number of records. */
export interface ListSlice<Record> {
  records: Record[];
  total: number;
}

/** Clamps a page number to the last page, and returns it with the number of pages. */
export function pageWithin(page: number, total: number, perPage: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { page: Math.min(page, pages), pages };
}
