import { formatCount } from "~/values/format";

interface Counted {
  /** How many match the filters. */
  total: number;
  /** How many there are without filters. */
  all: number;
  page: number;
  pages: number;
}

/** `18 of 212 vehicles`, with the page number if there are several. */
export function countText(
  { total, all, page, pages }: Counted,
  [one, several]: readonly [one: string, several: string],
): string {
  const noun = all === 1 ? one : several;
  const count =
    total === all ? `${formatCount(all)} ${noun}` : `${formatCount(total)} of ${formatCount(all)} ${noun}`;
  return pages > 1 ? `${count}, page ${page} of ${pages}` : count;
}
