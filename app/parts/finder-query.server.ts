import { cacheUntilChange } from "~/db/changes.server";
import { type EngineSize, readSize } from "~/interchange/find.server";
import { compactText, foldText } from "~/values/normalize";
import {
  type Car,
  type CarVocabulary,
  carsVersion,
  findNamedCars,
  loadCarNames,
  type NamedCars,
  nameFor,
  seriesFor,
} from "~/vehicles/car-names.server";
import { isKind, joinNames, nearestWords, splitWords, takeLimits } from "~/vehicles/search-text";
import { ALIASES, CABS, FILLERS, MAKES, SUPER_DUTY } from "~/vehicles/trade-words";
import { stripVin } from "~/vin/validate";
import { PART_ENTRIES, type PartEntry } from "./catalog";
import {
  ALL_WORDS_SCORE,
  isInSomePart,
  isPartWord,
  listPartWords,
  type RankedPart,
  rankParts,
  SIDE_WORDS,
  tellOtherParts,
  WHOLE_NAME_SCORE,
  WORD_START_SCORE,
} from "./catalog-search";
import type { FindInput } from "./finder";

/*
 * What a search of the parts finder asks for: one field for a part and the car it is for, as "2010 accord alternator" or "lh mirror f150
 * 2014". Each word may be a car's, a part's, a year or neither; of all readings the one counts that names one car and one part with the
 * most of the words.
 */

/** What a search for a part asks for. */
export interface FindQuery {
  /** The catalog's entries that the words name, best first; empty if they name none. */
  entries: FoundEntry[];
  /** The cars of the yard that the words name; undefined if they name no car. */
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
  /** The category that was chosen, whose entries these are. */
  category?: string | undefined;
  /** The size of the engine that is asked for. */
  engine?: EngineSize | undefined;
  /** The side that was named alone, whose entries these are. */
  side?: keyof typeof SIDES | undefined;
  /** The words that name neither a part nor a car, as they were typed. */
  unknown: string[];
  /** Of these, the ones that seem to name an unknown car: "yugo gv" next to a year and a part. */
  unknownCar?: string | undefined;
}

/** An entry of the catalog, and how well the words name it. Entries of one rank are equally good: a left and a right mirror. */
export interface FoundEntry {
  result: PartEntry;
  /** Whether it is only named after what is asked for, as a radiator cap: shown where nothing else is found. */
  isOther: boolean;
  /** From 0. */
  rank: number;
  /** From 0: its place in the answer, which is the catalog's where ranks are equal. A left and a right part share one. */
  place: number;
}

/** A query, and the car that was chosen instead of the one in its text. */
export async function interpretInput(
  { q, category, year, make, model, vin }: FindInput,
  now: Date,
): Promise<FindQuery> {
  const query = withCategory(await interpretText(q ?? "", now), category);
  const chosenYears = year === undefined ? {} : { yearFrom: year, yearTo: year };
  if (make === undefined && model === undefined) return { ...query, ...chosenYears, ...(vin ? { vin } : {}) };
  const chosen = await interpretText([make, model].filter(Boolean).join(" "), now);
  return {
    ...query,
    cars: chosen.cars ?? [],
    exactCars: chosen.exactCars ?? [],
    familyCars: chosen.familyCars ?? [],
    make: chosen.make ?? make,
    model: chosen.model ?? model,
    unknownCar: undefined,
    ...chosenYears,
    ...(vin ? { vin } : {}),
  };
}

/** A query that names no part asks for those of the category. */
function withCategory(query: FindQuery, category: string | undefined): FindQuery {
  const entries = PART_ENTRIES.filter(({ categoryId }) => categoryId === category);
  if (query.entries.length > 0 || entries.length === 0) return query;
  return {
    ...query,
    category,
    entries: entries.map((result) => ({ result, isOther: false, rank: 0, place: 0 })),
  };
}

/** Interprets a search; cached until a part or a dismantled vehicle changes. */
export const interpretText = (q: string, now: Date) => interpretOnce({ q, now });

const interpretOnce = cacheUntilChange(
  async ({ q, now }: { q: string; now: Date }) => interpretFind(q, await loadCarNames(), now),
  ({ q, now }) => `${now.getUTCFullYear()} ${q}`,
  carsVersion,
);

