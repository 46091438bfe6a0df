import { toNormalForm } from "~/values/normalize";
import { findSpecificPart, findSubcategory, PART_ENTRIES, type PartEntry } from "./catalog";
import catalogWords from "./catalog-words.json";

/*
 * Which entries of the catalog the words of a search name, in the wizard's search as it is typed and for the parts finder
 * (docs/decisions/parts-finder.md says why no search library does it).
 */

const PART_SEARCH_MIN_CHARACTERS = 2;
export const PART_SEARCH_DEBOUNCE_MS = 300;
const PART_SEARCH_LIMIT = 10;

/** Shown if nothing matches. */
const NO_PARTS_FOUND = "No parts found.";

/** Words that carry no meaning in a query, unless it has no others. */
const FILLER_WORDS = wordSet(catalogWords.fillers);

/** Words for a side, an axle or a corner. */
export const SIDE_WORDS = wordSet(catalogWords.sides);

/** Last words of names that don't say what a part is. */
const PACKAGING = wordSet(catalogWords.packaging);

/** Words that people also use when a name contains all of the first words. */
const SYNONYMOUS_WORDS = Object.entries(catalogWords.synonyms).map(
  ([present, also]) => [present.split(" "), also.split(" ")] as const,
);

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/**
 * Finds parts by what people call them: at most `limit` results and never more than ten, best first; none for fewer than two
 * letters or digits. Case, spaces, slashes, hyphens, accents and plural endings do not matter, "ac" means "air conditioning", and
 * anything past 100 characters is ignored. Any string is safe to pass.
 *
 * Best first means: the whole name or synonym; then a name that has the query at the start of a word; then
 * every word of the query, in any order: whole words before prefixes before substrings, the part's own words
 * before those of its subcategory and category. Letters may be missing only if nothing else matches, so that "altrntr" finds
 * the alternator without adding poor matches to good ones.
 */
export function searchParts(query: string, limit = PART_SEARCH_LIMIT): PartEntry[] {
  return rankParts(query)
    .slice(0, Math.max(0, Math.min(limit, PART_SEARCH_LIMIT)))
    .map(({ result }) => result);
}

/** What the wizard's search shows: the results, or a message if enough was typed and nothing matches. */
export function respondToPartSearch(query: string): { results: PartEntry[]; none?: string | undefined } {
  const results = searchParts(query);
  const isLongEnough = query.trim().length >= PART_SEARCH_MIN_CHARACTERS;
  return { results, none: isLongEnough && results.length === 0 ? NO_PARTS_FOUND : undefined };
}

// Scores of the kinds of match. What is added within a kind is less than the distance to the kind above.
const WHOLE_NAME = 1000;
/** From this score on, a name or synonym is the whole query: a synonym, or a name up to its side and axle. */
export const WHOLE_NAME_SCORE = 990;
/** The whole of a name or synonym, with a side or axle that the part has. */
const WHOLE_NOUN_SCORE = 985;
/** From this score on, a name or synonym has the query at the start of a word. */
export const WORD_START_SCORE = 800;
/** From this score on, a part has every word of the query. */
export const ALL_WORDS_SCORE = 400;

const MAX_QUERY_CHARACTERS = 100;

/** A part that a query names. Parts of equal score, as a left and a right one, fit the query equally well. */
export interface RankedPart {
  readonly result: PartEntry;
  /** From 400 if the part has every word of the query, below 1 if letters are missing. */
  readonly score: number;
}

/** Every part that the query names, best first, by the rules of `searchParts`. */
export function rankParts(query: string): RankedPart[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const hits = rankMatches(words);
  return (hits.length > 0 ? hits : rankSubsequences(words.join("")))
    .sort((a, b) => b.score - a.score || a.entry.position - b.entry.position)
    .map(({ entry, score }) => ({ result: entry.result, score }));
}

/**
 * Whether some part has every word of a query, or the query in a name: without one, `rankParts` gives nothing from `ALL_WORDS_SCORE` on. It
 * takes a fraction of the time, for callers with many queries in turn.
 */
export function isInSomePart(query: string): boolean {
  const words = wordsOf(query);
  if (words.length === 0) return false;
  const worths = wantedOf(words).map(worthsOf);
  const { entries, phraseTexts } = catalogIndex();
  return (
    entries.some(({ position }) => worths.every((worth) => (worth[position] ?? 0) > 0)) ||
    phraseTexts.includes(words.join(""))
  );
}

