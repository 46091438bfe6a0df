import { formatCount } from "~/models/format";

interface Counted {
  /** How many match the filters. */
  total: number;
  /** How many there are in all. */
  all: number;
  page: number;
  pages: number;
}

/** `18 of 212 vehicles`; the page where there are several. */
export function countSentence(
  { total, all, page, pages }: Counted,
  [one, several]: readonly [one: string, several: string],
): string {
  const noun = all === 1 ? one : several;
  const count =
    total === all ? `${formatCount(all)} ${noun}` : `${formatCount(total)} of ${formatCount(all)} ${noun}`;
  return pages > 1 ? `${count}, page ${page} of ${pages}` : count;
}
