import { formatCount } from "~/values/format";

/** The largest `limit` of an API call. */
export const MAX_LIMIT = 500;

/**
 * Lists of vehicles and parts count no further, and have no pages beyond: counting a million takes longer than everything else
 * on the page, and filters find what nobody would page to. A count of one more means more.
 */
export const MAX_COUNTED = 10_000;

/** The range of a list that an API call requests; without it, the whole list. */
export interface ListRange {
  limit?: number | undefined;
  offset?: number | undefined;
  /** Where counting may end; a total of one more means more. */
  countTo?: number | undefined;
}

/** A range with an end. */
export type RequestedRange = ListRange & { limit: number };

/** A range of a list, and the total number of records. */
export interface ListSlice<Record> {
  records: Record[];
  total: number;
}

/** How many records of a long list are read at once: others are served between two batches. */
export const LIST_BATCH_SIZE = 100;

/** A list of any length, to be read in batches. */
export interface OpenList<Record> {
  /** All records, those before the first batch too. */
  total: number;
  /** A text that differs once the list does. */
  version: string;
  /** At most `LIST_BATCH_SIZE` each. */
  batches: AsyncGenerator<Record[]>;
}

/** The records of these keys from `offset` on, in batches. @param read the records of at most `LIST_BATCH_SIZE` keys */
export async function* inBatches<Key, Record>(
  keys: readonly Key[],
  offset: number,
  read: (keys: readonly Key[]) => Promise<Record[]>,
): AsyncGenerator<Record[]> {
  for (let start = offset; start < keys.length; start += LIST_BATCH_SIZE)
    yield read(keys.slice(start, start + LIST_BATCH_SIZE));
}

/** Clamps a page number to the last page, and returns it with the number of pages. */
export function pageWithin(page: number, total: number, perPage: number): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { page: Math.min(page, pages), pages };
}

/** `1,234`, or `10,000+`. */
export function formatTotal(total: number): string {
  return total > MAX_COUNTED ? `${formatCount(MAX_COUNTED)}+` : formatCount(total);
}

/** How many pages on each side of the current one have a link. */
const NEIGHBORS = 2;

/** The pages that get a link: the first, the last, and those around the current one; undefined is a gap. */
export function pageWindow(page: number, pages: number): (number | undefined)[] {
  const linked = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= NEIGHBORS,
  );
  return linked.flatMap((one, index) => {
    const gap = one - (linked[index - 1] ?? 0) - 1;
    // A gap of one page is as wide as that page's link.
    return gap === 0 ? [one] : gap === 1 ? [one - 1, one] : [undefined, one];
  });
}
