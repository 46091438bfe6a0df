import { compactText as compact, foldText } from "~/values/normalize";
import { MAX_SEARCH_WORDS } from "./list-query";
import {
  ALIASES,
  bodyWords,
  COLORS,
  FILLERS,
  KIND_WORDS,
  KNOWN_NAMES,
  MAKES,
  PHRASES,
  seriesWords,
} from "./trade-words";

/*
 * How a search finds vehicles: what is stored of each vehicle (`toSearchText`), and what a search asks of it
 * (`interpretSearch`). The stored text has the words that name the vehicle, a bar, and everything else:
 *
 *   " 2014 ford f150 f 150 xlt pickup truck 4wd | p1186 1ftfw4l86rfa86622 blue "
 */

/** The fields whose words name a vehicle or its kind. */
const NAME_FIELDS = ["year", "make", "model", "trim", "driveType", "fuelType", "transmission", "engineType"];
/** The other fields that a search matches. */
const OTHER_FIELDS = ["stockNumber", "vin", "exteriorColor", "features"];

/**
 * The search text of a vehicle.
 * @param fields the vehicle's fields, by name
 * @param bodyClass vPIC's body class, if the VIN tells it
 */
export function toSearchText(fields: Record<string, unknown>, bodyClass?: string): string {
  const texts = (names: readonly string[]) => names.flatMap((name) => fields[name] ?? []).map(String);
  const make = compact(String(fields.make ?? ""));
  const model = compact(String(fields.model ?? ""));
  const name = new Set([
    ...texts(NAME_FIELDS).flatMap(wordsOf),
    ...[make, model, model && make + model].filter(Boolean),
    ...otherNames(make, model),
    ...bodyWords(bodyClass, withoutMake(model, make)),
  ]);
  const other = new Set(texts(OTHER_FIELDS).flatMap(wordsOf));
  return ` ${[...name].join(" ")} | ${[...other].join(" ")} `;
}

/** The words that name a make and model, and those that name only its body: a Ford F-150 is a pickup and a truck. */
export function carWords(makeText: string, modelText: string): { names: string[]; bodies: string[] } {
  const make = compact(makeText);
  const model = compact(modelText);
  const names = [...wordsOf(makeText), ...wordsOf(modelText), make, model, make + model];
  return {
    names: [...new Set([...names, ...otherNames(make, model)])],
    bodies: bodyWords(undefined, withoutMake(model, make)),
  };
}

/** A Dodge 1500 is a "ram" and a "ram1500". */
function otherNames(make: string, model: string): string[] {
  const others = seriesWords(make, model);
  return model
    ? [...others, ...others.filter((word) => MAKES.has(word)).map((word) => word + model)]
    : others;
}

/** "mazda3" of Mazda is "3", and a "truck-silverado" a Silverado; a model that is only its make's name stays. */
function withoutMake(model: string, make: string): string {
  const own = model.startsWith(make) ? model.slice(make.length) || model : model;
  return own.replace(/^(?:pickup|truck)(?=.)/, "");
}

/** What a search asks for. */
export interface Interpretation {
  /** The search text must be like one of each term's patterns, which are SQL's; a term without any finds nothing. */
  terms: string[][];
  yearFrom?: number;
  yearTo?: number;
  /** In dollars. */
  priceFrom?: number;
  priceTo?: number;
  /** In miles. */
  mileageTo?: number;
  /** The words that name a part, not a vehicle. */
  part?: string;
}

/** What a search is interpreted with. */
interface SearchVocabulary {
  /** The words of every make and model in the inventory. */
  names: ReadonlySet<string>;
  /** Whether any vehicle's search text is like one of the patterns. */
  isFound: (patterns: readonly string[]) => Promise<boolean>;
  /** The words of the part catalog, in the singular; without them no word names a part. */
  parts?: ReadonlySet<string>;
}

/**
 * Interprets a search: every word must be found in a vehicle's search text. Case, accents and hyphens do not matter; makes and
 * bodies may have the names that people call them. A word of the part catalog is taken for a part unless it names a vehicle, and
 * a word that nothing has for the known word that it is mistyped for.
 */
