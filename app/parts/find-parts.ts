import { isKind } from "~/vehicles/search-text";
import { isTrim } from "./find-readings";
import { ALL_WORDS_SCORE, type RankedPart, rankParts, WHOLE_NAME_SCORE, WORD_START_SCORE } from "./search";
import { SIDE_WORDS } from "./search-index";

/*
 * The parts that words name, and how well: with as few of the words left out as possible.
 */

// What words are worth, and what leaving them out costs. A word that is understood is worth 1.
const DROPPED_WORD = 0.8;
const DROPPED_SIDE = 0.3;
const WHOLE_NAME_WORTH = 0.6;
const WORD_START_WORTH = 0.4;
/** "4wd" is rather the car's than the part's. */
const KIND_WORTH = 0.5;
const TRIM_WORTH = 0.1;

/** The parts that words name. */
export interface FoundParts {
  ranked: RankedPart[];
  words: string[];
  /** Words without which something is found. */
  dropped: string[];
  score: number;
}

/** No part at all. */
export const NO_PARTS: FoundParts = { ranked: [], words: [], dropped: [], score: 0 };

/** The parts of the words, of as many of them as name one. */
export function findParts(words: readonly string[]): FoundParts {
  if (words.length === 0) return NO_PARTS;
  const whole = scoreParts(words, []);
  if (whole) return whole;
  for (let count = words.length - 1; count > 0; count--) {
    const fewer = subsetsOf(words, count)
      .map((kept) =>
        scoreParts(
          kept,
          words.filter((word) => !kept.includes(word)),
        ),
      )
      .filter((found) => found !== undefined)
      .sort((a, b) => b.score - a.score || b.words.join("").length - a.words.join("").length)[0];
    if (fewer) return fewer;
  }
  const ranked = rankParts(words.join(" "));
  if (ranked.length > 0) return { ranked, words: [...words], dropped: [], score: 0.3 * words.length };
  return { ...NO_PARTS, dropped: [...words], score: -words.length };
}

function scoreParts(words: readonly string[], dropped: readonly string[]): FoundParts | undefined {
  const ranked = rankParts(words.join(" "));
  const top = ranked[0]?.score ?? 0;
  if (top < ALL_WORDS_SCORE) return undefined;
  const quality =
    top >= WHOLE_NAME_SCORE
      ? WHOLE_NAME_WORTH * words.length
      : top >= WORD_START_SCORE
        ? WORD_START_WORTH * words.length
        : (top - ALL_WORDS_SCORE) / 1000;
  const said = words.reduce((sum, word) => sum + worthOf(word), 0);
  const lost = dropped.reduce((sum, word) => sum + (SIDE_WORDS.has(word) ? DROPPED_SIDE : DROPPED_WORD), 0);
  return { ranked, words: [...words], dropped: [...dropped], score: said + quality - lost };
}

function worthOf(word: string): number {
  if (isTrim(word)) return TRIM_WORTH;
  return isKind(word) ? KIND_WORTH : 1;
}

function subsetsOf(words: readonly string[], count: number): string[][] {
  if (count === 0) return [[]];
  return words.flatMap((word, index) =>
    subsetsOf(words.slice(index + 1), count - 1).map((rest) => [word, ...rest]),
  );
}
