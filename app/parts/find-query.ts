import { compactText, foldText } from "~/values/normalize";
import { type Car, type CarVocabulary, findNamedCars, type NamedCars } from "~/vehicles/car-words";
import { isKind, joinNames, splitWords, takeLimits } from "~/vehicles/search-text";
import { FILLERS } from "~/vehicles/trade-words";
import { type FoundParts, findParts, NO_PARTS } from "./find-parts";
import {
  CHANGED_LETTER,
  DESCRIPTION,
  type Reading,
  readingsOf,
  readYear,
  saysNothing,
} from "./find-readings";
import { takeVin, withoutDescriptions, writeOutYears } from "./find-words";
import { isPartWord, rankParts, tellOtherParts, WHOLE_NAME_SCORE } from "./search";
import { type PartSearchResult, SIDE_WORDS } from "./search-index";

/*
 * One field for a part and the car it is for: "2010 accord alternator", "lh mirror f150 2014". Each word may be a car's, a part's, a
 * year or neither; of all readings the one counts that names one car and one part with the most of the words.
 */

/** What a search for a part asks for. */
export interface FindQuery {
  /** The catalog's entries that the words name, best first; empty where they name none. */
  entries: FoundEntry[];
  /** The cars of the yard that the words name; undefined where they name no car. */
  cars?: Car[] | undefined;
  /** Of these, the ones named in full: a Camry, and not a Camry Solara. */
  exactCars?: Car[] | undefined;
  /** Of these, the ones of the same name with or without a size: a Silverado for a Silverado 1500. */
  familyCars?: Car[] | undefined;
  yearFrom?: number | undefined;
  yearTo?: number | undefined;
  /** As the request form writes them. */
  make?: string | undefined;
  model?: string | undefined;
  vin?: string | undefined;
  /** The part's words as they were understood: "alternator". */
  part: string;
  /** Whether the part is only a word of similar letters, which may be another one than was meant. */
  isGuess: boolean;
  /** The words that name neither a part nor a car, as they were typed. */
  unknown: string[];
  /** Of these, the ones that seem to name a car that nobody knows: "yugo gv" beside a year and a part. */
  unknownCar?: string | undefined;
}

/** An entry of the catalog, and how well the words name it. Entries of one rank are equally good: a left and a right mirror. */
export interface FoundEntry {
  result: PartSearchResult;
  /** Whether it is only named after what is asked for, as a radiator cap: shown where nothing else is found. */
  isOther: boolean;
  /** From 0. */
  rank: number;
  /** From 0: its place in the answer, which is the catalog's where ranks are equal. A left and a right part share one. */
  place: number;
}

/** How many entries of the catalog a search asks for. */
export const MAX_FOUND_ENTRIES = 24;
const MAX_WORDS = 12;
const MAX_QUERY_CHARACTERS = 120;

/**
 * Interprets a search for a part of a car. Any string is safe to pass.
 * @param now decides which years are still in the future
 */
