import type { PublicPage } from "./public-pages";
import { CATEGORIES, type PageFigures } from "./report";

/** Lighthouse and HTTP Archive count so too. */
export const BYTES_PER_KB = 1024;
/** What a first view may transfer. */
const MOST_KB = 150;
const MOST_SCRIPT_KB = 100;

/** What came of a page: the run in the middle, and what is wrong in any of them. */
export interface Measured {
  page: PublicPage;
  figures: PageFigures;
  /** The largest of all runs: a page that shifts once, shifts. */
  worstShift: number;
  pictureFaults: string[];
}

/** The run in the middle by its performance score; of equals the one whose largest thing is painted in the middle. */
export function middleRun(runs: readonly PageFigures[]): PageFigures {
  const sorted = [...runs].sort(
    (one, other) =>
      (one.scores.performance ?? 0) - (other.scores.performance ?? 0) ||
      other.largestContentfulPaint - one.largestContentfulPaint,
  );
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!middle) throw new Error("there was no run");
  return middle;
}

/** One sentence for each thing that a page misses. */
export function missesOf({ page, figures, worstShift, pictureFaults }: Measured): string[] {
  const { bytes, scores, elsewhere } = figures;
  const low = CATEGORIES.filter((category) => (scores[category] ?? 0) < 100);
  return [
    ...(page.bytesOnly ? [] : low.map((category) => `${category} ${scores[category]} of 100`)),
    ...over("KB in all", bytes.all, MOST_KB),
    ...over("KB of script", bytes.script, MOST_SCRIPT_KB),
    ...(worstShift === 0 ? [] : [`CLS ${worstShift.toFixed(4)}, not 0`]),
    ...elsewhere.map((origin) => `asks ${origin}, whose bytes nobody here can count`),
    ...pictureFaults,
  ];
}

function over(what: string, bytes: number, most: number): string[] {
  const kilobytes = bytes / BYTES_PER_KB;
  return kilobytes <= most ? [] : [`${kilobytes.toFixed(1)} ${what}, at most ${most}`];
}