/** The words of a query, as the catalog's are; none of one that is too short. */
function wordsOf(query: string): string[] {
  const spoken = tokenize(query.slice(0, MAX_QUERY_CHARACTERS));
  return spoken.join("").length < PART_SEARCH_MIN_CHARACTERS ? [] : withAirConditioning(spoken).map(singular);
}

/** A part that a query names, and whether it is only named after what the query asks for. */
export interface NamedPart extends RankedPart {
  readonly isOther: boolean;
}

/**
 * Separates what a query asks for from other parts: if there is a radiator, a radiator cap is another part. A name's last word says what it
 * is: a tow mirror is a mirror. Parts that have the query in no name, as a grille has "radiator", are left out.
 * @param ranked what `rankParts` gives for the query
 */
export function tellOtherParts(query: string, ranked: readonly RankedPart[]): NamedPart[] {
  if ((ranked[0]?.score ?? 0) < WHOLE_NOUN_SCORE) return ranked.map((part) => ({ ...part, isOther: false }));
  const nounOfPart = ({ result }: RankedPart) => catalogIndex().nouns.get(result.id);
  const words = withAirConditioning(tokenize(query)).map(singular);
  const nouns = new Set(ranked.filter(({ score }) => score >= WHOLE_NOUN_SCORE).map(nounOfPart));
  nouns.add(words.findLast((word) => !SIDE_WORDS.has(word)));
  return ranked.flatMap((part) => {
    const isOther = part.score < WHOLE_NOUN_SCORE && !nouns.has(nounOfPart(part));
    if (!isOther) return { ...part, isOther };
    const name = withAirConditioning(tokenize(part.result.label)).map(singular);
    return words.every((word) => name.includes(word)) ? { ...part, isOther } : [];
  });
}

/** Every word that the search knows, in the singular and in lowercase. */
export function listPartWords(): ReadonlySet<string> {
  return catalogIndex().plainWords;
}

/** Whether a word, in the singular or the plural, is one that the search knows: "o2" and "3rd" too, but no number alone. */
export function isPartWord(word: string): boolean {
  const { words } = catalogIndex();
  return !FILLER_WORDS.has(word) && (word === "ac" || words.has(word) || words.has(singular(word)));
}

/* Matching: an entry's names as phrases, and its words one by one. */

interface Hit {
  readonly entry: IndexEntry;
  readonly score: number;
}

/** Every entry that holds the query, as a phrase or word by word. */
function rankMatches(words: readonly string[]): Hit[] {
  const text = words.join("");
  const noun = words.filter((word) => !SIDE_WORDS.has(word)).join("");
  const wordScores = scoreWords(words);
  const hits: Hit[] = [];
  for (const entry of catalogIndex().entries) {
    let score = bestScore(entry.phrases, text, scorePhrase);
    // "left door" is a door before it is a sliding door.
    const hasSide = noun !== "" && noun !== text && wordScores[entry.position];
    if (
      hasSide &&
      score < WHOLE_NOUN_SCORE &&
      bestScore(entry.phrases, noun, scorePhrase) >= WHOLE_NAME_SCORE
    )
      score = WHOLE_NOUN_SCORE;
    // Among names that start alike, those of the subcategory of that name: a hood's latch before a hood bra.
    const isNameShared = score > 0 && score < WHOLE_NAME_SCORE;
    if (isNameShared && bestScore(entry.subcategoryPhrases, text, scorePhrase) > 0) score += 30;
    score = Math.max(score, wordScores[entry.position] ?? 0);
    if (score > 0) hits.push({ entry, score });
  }
  return hits;
}

function bestScore(
  phrases: readonly Phrase[],
  text: string,
  score: (phrase: Phrase, text: string) => number,
) {
  let best = 0;
  for (const phrase of phrases) best = Math.max(best, score(phrase, text));
  return best;
}