export function interpretFind(q: string, cars: CarVocabulary, now: Date): FindQuery {
  const { text: withoutVin, vin } = takeVin(q.slice(0, MAX_QUERY_CHARACTERS));
  const lastYear = now.getUTCFullYear() + 1;
  const { text, yearFrom, yearTo } = takeLimits(writeOutYears(foldText(withoutVin), lastYear));
  const typed = splitWords(withoutDescriptions(text.replace(/['’]/g, "")), KEPT_WORDS);
  const words = joinNames(typed, cars.joined).slice(0, MAX_WORDS);

  const hasRange = yearFrom !== undefined || yearTo !== undefined;
  const hasYear = words.some((word) => word.length === 4 && readYear(word, lastYear));
  const readings = words.map((word) =>
    readingsOf(word, cars, hasRange || (hasYear && word.length === 2) ? 0 : lastYear),
  );
  const best = bestReading(withoutExtras(words, readings), cars);
  const { years } = best;
  const isYearNamed = years.length > 0 || hasRange;
  const unknown = [...new Set([...best.unknown, ...best.parts.dropped].map((word) => asTyped(word, q)))];
  const carWords = best.unknown.filter((word) => /^\p{L}{2}/u.test(word) && !UNITS.has(word));
  const isCarUnknown =
    !best.hasCar && isYearNamed && best.parts.ranked.length > 0 && carWords.length > 0 && !best.isGuess;
  return {
    entries: toEntries(best.parts),
    isGuess: best.isGuess,
    ...(best.hasCar
      ? { cars: best.cars.cars, exactCars: best.cars.exact, familyCars: best.cars.families }
      : {}),
    ...(best.cars.make ? { make: best.cars.make } : {}),
    ...(best.cars.model ? { model: best.cars.model } : {}),
    ...(years.length > 0
      ? { yearFrom: Math.min(...years), yearTo: Math.max(...years) }
      : { ...(yearFrom ? { yearFrom } : {}), ...(yearTo ? { yearTo } : {}) }),
    ...(vin ? { vin } : {}),
    part: best.parts.words.join(" "),
    ...(isCarUnknown
      ? { unknown: [], unknownCar: [...new Set(best.unknown.map((word) => asTyped(word, q)))].join(" ") }
      : { unknown }),
  };
}

/** A radiator "with transmission cooler" is a radiator; but "wheels with tires" is the name of a part. */
function withoutExtras(words: readonly string[], readings: Reading[][]): Reading[][] {
  const at = words.indexOf("with");
  const namesPart = (word: string) => isPartWord(word) && !SIDE_WORDS.has(word);
  const [before, after] = [
    words.slice(0, Math.max(at, 0)).filter(namesPart),
    words.slice(at + 1).filter(namesPart),
  ];
  if (before.length === 0 || after.length === 0) return readings;
  const [whole] = rankParts([...before, ...after].join(" "));
  if (whole && (whole.score >= WHOLE_NAME_SCORE || / with /i.test(whole.result.label))) return readings;
  return readings.map((own, index) => {
    const word = words[index] ?? "";
    if (index < at || !after.includes(word)) return own;
    return [...own.filter(({ as }) => as !== "part"), { as: "nothing", word, cost: DESCRIPTION }];
  });
}

/** "130 amp" describes a part. */
const UNITS = new Set(
  "amp amps volt volts ohm watt watts pin pins wire wires hp mm cm inch speed".split(" "),
);

/** A word with its signs, as it stands in the search: "r42621" of "R4262-1". */
function asTyped(word: string, q: string): string {
  const chunks = q.slice(0, MAX_QUERY_CHARACTERS).split(/\s+/);
  const isOf = (chunk: string) =>
    compactText(chunk) === word ||
    foldText(chunk)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(word);
  return /^.*[^,;.?!]/.exec(chunks.find(isOf) ?? "")?.[0] ?? word;
}

/** Words that say nothing by themselves, but may be part of a name: a Town Car. */
const KEPT_WORDS: ReadonlySet<string> = FILLERS;

const YEAR_WORTH = 0.6;
/** More combinations of readings than this are not compared. */
const MAX_COMBINATIONS = 96;

interface Outcome {
  /** The words that name the car. */
  names: string[];
  cars: NamedCars;
  hasCar: boolean;
  parts: FoundParts;
  years: number[];
  unknown: string[];
  isGuess: boolean;
  score: number;
}

/** The best of all combinations of the words' readings. */
function bestReading(readings: readonly Reading[][], cars: CarVocabulary): Outcome {
  const partsOf = new Map<string, FoundParts>();
  let best: Outcome | undefined;
  for (const combination of combinationsOf(readings)) {
    const wordsAs = (as: Reading["as"]) =>
      combination.filter((reading) => reading.as === as).map(({ word }) => word);
    const names = wordsAs("car");
    const partWords = [...new Set(wordsAs("part"))];
    const years = wordsAs("year").map(Number);
    const named = findNamedCars(cars, names);
    const key = partWords.join(" ");
    const parts = partsOf.get(key) ?? findParts(partWords);
    partsOf.set(key, parts);
    const cost = combination.reduce((sum, reading) => sum + reading.cost, 0);
    const score = named.score + parts.score + (years.length > 0 ? YEAR_WORTH : 0) - cost;
    if (best && best.score >= score) continue;
    const unknown = wordsAs("nothing").filter((word) => !saysNothing(word));
    const found = checkGuess(combination, parts, unknown);
    best = { names, cars: named, hasCar: names.length > 0, years, score, ...found };
  }
  // There is always one combination, of no words if need be.
  return withBodies(best as Outcome, cars);
}

/** A part of corrected words alone is a guess where many letters differ, and none where words remain: "flux capacitor". */
function checkGuess(
  combination: readonly Reading[],
  parts: FoundParts,
  unknown: string[],
): Pick<Outcome, "parts" | "unknown" | "isGuess"> {
  const read = combination.filter(({ as, word }) => as === "part" && parts.words.includes(word));
  const typedOf = (word: string) =>
    combination.find((reading) => reading.as === "part" && reading.word === word)?.typed ?? word;
  const dropped = parts.dropped.map(typedOf);
  const isCorrected = read.length > 0 && read.every(({ typed }) => typed !== undefined);
  const remaining = [...unknown, ...dropped].filter((word) => /^\p{L}{4}/u.test(word));
  if (isCorrected && remaining.length > 0) {
    const typed = combination
      .filter(({ as, word }) => as === "part" || (as === "nothing" && unknown.includes(word)))
      .map(({ word, typed: own }) => own ?? word);
    return { parts: NO_PARTS, unknown: typed, isGuess: false };
  }
  const isFar = read.some(({ typed, cost }) => typed !== undefined && cost >= 2 * CHANGED_LETTER);
  const isAlike = parts.ranked.length > 0 && (parts.ranked[0]?.score ?? 0) < 1;
  return { parts: { ...parts, dropped }, unknown, isGuess: isAlike || (isCorrected && isFar) };
}

/**
 * "chevy truck tailgate" is a truck's, although the part is called a truck tailgate too; and a "ranger pickup" is a car without a
 * part.
 */
function withBodies(outcome: Outcome, cars: CarVocabulary): Outcome {
  const { words } = outcome.parts;
  const bodies = words.filter((word) => isKind(word) && cars.byWord.has(word));
  if (!outcome.hasCar || bodies.length === 0) return outcome;
  const named = findNamedCars(cars, [...outcome.names, ...bodies]);
  const isNarrower = named.cars.length > 0 && named.score > outcome.cars.score;
  if (!isNarrower) return outcome;
  return {
    ...outcome,
    ...(outcome.cars.model ? {} : { cars: named }),
    ...(bodies.length === words.length ? { parts: NO_PARTS } : {}),
  };
}

function combinationsOf(readings: readonly Reading[][]): Reading[][] {
  let kept = readings;
  for (const most of [4, 3, 2, 1]) {
    kept = readings.map((own) => own.slice(0, most));
    if (kept.reduce((product, own) => product * own.length, 1) <= MAX_COMBINATIONS) break;
  }
  return kept.reduce<Reading[][]>(
    (combinations, own) => combinations.flatMap((before) => own.map((reading) => [...before, reading])),
    [[]],
  );
}

function toEntries({ ranked, words }: FoundParts): FoundEntry[] {
  const entries: FoundEntry[] = [];
  let rank = -1;
  let score = Number.POSITIVE_INFINITY;
  for (const found of tellOtherParts(words.join(" "), ranked).slice(0, MAX_FOUND_ENTRIES)) {
    if (found.score < score) rank++;
    score = found.score;
    const { result, isOther } = found;
    const otherSide = entries.find((entry) => entry.rank === rank && isOtherSide(entry.result, result));
    entries.push({ result, isOther, rank, place: otherSide?.place ?? entries.length });
  }
  return entries;
}

function isOtherSide(one: PartSearchResult, other: PartSearchResult): boolean {
  const [first, second] = [one, other].map(({ id }) => id.replace(/-(?:left|right)$/, ""));
  return first === second;
}
