import {
  buildIndex,
  FILLER_WORDS,
  type Index,
  type IndexEntry,
  type PartSearchResult,
  type Phrase,
  SIDE_WORDS,
  singular,
  tokenize,
  type VocabularyWord,
  withAirConditioning,
} from "./search-index";

export const PART_SEARCH_MIN_CHARACTERS = 2;
export const PART_SEARCH_DEBOUNCE_MS = 300;
export const PART_SEARCH_LIMIT = 10;

/** Shown if nothing matches. */
export const NO_PARTS_FOUND = "No parts found.";

/**
 * Finds parts by what people call them: at most `limit` results and never more
 * than ten, best first; none for fewer than two letters or digits. Case, spaces, slashes, hyphens, accents
 * and plural endings do not matter, "ac" means "air conditioning", and anything past 100 characters is
 * ignored. Any string is safe to pass.
 *
 * Best first means: the whole name or synonym; then a name that has the query at the start of a word; then
 * every word of the query, in any order: whole words before prefixes before substrings, the part's own words
 * before those of its subcategory and category. Letters may be missing only if nothing else matches, so that "altrntr" finds
 * the alternator without adding poor matches to good ones.
 */
export function searchParts(query: string, limit = PART_SEARCH_LIMIT): PartSearchResult[] {
  return rankParts(query)
    .slice(0, Math.max(0, Math.min(limit, PART_SEARCH_LIMIT)))
    .map(({ result }) => result);
}

/** A part that a query names. Parts of equal score, as a left and a right one, fit the query equally well. */
export interface RankedPart {
  readonly result: PartSearchResult;
  /** From 400 where the part has every word of the query, below 1 where letters are missing. */
  readonly score: number;
}

/** Every part that the query names, best first, by the rules of `searchParts`. */
export function rankParts(query: string): RankedPart[] {
  const spoken = tokenize(query.slice(0, MAX_QUERY_CHARACTERS));
  if (spoken.join("").length < PART_SEARCH_MIN_CHARACTERS) return [];

  const words = withAirConditioning(spoken).map(singular);
  index ??= buildIndex();
  const hits = rank(index, words);
  return (hits.length > 0 ? hits : rankSubsequences(index, words.join("")))
    .sort((a, b) => b.score - a.score || a.entry.position - b.entry.position)
    .map(({ entry, score }) => ({ result: entry.result, score }));
}

/** A part that a query names, and whether it is only named after what the query asks for. */
export interface NamedPart extends RankedPart {
  readonly isOther: boolean;
}

/**
 * Tells what a query asks for from other parts: where there is a radiator, a radiator cap is another part. What a name is of is its
 * last word: a tow mirror is a mirror. Parts that have the query in no name, as a grille has "radiator", are left out.
 * @param ranked what `rankParts` gives for the query
 */
export function tellOtherParts(query: string, ranked: readonly RankedPart[]): NamedPart[] {
  if ((ranked[0]?.score ?? 0) < WHOLE_NOUN) return ranked.map((part) => ({ ...part, isOther: false }));
  index ??= buildIndex();
  partNouns ??= new Map(index.entries.map(({ result, phrases }) => [result.id, nounOf(phrases)]));
  const nounOfPart = ({ result }: RankedPart) => partNouns?.get(result.id);
  const words = withAirConditioning(tokenize(query)).map(singular);
  const nouns = new Set(ranked.filter(({ score }) => score >= WHOLE_NOUN).map(nounOfPart));
  nouns.add(words.findLast((word) => !SIDE_WORDS.has(word)));
  return ranked.flatMap((part) => {
    const isOther = part.score < WHOLE_NOUN && !nouns.has(nounOfPart(part));
    if (!isOther) return { ...part, isOther };
    const name = withAirConditioning(tokenize(part.result.label)).map(singular);
    return words.every((word) => name.includes(word)) ? { ...part, isOther } : [];
  });
}

/** Last words of names that say no more of what a part is. */
const PACKAGING = new Set(["assembly", "only", "set"]);

/** What a part is by the last telling word of its name, without its side and what stands in parentheses. */
function nounOf(phrases: readonly Phrase[]): string | undefined {
  const name = phrases.find(({ kind }) => kind === "head") ?? phrases.find(({ kind }) => kind === "name");
  const words = name?.wordStarts.slice(0, -1).map((at, i) => name.text.slice(at, name.wordStarts[i + 1]));
  return words?.findLast((word) => !PACKAGING.has(word));
}

/** From this score on, a name or synonym is the whole query. */
export const WHOLE_NAME_SCORE = 990;
/** From this score on, a name or synonym has the query at the start of a word. */
export const WORD_START_SCORE = 800;
/** From this score on, a part has every word of the query. */
export const ALL_WORDS_SCORE = 400;

/** Every word that the search knows, in the singular and in lowercase. */
export function listPartWords(): ReadonlySet<string> {
  if (partWords) return partWords;
  index ??= buildIndex();
  const words = index.vocabulary
    .map(({ text }) => text)
    .filter((text) => /^[a-z]{2,}$/.test(text) && !FILLER_WORDS.has(text));
  partWords = new Set([...words, "ac"]);
  return partWords;
}

/** Whether a word, in the singular or the plural, is one that the search knows: "o2" and "3rd" too, but no number alone. */
export function isPartWord(word: string): boolean {
  index ??= buildIndex();
  allWords ??= new Set(index.vocabulary.map(({ text }) => text).filter((text) => !/^\d+$/.test(text)));
  return !FILLER_WORDS.has(word) && (word === "ac" || allWords.has(word) || allWords.has(singular(word)));
}