function scorePhrase(phrase: Phrase, text: string): number {
  const first = phrase.text.indexOf(text);
  if (first === -1) return 0;
  if (phrase.text.length === text.length) return phrase.kind === "name" ? WHOLE_NAME : WHOLE_NAME_SCORE;

  const coverage = 60 * (text.length / phrase.text.length);
  for (let at = first; at !== -1; at = phrase.text.indexOf(text, at + 1)) {
    if (!phrase.wordStarts.includes(at)) continue;
    const wholeWords = phrase.wordStarts.includes(at + text.length) ? 40 : 0;
    return (
      WORD_START_SCORE + (at === 0 ? 40 : 0) + wholeWords + coverage - (phrase.kind === "synonym" ? 10 : 0)
    );
  }
  return 0;
}

// The weight of a catalog word, by how the query matches it. Whole words of the context (0.35) rank above letters in the middle of a name:
// "lock" is a door's lock before it is a clock spring.
const WHOLE_WORD = 1;
const BEGINNING = 0.8;
const MIDDLE = 0.3;

// Fewer letters inside a word match by chance: "ab" in "cable".
const MIN_INSIDE_CHARACTERS = 3;

/** By position, the score of each entry that has every word of the query in any order; 0 for the others. */
function scoreWords(words: readonly string[]): Float64Array {
  const worths = wantedOf(words).map(worthsOf);
  const { entries } = catalogIndex();
  const scores = new Float64Array(entries.length);
  for (const { position, nameWordCount } of entries) {
    let sum = 0;
    const hasAll = worths.every((worth) => {
      sum += worth[position] ?? 0;
      return (worth[position] ?? 0) > 0;
    });
    if (!hasAll) continue;
    // A name with fewer other words is the likelier match.
    const closeness = Math.min(1, worths.length / nameWordCount);
    scores[position] = ALL_WORDS_SCORE + 300 * (sum / worths.length) + 60 * closeness;
  }
  return scores;
}