/** How many entries of the catalog a search asks for. */
const MAX_FOUND_ENTRIES = 24;
const MAX_WORDS = 12;
const MAX_QUERY_CHARACTERS = 120;

/**
 * Interprets a search for a part of a car. Any string is safe to pass.
 * @param now decides which years are still in the future
 */
function interpretFind(q: string, cars: CarVocabulary, now: Date): FindQuery {
  const { text: withoutVin, vin } = takeVin(q.slice(0, MAX_QUERY_CHARACTERS));
  const lastYear = now.getUTCFullYear() + 1;
  const { text, yearFrom, yearTo } = takeLimits(writeOutYears(foldText(withoutVin), lastYear));
  // Words that say nothing on their own may be part of a name: a Town Car.
  const typed = splitWords(withoutDescriptions(text.replace(/['’]/g, "")), FILLERS);
  const words = withoutBothSides(joinNames(typed, cars.joined)).slice(0, MAX_WORDS);

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
  const side = sideOf(best.parts);
  const entries = side ? entriesOfSide(side) : toEntries(best.parts);
  const engine = entries[0]?.result.id.startsWith("engine-") ? readSize(text) : undefined;
  return {
    entries,
    ...(engine ? { engine } : {}),
    ...(side ? { side } : {}),
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

/** A side, as people call it. */
const SIDES = {
  left: new Set("left driver drivers lh lhs".split(" ")),
  right: new Set("right passenger passengers rh rhs".split(" ")),
} as const;

/** "left and right headlight" asks for any headlight. */
function withoutBothSides(words: string[]): string[] {
  const isOfSide = (word: string) => SIDES.left.has(word) || SIDES.right.has(word);
  const hasBoth = Object.values(SIDES).every((own) => words.some((word) => own.has(word)));
  return hasBoth ? words.filter((word) => !isOfSide(word)) : words;
}

/** The side that is all that was said of the part: "driver side 2013 civic". */
function sideOf({ words }: FoundParts): keyof typeof SIDES | undefined {
  if (!words.every((word) => SIDES.left.has(word) || SIDES.right.has(word) || word === "side"))
    return undefined;
  if (words.some((word) => SIDES.left.has(word))) return "left";
  return words.some((word) => SIDES.right.has(word)) ? "right" : undefined;
}

function entriesOfSide(side: keyof typeof SIDES): FoundEntry[] {
  return PART_ENTRIES.filter(({ id }) => id.endsWith(`-${side}`)).map((result) => ({
    result,
    isOther: false,
    rank: 0,
    place: 0,
  }));
}

/** What comes after them is not asked for: a "headlight, no fog" is a headlight. */
const NEGATIONS = new Set(["without", "no", "not"]);

/** A radiator "with transmission cooler" is a radiator; but "wheels with tires" is the name of a part. */
function withoutExtras(words: readonly string[], readings: Reading[][]): Reading[][] {
  const at = words.findIndex((word) => word === "with" || NEGATIONS.has(word));
  const namesPart = (word: string) => isPartWord(word) && !SIDE_WORDS.has(word);
  const [before, after] = [
    words.slice(0, Math.max(at, 0)).filter(namesPart),
    words.slice(at + 1).filter(namesPart),
  ];
  if (before.length === 0 || after.length === 0) return readings;
  const [whole] = rankParts([...before, ...after].join(" "));
  const isName = !NEGATIONS.has(words[at] ?? "");
  if (isName && whole && (whole.score >= WHOLE_NAME_SCORE || / with /i.test(whole.result.label)))
    return readings;
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

/** A word with its signs, as it is in the search: "r42621" of "R4262-1". */
function asTyped(word: string, q: string): string {
  const chunks = q.slice(0, MAX_QUERY_CHARACTERS).split(/\s+/);
  const isOf = (chunk: string) =>
    compactText(chunk) === word ||
    foldText(chunk)
      .split(/[^\p{L}\p{N}]+/u)
      .includes(word);
  return /^.*[^,;.?!]/.exec(chunks.find(isOf) ?? "")?.[0] ?? word;
}

/* The text before its words are read: the VIN, the years and the sizes in it. */

/** Takes a VIN out of a search: 17 letters and digits, both of them, with no I, O or Q; or what is meant as one, for which see `LIKE_A_VIN`. */
function takeVin(q: string): { text: string; vin?: string } {
  const [vin] =
    /(?<![\p{L}\p{N}])(?=[A-Z\d]*\d)(?=[A-Z\d]*[A-Z])[A-HJ-NPR-Z\d]{17}(?![\p{L}\p{N}])/iu.exec(q) ??
    LIKE_A_VIN.exec(q) ??
    [];
  return vin ? { text: q.replace(vin, " "), vin: stripVin(vin) } : { text: q };
}

/** 17 or 18 letters and digits, with dashes or an O for a 0; between letters are digits, unlike in "silverado15002014" written as one. */
const LIKE_A_VIN =
  /(?<![\p{L}\p{N}-])(?=[A-Z-]*\d[\d-]*[A-Z][A-Z-]*\d)(?=(?:[A-Z-]*\d){5})[A-Z\d](?:-?[A-Z\d]){16,17}(?![\p{L}\p{N}-])/iu;

/** The oldest model year that two digits may mean. */
const FIRST_SHORT_YEAR = 1960;

/** "'10", "08-12", "2008-12" and "2010accord" as separate years of four digits. */
function writeOutYears(text: string, lastYear: number): string {
  const long = (digits: string) => String(fullYear(digits, lastYear) ?? digits);
  return text
    .replace(/\b((?:19|20)\d\d)\s*(?:-|–|\/|to)\s*(\d\d)\b(?!\d)/g, (_, from, to) => `${from}-${long(to)}`)
    .replace(/(?<![\d.-])(\d\d)\s*[-–]\s*(\d\d)(?![\d.-])/g, (whole, from: string, to: string) => {
      const [first, last] = [fullYear(from, lastYear), fullYear(to, lastYear)];
      return first && last && first < last ? `${first}-${last}` : whole;
    })
    .replace(/(?<!\w)['’]\s?(\d\d)\b/g, (_, digits) => long(digits))
    .replace(/\b((?:19|20)\d\d)(?=[a-z]{3,})/g, "$1 ");
}

/** The model year that two digits mean; undefined if they mean none. */
function fullYear(digits: string, lastYear: number): number | undefined {
  const year = Number(digits) + (2000 + Number(digits) <= lastYear ? 2000 : 1900);
  return year >= FIRST_SHORT_YEAR ? year : undefined;
}

/** An engine ("3.5l v6"), a wheel's inches, a cab and a bed's feet say nothing that a part's record has. */
function withoutDescriptions(text: string): string {
  return text
    .replace(/(?<!\w)w\/(o?)(?!\w)\s*/g, (_, out) => (out ? " without " : " with "))
    .replace(CABS, " ")
    .replace(/\b\d\d?[ -]?(?:speed|spd)[ -]?(auto(?:matic)?)\b/g, " $1 ")
    .replace(/\b(auto(?:matic)?)[ -]\d\d?[ -]?(?:speed|spd)\b/g, " $1 ")
    .replace(/\b\d(?:\.\d)?[ -]?(?:ft|foot|feet)\b/g, " ")
    .replace(/\b\d\.\d\s?(?:liters?|litres?|l)?(?![\d.])/g, " ")
    .replace(/\b[vi]-?(?:4|5|6|8|10|12)\b/g, " ")
    .replace(/\b\d\d\s?(?:inch(?:es)?\b|in\b|")/g, " ");
}

/* What one word may be. */

/** One way to read a word. The cost is what speaks against it. */
interface Reading {
  as: "car" | "part" | "year" | "nothing";
  word: string;
  cost: number;
  /** The word as it is in the search, if this reading corrects it. */
  typed?: string;
}

// What readings cost. A word that is understood is worth 1.
const CHANGED_LETTER = 0.35;
const BEGINNING_OF_A_WORD = 0.15;
const UNKNOWN_WORD = 0.7;
const DESCRIPTION = 0.1;
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
function readingsOf(word: string, cars: CarVocabulary, lastYear: number): Reading[] {
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
function isTrim(word: string): boolean {
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
function saysNothing(word: string): boolean {
  return FILLERS.has(word) || ASKING_WORDS.has(word) || NEGATIONS.has(word);
}

/** The model year that a word of two or four digits means; a last year of 0 means that no word is one. */
function readYear(word: string, lastYear: number): number | undefined {
  if (lastYear === 0) return undefined;
  if (/^(?:19|20)\d\d$/.test(word)) return Number(word) <= lastYear + 1 ? Number(word) : undefined;
  return /^\d\d$/.test(word) ? fullYear(word, lastYear) : undefined;
}

/** The car's and the part's words that a word is mistyped for: the closest of each. A "camery" is a Camry rather than a camera. */
function correct(word: string, cars: CarVocabulary): Reading[] {
  if (!/^\p{L}{4,}$/u.test(word)) return [];
  const most = word.length < 6 ? 1 : word.length < 10 ? 2 : 3;
  const readings = [
    ...likeliestWords(word, [...cars.byWord.keys(), ...Object.keys(ALIASES)], most).flatMap(
      ({ word, edits }) => {
        const name = nameFor(cars, word);
        return name ? [{ as: "car" as const, word: name, edits }] : [];
      },
    ),
    ...likeliestWords(word, listPartWords(), most).map((reading) => ({ as: "part" as const, ...reading })),
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

/** At most three words with the fewest changed letters, those of the same first letter first. */
function likeliestWords(word: string, known: Iterable<string>, most: number) {
  return nearestWords(word, known, most)
    .sort((a, b) => Number(b.word[0] === word[0]) - Number(a.word[0] === word[0]))
    .slice(0, 3);
}

/* The best of all combinations of the words' readings. */

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
  const tries = { left: MAX_TRIES };
  let best: Outcome | undefined;
  for (const combination of combinationsOf(readings)) {
    const wordsAs = (as: Reading["as"]) =>
      combination.filter((reading) => reading.as === as).map(({ word }) => word);
    const names = wordsAs("car");
    const partWords = [...new Set(wordsAs("part"))];
    const years = wordsAs("year").map(Number);
    const named = findNamedCars(cars, names);
    const key = partWords.join(" ");
    const parts = partsOf.get(key) ?? findParts(partWords, tries);
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

/** A part found only by corrected words is a guess if many letters differ, and none if words remain: "flux capacitor". */
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

function isOtherSide(one: PartEntry, other: PartEntry): boolean {
  const [first, second] = [one, other].map(({ id }) => id.replace(/-(?:left|right)$/, ""));
  return first === second;
}

/* The parts that words name, with as few of the words left out as possible. */

// What words are worth, and what leaving them out costs. A word that is understood is worth 1.
const DROPPED_WORD = 0.8;
const DROPPED_SIDE = 0.3;
const WHOLE_NAME_WORTH = 0.6;
const WORD_START_WORTH = 0.4;
/** "4wd" is rather the car's than the part's. */
const KIND_WORTH = 0.5;
const TRIM_WORTH = 0.1;

/** The parts that words name. */
interface FoundParts {
  ranked: RankedPart[];
  words: string[];
  /** Words without which something is found. */
  dropped: string[];
  score: number;
}

/** No part at all. */
const NO_PARTS: FoundParts = { ranked: [], words: [], dropped: [], score: 0 };

/** The longest name of a part has six words. Of more than this the first ones are looked at: each doubles the ways to leave some out. */
const MAX_PART_WORDS = 8;
/** How many ways to leave words out are looked at for one search, whatever its words may be read as. */
const MAX_TRIES = 400;

/** The parts of the words, of as many of them as name one. */
function findParts(words: readonly string[], tries: { left: number }): FoundParts {
  if (words.length === 0) return NO_PARTS;
  const whole = scoreParts(words, []);
  if (whole) return whole;
  const first = words.slice(0, MAX_PART_WORDS);
  for (let count = Math.min(words.length - 1, first.length); count > 0; count--) {
    const fewer = subsetsOf(first, count)
      .filter((kept) => tries.left-- > 0 && isInSomePart(kept.join(" ")))
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