/** What the wizard's search shows: the results, or a message if enough was typed and nothing matches. */
export function respondToPartSearch(query: string): {
  results: PartSearchResult[];
  none?: string | undefined;
} {
  const results = searchParts(query);
  const isLongEnough = query.trim().length >= PART_SEARCH_MIN_CHARACTERS;
  return { results, none: isLongEnough && results.length === 0 ? NO_PARTS_FOUND : undefined };
}

const MAX_QUERY_CHARACTERS = 100;

// Fewer letters inside a word match by chance: "ab" in "cable".
const MIN_INSIDE_CHARACTERS = 3;

// A subsequence of fewer letters, or one stretched over more than twice its length, fits almost anything.
const MIN_SUBSEQUENCE_CHARACTERS = 4;
const MAX_SUBSEQUENCE_STRETCH = 2;

// Scores of the kinds of match. What is added within a kind is less than the distance to the kind above.
const EXACT = 1000;
const ALMOST_EXACT = WHOLE_NAME_SCORE; // The whole of a synonym, or of a name up to its side and axle.
const WHOLE_NOUN = 985; // The whole of a name or synonym, with a side or axle that the part has.
const AT_WORD_START = WORD_START_SCORE;
const ALL_WORDS = ALL_WORDS_SCORE;

// The weight of a catalog word, by how the query matches it. Whole words of the context (0.35)
// stand above letters in the middle of a name: "lock" is a door's lock before it is a clock spring.
const WHOLE_WORD = 1;
const BEGINNING = 0.8;
const MIDDLE = 0.3;

interface Hit {
  readonly entry: IndexEntry;
  readonly score: number;
}

let index: Index | undefined;
let partWords: ReadonlySet<string> | undefined;
let partNouns: ReadonlyMap<string, string | undefined> | undefined;
let allWords: ReadonlySet<string> | undefined;

/** Every entry that holds the query, as a phrase or word by word. */
function rank({ entries, vocabulary }: Index, words: readonly string[]): Hit[] {
  const text = words.join("");
  const noun = words.filter((word) => !SIDE_WORDS.has(word)).join("");
  const wordScores = scoreWords(entries, vocabulary, words);
  const hits: Hit[] = [];
  for (const entry of entries) {
    let score = bestScore(entry.phrases, text, scorePhrase);
    // "left door" is a door before it is a sliding door.
    const hasSide = noun !== "" && noun !== text && wordScores[entry.position];
    if (hasSide && score < WHOLE_NOUN && bestScore(entry.phrases, noun, scorePhrase) >= ALMOST_EXACT)
      score = WHOLE_NOUN;
    // Among names that start alike, those of the subcategory of that name: a hood's latch before a hood bra.
    const isNameShared = score > 0 && score < ALMOST_EXACT;
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
  if (phrase.text.length === text.length) return phrase.kind === "name" ? EXACT : ALMOST_EXACT;

  const coverage = 60 * (text.length / phrase.text.length);
  for (let at = first; at !== -1; at = phrase.text.indexOf(text, at + 1)) {
    if (!phrase.wordStarts.includes(at)) continue;
    const wholeWords = phrase.wordStarts.includes(at + text.length) ? 40 : 0;
    return AT_WORD_START + (at === 0 ? 40 : 0) + wholeWords + coverage - (phrase.kind === "synonym" ? 10 : 0);
  }
  return 0;
}

/** By position, the score of each entry that has every word of the query in any order; 0 for the others. */
function scoreWords(
  entries: readonly IndexEntry[],
  vocabulary: readonly VocabularyWord[],
  words: readonly string[],
): Float64Array {
  const telling = words.filter((word) => !FILLER_WORDS.has(word));
  const wanted = [...new Set(telling.length > 0 ? telling : words)];

  const scores = new Float64Array(entries.length);
  let remaining = entries;
  for (const word of wanted) {
    const likeness = vocabulary.map((known) => similarity(known, word));
    const holding: IndexEntry[] = [];
    for (const entry of remaining) {
      let best = 0;
      for (let i = 0; i < entry.wordNumbers.length; i++) {
        const worth = (likeness[entry.wordNumbers[i] ?? -1] ?? 0) * (entry.wordWeights[i] ?? 0);
        if (worth > best) best = worth;
      }
      scores[entry.position] = best === 0 ? 0 : (scores[entry.position] ?? 0) + best / wanted.length;
      if (best > 0) holding.push(entry);
    }
    remaining = holding;
    if (remaining.length === 0) break;
  }

  for (const { position, nameWordCount } of remaining) {
    // A name with fewer other words is the likelier match.
    const closeness = Math.min(1, wanted.length / nameWordCount);
    scores[position] = ALL_WORDS + 300 * (scores[position] ?? 0) + 60 * closeness;
  }
  return scores;
}

/** How well a word of the catalog matches a word of the query, from 0 to 1. */
function similarity({ text, isCompound }: VocabularyWord, word: string): number {
  if (text.startsWith(word)) return text.length === word.length ? WHOLE_WORD : BEGINNING;
  // The "right" of "upright" is no side.
  const isInside = word.length >= MIN_INSIDE_CHARACTERS && !isCompound && !SIDE_WORDS.has(word);
  return isInside && text.includes(word) ? MIDDLE : 0;
}

/** Every entry that has the letters of the query in order, from the start of a word and not far apart. */
function rankSubsequences({ entries }: Index, text: string): Hit[] {
  if (text.length < MIN_SUBSEQUENCE_CHARACTERS) return [];
  const hits: Hit[] = [];
  for (const entry of entries) {
    const score = bestScore(entry.phrases, text, scoreSubsequence);
    if (score > 0) hits.push({ entry, score });
  }
  return hits;
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
