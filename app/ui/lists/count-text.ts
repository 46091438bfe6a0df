import { formatTotal } from "~/lists/window";

interface Counted {
  /** How many match the filters. */
  total: number;
  /** How many there are without filters. */
  all: number;
  page: number;
  pages: number;
}

/** `18 of 212 vehicles` or `10,000+ vehicles`, with the page number if there are several. */
export function countText(
  { total, all, page, pages }: Counted,
  [one, several]: readonly [one: string, several: string],
): string {
  const noun = all === 1 ? one : several;
  const count =
    total === all ? `${formatTotal(all)} ${noun}` : `${formatTotal(total)} of ${formatTotal(all)} ${noun}`;
  return pages > 1 ? `${count}, page ${page} of ${pages}` : count;
}
