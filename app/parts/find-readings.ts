import { type CarVocabulary, nameFor, SUPER_DUTY, seriesFor } from "~/vehicles/car-words";
import { editDistance, isKind } from "~/vehicles/search-text";
import { ALIASES, FILLERS, MAKES } from "~/vehicles/trade-words";
import { fullYear } from "./find-words";
import { isPartWord, listPartWords, rankParts, WORD_START_SCORE } from "./search";

/*
 * What one word of a search for a part may be: a car's name, a part's word, a year or nothing.
 */

/** One way to read a word. The cost is what speaks against it. */
export interface Reading {
  as: "car" | "part" | "year" | "nothing";
  word: string;
  cost: number;
  /** The word as it stands in the search, where this reading corrects it. */
  typed?: string;
}

// What readings cost. A word that is understood is worth 1.
export const CHANGED_LETTER = 0.35;
const BEGINNING_OF_A_WORD = 0.15;
const UNKNOWN_WORD = 0.7;
export const DESCRIPTION = 0.1;
/** A "ram van" is a Ram, and not a hydraulic ram for a van. */
const MAKE_AS_PART = 0.5;
/** A Malibu LT's hood is no left hood, but an "lt headlight" is a left one. */
const TRIM_OR_SIDE = new Set(["lt", "rt"]);

/** Words of people who ask for a part, besides those that say nothing about a car. */
const ASKING_WORDS = new Set(
  "how much does cost price anyone salvage junkyard oem genuine original replacement replace new broken bad working number buying at it this that would like please thanks hello hi assembly".split(
    " ",
  ),
);

/** The ways to read a word, the likeliest first. */
export function readingsOf(word: string, cars: CarVocabulary, lastYear: number): Reading[] {
  const readings: Reading[] = [];
  const year = readYear(word, lastYear);
  if (year) readings.push({ as: "year", word: String(year), cost: word.length === 2 ? DESCRIPTION : 0 });
  const name = nameFor(cars, word);
  if (name) readings.push({ as: "car", word: name, cost: 0 });
  const series = seriesFor(cars, word);
  if (series) readings.push({ as: "car", word: series, cost: DESCRIPTION });
  if (!name && !series && !isPartWord(word)) readings.push(...begunNames(word, cars));
  if (saysNothing(word)) return [...readings, { as: "nothing", word, cost: 0 }];
  if (isPartWord(word)) readings.push({ as: "part", word, cost: MAKES.has(word) ? MAKE_AS_PART : 0 });
  const isUnderstood = readings.length > 0 || isKind(word);
  if (!isUnderstood && /^\p{L}{3,}/u.test(word) && (rankParts(word)[0]?.score ?? 0) >= WORD_START_SCORE)
    readings.push({ as: "part", word, cost: BEGINNING_OF_A_WORD });
  if (!isUnderstood) readings.push(...correct(word, cars));
  const describesCar = isKind(word) || isTrim(word) || word === SUPER_DUTY;
  if (!isUnderstood || describesCar)
    readings.push({ as: "nothing", word, cost: describesCar ? DESCRIPTION : UNKNOWN_WORD });
  return readings.sort((a, b) => a.cost - b.cost);
}

/** Whether a word is a trim level's as well as a part's: an Altima S, but a U-joint. */
export function isTrim(word: string): boolean {
  return word.length === 1 || TRIM_OR_SIDE.has(word);
}

/** The yard's names that a word is the beginning of: "is350" of an IS 350C. */
function begunNames(word: string, cars: CarVocabulary): Reading[] {
  if (!/^\p{L}+\d{2}/u.test(word)) return [];
  return [...cars.byWord]
    .filter(([known, named]) => known.startsWith(word) && named.some(({ isInYard }) => isInYard))
    .map(([known]) => ({ as: "car" as const, word: known, cost: BEGINNING_OF_A_WORD }))
    .sort((a, b) => a.word.length - b.word.length)
    .slice(0, 2);
}

/** Whether a word says nothing about a part or a car. */
export function saysNothing(word: string): boolean {
  return FILLERS.has(word) || ASKING_WORDS.has(word);
}

/** The model year that a word of two or four digits means; a last year of 0 means that no word is one. */
export function readYear(word: string, lastYear: number): number | undefined {
  if (lastYear === 0) return undefined;
  if (/^(?:19|20)\d\d$/.test(word)) return Number(word) <= lastYear + 1 ? Number(word) : undefined;
  return /^\d\d$/.test(word) ? fullYear(word, lastYear) : undefined;
}

/** The car's and the part's words that a word is mistyped for: of each the nearest. A "camery" is rather a Camry than a camera. */
function correct(word: string, cars: CarVocabulary): Reading[] {
  if (!/^\p{L}{4,}$/u.test(word)) return [];
  const limit = word.length < 6 ? 2 : word.length < 10 ? 3 : 4;
  const readings = [
    ...nearest(word, [...cars.byWord.keys(), ...Object.keys(ALIASES)], limit).flatMap(({ word, edits }) => {
      const name = nameFor(cars, word);
      return name ? [{ as: "car" as const, word: name, edits }] : [];
    }),
    ...nearest(word, listPartWords(), limit).map((reading) => ({ as: "part" as const, ...reading })),
  ];
  return readings.map(({ as, word: known, edits }) => ({
    as,
    word: known,
    typed: word,
    cost:
      edits * CHANGED_LETTER +
      (known[0] === word[0] ? 0 : DESCRIPTION) +
      (as === "part" ? 2 * DESCRIPTION : 0),
  }));
}

/** At most three words with the fewest changed letters, fewer than the limit. */
function nearest(word: string, known: Iterable<string>, limit: number): { word: string; edits: number }[] {
  let found: { word: string; edits: number }[] = [];
  let fewest = limit - 1;
  const letters = letterSet(word);
  for (const other of known) {
    if (other.length < 4 || Math.abs(other.length - word.length) > fewest) continue;
    // Every changed letter adds and removes at most one letter.
    if (countBits(letters ^ letterSet(other)) > 2 * fewest) continue;
    const edits = editDistance(word, other, fewest + 1);
    if (edits > fewest) continue;
    if (edits < fewest) found = [];
    fewest = edits;
    found.push({ word: other, edits });
  }
  return found
    .filter(({ edits }) => edits === fewest)
    .sort((a, b) => Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]))
    .slice(0, 3);
}

const letterSets = new Map<string, number>();

/** The letters of a word as bits. */
function letterSet(word: string): number {
  let bits = letterSets.get(word);
  if (bits === undefined) {
    bits = 0;
    for (let index = 0; index < word.length; index++) bits |= 1 << (word.charCodeAt(index) % 32);
    if (letterSets.size < 20_000) letterSets.set(word, bits);
  }
  return bits;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}