/** The telling words of a query, each once; all of them if none tells anything. */
function wantedOf(words: readonly string[]): string[] {
  const telling = words.filter((word) => !FILLER_WORDS.has(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

/** By position, what it is worth to find a word in each entry; 0 if it isn't there. Cached, because a search asks for each word often. */
function worthsOf(word: string): Float64Array {
  const known = worthsByWord.get(word);
  if (known) return known;
  const { entries, vocabulary } = catalogIndex();
  const likeness = vocabulary.map((other) => similarity(other, word));
  const worths = Float64Array.from(entries, ({ wordNumbers, wordWeights }) => {
    let best = 0;
    for (let i = 0; i < wordNumbers.length; i++)
      best = Math.max(best, (likeness[wordNumbers[i] ?? -1] ?? 0) * (wordWeights[i] ?? 0));
    return best;
  });
  if (worthsByWord.size >= MAX_KEPT_WORDS) worthsByWord.clear();
  worthsByWord.set(word, worths);
  return worths;
}

const MAX_KEPT_WORDS = 200;
const worthsByWord = new Map<string, Float64Array>();

/** How well a word of the catalog matches a word of the query, from 0 to 1. */
function similarity({ text, isCompound }: VocabularyWord, word: string): number {
  if (text.startsWith(word)) return text.length === word.length ? WHOLE_WORD : BEGINNING;
  // The "right" of "upright" isn't a side.
  const isInside = word.length >= MIN_INSIDE_CHARACTERS && !isCompound && !SIDE_WORDS.has(word);
  return isInside && text.includes(word) ? MIDDLE : 0;
}

// A subsequence of fewer letters, or one stretched over more than twice its length, fits almost anything.
const MIN_SUBSEQUENCE_CHARACTERS = 4;
const MAX_SUBSEQUENCE_STRETCH = 2;

/** Every entry that has the letters of the query in order, from the start of a word and not far apart. */
function rankSubsequences(text: string): Hit[] {
  if (text.length < MIN_SUBSEQUENCE_CHARACTERS) return [];
  return catalogIndex()
    .entries.map((entry) => ({ entry, score: bestScore(entry.phrases, text, scoreSubsequence) }))
    .filter(({ score }) => score > 0);
}

/** From 0 to 1: higher if fewer letters are skipped, and if less of the phrase remains. */
function scoreSubsequence(phrase: Phrase, text: string): number {
  let best = 0;
  for (const start of phrase.wordStarts) {
    if (phrase.text[start] !== text[0]) continue;
    let end = start;
    for (const letter of text) {
      end = phrase.text.indexOf(letter, end) + 1;
      if (end === 0) break;
    }
    const stretch = end - start;
    if (end === 0 || stretch > text.length * MAX_SUBSEQUENCE_STRETCH) continue;
    best = Math.max(best, (text.length / stretch) * (0.5 + 0.5 * (stretch / phrase.text.length)));
  }
  return phrase.kind === "synonym" ? best * 0.95 : best;
}

/* The catalog as it is compared: built at the first search. */

/** A name or a synonym, as it is compared with a whole query. */
interface Phrase {
  /** The name, its head ("Door" of "Door, Front Left (Driver)") or a synonym, without spaces. */
  readonly text: string;
  /** Where in `text` each word starts; its length comes last, as the end of the last word. */
  readonly wordStarts: readonly number[];
  readonly kind: "name" | "head" | "synonym";
}

/** A word that some entry has. */
interface VocabularyWord {
  readonly text: string;
  /** Two neighbors joined into one ("airbag"), which is not matched in its middle. */
  readonly isCompound: boolean;
}

/** What is matched of one entry. */
interface IndexEntry {
  readonly position: number;
  readonly result: PartEntry;
  readonly phrases: readonly Phrase[];
  readonly subcategoryPhrases: readonly Phrase[];
  /** Numbers of words in the vocabulary, and what finding each is worth. */
  readonly wordNumbers: Uint16Array;
  readonly wordWeights: Float64Array;
  readonly nameWordCount: number;
}

interface CatalogIndex {
  readonly entries: readonly IndexEntry[];
  /** Every word of the catalog once, so that a query is compared with two thousand words, not with each use. */
  readonly vocabulary: readonly VocabularyWord[];
  /** All names and synonyms, a line each, without spaces. */
  readonly phraseTexts: string;
  /** The vocabulary without numbers, and of it the words of letters that carry a meaning. */
  readonly words: ReadonlySet<string>;
  readonly plainWords: ReadonlySet<string>;
  /** What each entry is, by the last telling word of its name: a tow mirror is a "mirror". */
  readonly nouns: ReadonlyMap<string, string | undefined>;
}

let index: CatalogIndex | undefined;

function catalogIndex(): CatalogIndex {
  index ??= buildIndex();
  return index;
}

// The weight of a catalog word, by where it appears.
const NAME_WEIGHT = 1;
const SYNONYM_WEIGHT = 0.7;
const CONTEXT_WEIGHT = 0.35;

function buildIndex(): CatalogIndex {
  const vocabulary: VocabularyWord[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (word: VocabularyWord) => {
    const number = numbers.get(word.text) ?? vocabulary.length;
    numbers.set(word.text, number);
    // A compound of one name that is a word in another ("airbag") counts as a word.
    if (vocabulary[number]?.isCompound !== false) vocabulary[number] = word;
    return number;
  };
  // Most names and synonyms are of several entries: a left and a right one, and a category's of all of its parts.
  const numbersOf = remember((text) => toVocabularyWords(text).map(numberOf));
  const phrasesOf = {
    name: remember((text) => toPhrases(text, "name")),
    head: remember((text) => toPhrases(text, "head")),
    synonym: remember((text) => toPhrases(text, "synonym")),
  };
  const entries = PART_ENTRIES.map((result, position) =>
    describeEntry(result, position, { numbersOf, phrasesOf }),
  );
  const texts = vocabulary.map(({ text }) => text);
  return {
    entries,
    vocabulary,
    phraseTexts: entries.flatMap(({ phrases }) => phrases.map(({ text }) => text)).join("\n"),
    words: new Set(texts.filter((text) => !/^\d+$/.test(text))),
    plainWords: new Set([
      ...texts.filter((text) => /^[a-z]{2,}$/.test(text) && !FILLER_WORDS.has(text)),
      "ac",
    ]),
    nouns: new Map(entries.map(({ result, phrases }) => [result.id, nounOf(phrases)])),
  };
}

/** Makes each text's value once. */
function remember<Value>(make: (text: string) => Value): (text: string) => Value {
  const made = new Map<string, Value>();
  return (text) => {
    const value = made.get(text) ?? make(text);
    made.set(text, value);
    return value;
  };
}

interface Words {
  numbersOf: (text: string) => readonly number[];
  phrasesOf: Record<Phrase["kind"], (text: string) => readonly Phrase[]>;
}

function describeEntry(result: PartEntry, position: number, { numbersOf, phrasesOf }: Words): IndexEntry {
  const { categoryId, categoryName, subcategoryId, partId } = result;
  const subcategory = findSubcategory(categoryId, subcategoryId);
  const part = partId === undefined ? undefined : findSpecificPart(categoryId, subcategoryId, partId);
  const { name, synonyms } = part ?? subcategory ?? { name: "", synonyms: [] };
  const context = part && subcategory ? [subcategory.name, ...subcategory.synonyms] : [];
  const weights = new Map<number, number>();
  const weigh = (texts: readonly string[], weight: number) => {
    for (const number of texts.flatMap(numbersOf))
      weights.set(number, Math.max(weight, weights.get(number) ?? 0));
  };
  weigh([name], NAME_WEIGHT);
  weigh(synonyms, SYNONYM_WEIGHT);
  weigh([categoryName, ...context], CONTEXT_WEIGHT);
  return {
    position,
    result,
    phrases: [
      ...phrasesOf.name(name),
      ...(headNoun(name) === name ? [] : phrasesOf.head(headNoun(name))),
      ...synonyms.flatMap(phrasesOf.synonym),
    ],
    subcategoryPhrases: part && subcategory ? phrasesOf.name(subcategory.name) : [],
    wordNumbers: Uint16Array.from(weights.keys()),
    wordWeights: Float64Array.from(weights.values()),
    nameWordCount: withAirConditioning(tokenize(name)).length,
  };
}

/** The words of a text, neighbors joined into one ("airbag"), and their synonyms. */
function toVocabularyWords(text: string): VocabularyWord[] {
  const words = withAirConditioning(tokenize(text)).map(singular);
  const compounds = words.slice(1).map((word, i) => `${words[i]}${word}`);
  const present = new Set([...words, ...compounds]);
  const also = SYNONYMOUS_WORDS.filter(([needed]) => needed.every((word) => present.has(word)));
  return [
    ...[...words, ...also.flatMap(([, said]) => said)].map((text) => ({ text, isCompound: false })),
    ...compounds.map((text) => ({ text, isCompound: true })),
  ];
}

/** A name as it is matched. "A/C" counts both written out and as "ac", for those who type "accompressor". */
function toPhrases(text: string, kind: Phrase["kind"]): Phrase[] {
  const spoken = tokenize(text);
  const expanded = withAirConditioning(spoken);
  const spellings = expanded.join(" ") === spoken.join(" ") ? [spoken] : [expanded, spoken];
  return spellings.map((spelling) => {
    const words = spelling.map(singular);
    const wordStarts = [0];
    for (const word of words) wordStarts.push((wordStarts.at(-1) ?? 0) + word.length);
    return { text: words.join(""), wordStarts, kind };
  });
}

/** The noun a name starts with: "Door" of "Door, Front Left (Driver)", "Tailgate" of "Tailgate (Pickup)". */
function headNoun(name: string): string {
  return name.split(/, | \(/)[0] ?? name;
}

/** What a part is by the last telling word of its name, without its side and what is in parentheses. */
function nounOf(phrases: readonly Phrase[]): string | undefined {
  const name = phrases.find(({ kind }) => kind === "head") ?? phrases.find(({ kind }) => kind === "name");
  const words = name?.wordStarts.slice(0, -1).map((at, i) => name.text.slice(at, name.wordStarts[i + 1]));
  return words?.findLast((word) => !PACKAGING.has(word));
}

/** Splits text into words: letters and digits only, in lowercase. */
function tokenize(text: string): string[] {
  return toNormalForm(text, "NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** "ac", and "a" before "c" ("A/C", "a c"), as "air conditioning". */
function withAirConditioning(words: readonly string[]): string[] {
  return ` ${words.join(" ")} `
    .replace(/ a ?c(?= )/g, " air conditioning")
    .trim()
    .split(" ");
}

/** A word without its plural ending. Applied to query and catalog alike, so it need not be good English. */
function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith("s") || word.endsWith("ss")) return word;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}