export async function interpretSearch(
  q: string | undefined,
  { names, parts = NONE, isFound }: SearchVocabulary,
): Promise<Interpretation> {
  const budget = writeOutBudget(foldText(q ?? "").replace(/['’]/g, ""));
  const { text, ...others } = takeLimits(budget.text);
  const limits = { ...others, ...(budget.priceFrom ? { priceFrom: budget.priceFrom } : {}) };
  const words = joinNames(splitWords(text, names), names).slice(0, MAX_SEARCH_WORDS);
  // Just signs find nothing.
  const terms: string[][] = q && compact(q) === "" ? [NOWHERE] : [];
  const part: string[] = [];
  for (const word of words) {
    const patterns = patternsFor(word, names);
    const isPart = parts.has(singularOf(word)) && !KNOWN_NAMES.has(word);
    if ((!isPart || names.has(word) || isKind(word)) && (await isFound(patterns))) {
      terms.push(patterns);
    } else if (isPart) {
      part.push(word);
    } else if (KNOWN_NAMES.has(word)) {
      terms.push(patterns);
    } else {
      const corrected = correct(word, names, parts);
      const known = corrected.filter((one) => names.has(one) || !parts.has(one));
      if (known.length > 0) terms.push(known.flatMap((one) => patternsFor(one, names)));
      else part.push(...corrected.slice(0, 1));
    }
  }
  return { terms, ...limits, ...(part.length > 0 ? { part: part.join(" ") } : {}) };
}

const NONE: ReadonlySet<string> = new Set();
/** A pattern that nothing is like would be looked for in every text. */
const NOWHERE: string[] = [];

/** The words of the makes and models: whole, in parts, and with neither spaces nor hyphens. */
export function namesOf(vehicles: readonly { make: string | null; model: string | null }[]): Set<string> {
  const names = vehicles.flatMap(({ make, model }) => [make, model]).filter((name) => name !== null);
  return new Set(names.flatMap((name) => [...wordsOf(name), compact(name)]).filter(Boolean));
}

/** Each word as written without its hyphens, its parts, and the word that it is another name of. */
function wordsOf(text: string): string[] {
  return chunksOf(applyPhrases(foldText(text))).flatMap((chunk) => {
    const whole = compact(chunk);
    const cylinders = /^[ilvh](\d{1,2})$/.exec(whole)?.[1];
    return [
      ...new Set(
        [whole, ...partsOf(chunk), ALIASES[whole], cylinders && `${cylinders}cylinder`].filter(
          (word): word is string => word !== undefined && word !== "",
        ),
      ),
    ];
  });
}

/** "f-150" and "3.5l"; a point belongs to its number. */
function chunksOf(text: string): string[] {
  return text.split(/[^\p{L}\p{N}.'’-]+/u).filter((chunk) => compact(chunk) !== "");
}

function partsOf(chunk: string): string[] {
  return chunk
    .replace(/[.'’]/g, "")
    .split(/-+/)
    .flatMap((part) =>
      /^[a-z]{1,3}\d{3,4}$/.test(part) ? [part, ...(part.match(/[a-z]+|\d+/g) ?? [])] : [part],
    )
    .filter(Boolean);
}

/** Folded text with each phrase of several words as its single word: "super duty" as "superduty". */
export function applyPhrases(text: string): string {
  return PHRASES.reduce((changed, [phrase, word]) => changed.replace(phrase, word), text);
}

/**
 * Takes "under $15k", "under 90,000 miles", "2010-2014", "up to 2012", "2018 or newer" and "before 2005" out of a search. A model year
 * without a dollar sign isn't a price, unless it is round.
 */
export function takeLimits(text: string): { text: string } & Omit<Interpretation, "terms" | "part"> {
  const limits: Omit<Interpretation, "terms" | "part"> = {};
  const rest = text
    .replace(
      /\b((?:19|20)\d\d)\s*(?:-|–|(?:up )?to)\s*((?:19|20)\d\d)\b/g,
      (_found, one: string, other: string) => {
        limits.yearFrom = Math.min(Number(one), Number(other));
        limits.yearTo = Math.max(Number(one), Number(other));
        return " ";
      },
    )
    .replace(
      // The Max of a C-Max and of a Crew Max comes before a year or an engine's size.
      /(?<![\w-])(under|below|less than|up to|max)\s*(\$\s*)?(\d[\d,]*)(?:\s*(k\b))?(?:\s*(miles\b|mi\b))?/g,
      (found: string, word: string, dollars: string, digits: string, thousands?: string, miles?: string) => {
        const isYear = !dollars && !thousands && !miles && /^(?:19|20)(?!00)\d\d$/.test(digits);
        const amount = Number(digits.replaceAll(",", "")) * (thousands ? 1000 : 1);
        if (word === "max" && (isYear || amount < 100)) return found;
        if (isYear) limits.yearTo = word === "up to" ? amount : amount - 1;
        else if (miles) limits.mileageTo = amount;
        else limits.priceTo = amount;
        return " ";
      },
    )
    .replace(
      /\b((?:19|20)\d\d)(?:\s*\+|\s+(?:(?:or|and)\s+)?(newer|later|up|older|earlier)\b)/g,
      (_found, year, end) => {
        limits[/older|earlier/.test(end ?? "") ? "yearTo" : "yearFrom"] = Number(year);
        return " ";
      },
    )
    .replace(
      /\b(since|from|after|newer than|before|older than)\s+((?:19|20)\d\d)\b/g,
      (_found, word: string, year: string) => {
        if (word === "before" || word === "older than") limits.yearTo = Number(year) - 1;
        else limits.yearFrom = Number(year) + (word === "after" || word === "newer than" ? 1 : 0);
        return " ";
      },
    );
  return { text: rest, ...limits };
}

const AMOUNT = String.raw`(?<![\w$-])(?:\$\s?)?\d[\d,]*(?:\s?k\b)?`;
const RANGE = new RegExp(String.raw`(\b(?:between|from)\s+)?(${AMOUNT})\s*(?:and|to|-|–)\s*(${AMOUNT})`, "g");
const LIMIT_AFTER = new RegExp(
  String.raw`(${AMOUNT})(\s(?:miles|mi)\b)?\s+(?:(?:or|and)\s+(?:less|under|below|cheaper)|max(?:imum)?)\b`,
  "g",
);
const BUDGET =
  /(?<![\w$-]|\$\s|\b(?:under|below|less than|up to|max)\s?)(?:\$\s?\d[\d,]*(?:\s?k\b)?|\d{1,3}\s?k\b)/g;

/**
 * Writes a budget as "up to $9000", which `takeLimits` takes out, however it was said: "9000 or less", "no more than $9000", "between
 * 5000 and 8000", and "$8,000" or "8k" alone.
 */
function writeOutBudget(text: string): { text: string; priceFrom?: number } {
  const limits: { priceFrom?: number } = {};
  const written = text
    .replace(/(\d|k) (?:dollars?|bucks|usd)\b/g, "$1")
    .replace(/\b(?:(?:no|not) more than|at most|maximum(?: of)?)\b/g, "up to")
    .replace(RANGE, (found, word: string | undefined, from: string, to: string) => {
      if (!isMoney(to) || !(word || /[$k,]/.test(from + to))) return found;
      const isShort = /k/.test(to) && Number(from) < 1000;
      limits.priceFrom = Number(from.replace(/[^\d]/g, "")) * (isShort || /k/.test(from) ? 1000 : 1);
      return ` up to ${to} `;
    })
    .replace(LIMIT_AFTER, (found, amount: string, miles = "") =>
      miles || isMoney(amount) ? ` up to ${amount}${miles} ` : found,
    )
    .replace(BUDGET, " up to $& ");
  return { text: written, ...limits };
}

/** Whether an amount is money by its looks: no year, and no truck's 1500. */
function isMoney(amount: string): boolean {
  if (/[$k,]/.test(amount)) return true;
  return Number(amount) >= 1000 && !/^(?:19|20)(?!00)\d\d$/.test(amount) && !/^[1-5]500$/.test(amount);
}

/** The words of a search, without fillers. */
export function splitWords(text: string, names: ReadonlySet<string>): string[] {
  const words = chunksOf(applyPhrases(text)).flatMap((chunk) => {
    const whole = compact(chunk);
    return names.has(whole) || !chunk.includes("-") || /\d/.test(whole) ? [whole] : partsOf(chunk);
  });
  return words.filter((word) => names.has(word) || !FILLERS.has(word));
}

/** Joins words that are one name: "f 150" and "rav 4", "land rover"; but an "f150 pickup" may be written as an F-150. */
export function joinNames(words: readonly string[], names: ReadonlySet<string>): string[] {
  const joined: string[] = [];
  for (let index = 0; index < words.length; ) {
    const length = [3, 2].find((count) => {
      const next = words.slice(index, index + count);
      return next.length === count && names.has(next.join("")) && !next.some(isKind);
    });
    joined.push(words.slice(index, index + (length ?? 1)).join(""));
    index += length ?? 1;
  }
  return joined;
}

/** What a word is looked for as. A word that names a vehicle or its kind is looked for there only. */
function patternsFor(word: string, names: ReadonlySet<string>): string[] {
  const known = ALIASES[word] ?? word;
  if (names.has(word)) {
    const kind = KIND_WORDS.has(known) ? [`% ${known} %|%`] : [];
    return [word.length > 2 ? `% ${word}%|%` : `% ${word} %|%`, ...kind];
  }
  if (KNOWN_NAMES.has(known)) return [`% ${known} %|%`];
  if (COLORS.has(known)) return [`% ${known} %`];
  if (KIND_WORDS.has(known)) return [`% ${known} %|%`];
  if (known !== word) return [`% ${known}%`];
  if (/^(19|20)\d\d$/.test(word)) return [`% ${word} %`];
  if (/^\d\d$/.test(word)) return [`% ${word} %`, `% 19${word} %|%`, `% 20${word} %|%`];
  if (word.length === 1) return [`% ${word} %`];
  if (/\d/.test(word)) return [word.length > 3 ? `%${word}%` : `% ${word}%`];
  const startsName = [...names].some((name) => name.startsWith(word));
  return [startsName ? `% ${word}%|%` : `% ${word}%`];
}

/** Whether a word is a body, a drive type, a color or suchlike. */
export function isKind(word: string): boolean {
  const known = ALIASES[word] ?? word;
  return KIND_WORDS.has(known) || COLORS.has(known);
}

/**
 * The word itself, its singular, or the known words that it is as likely mistyped for: "camary" is a Camry or a Camaro, which the
 * other words of the search tell.
 */
function correct(word: string, names: ReadonlySet<string>, parts: ReadonlySet<string>): string[] {
  if (!/^\p{L}{4,}$/u.test(word) || isKind(word)) return [word];
  const singular = singularOf(word);
  if (names.has(singular)) return [singular];
  const known = new Set([...names, ...Object.keys(ALIASES), ...KIND_WORDS, ...parts]);
  const nearest = nearestWords(word, known, word.length > 6 ? 2 : 1);
  return nearest.length > 0 ? nearest.map(({ word }) => word) : [word];
}

function singularOf(word: string): string {
  if (word.length < 4 || word.endsWith("ss")) return word;
  return word.replace(/ies$/, "y").replace(/s$/, "");
}

/** The known words of at least four letters that differ in the fewest letters, at most `most`, and in how many. */
export function nearestWords(
  word: string,
  known: Iterable<string>,
  most: number,
): { word: string; edits: number }[] {
  let nearest: { word: string; edits: number }[] = [];
  let fewest = most;
  const letters = letterSet(word);
  for (const other of known) {
    if (other.length < 4 || Math.abs(other.length - word.length) > fewest) continue;
    // Every changed letter adds and removes at most one letter.
    if (countBits(letters ^ letterSet(other)) > 2 * fewest) continue;
    const edits = editDistance(word, other, fewest + 1);
    if (edits > fewest) continue;
    if (edits < fewest) nearest = [];
    fewest = edits;
    nearest.push({ word: other, edits });
  }
  return nearest;
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

/** How many letters must be added, left out, replaced or swapped with their neighbor; at least `limit` if it is not fewer. */
function editDistance(one: string, other: string, limit: number): number {
  if (Math.abs(one.length - other.length) >= limit) return limit;
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
          ? (before[j - 2] ?? 0) + 1
          : limit;
      next.push(Math.min(replaced, swapped, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    before = row;
    row = next;
  }
  return row[other.length] ?? limit;
}
