import { componentFor, PART_CATEGORIES } from "./part-catalogue";

// The limits of the specification's section 9.
export const PART_SEARCH_MIN_CHARACTERS = 2;
export const PART_SEARCH_DEBOUNCE_MS = 300;
export const PART_SEARCH_LIMIT = 10;

/** Shown where nothing matches (specification, sections 5 and 8). */
export const NO_PARTS_FOUND = "No parts found.";

/** A complete choice: taking it fills category, subcategory and, where the subcategory has parts, the part. */
export interface PartSearchResult {
  /** The part's id, or the subcategory's where it has no parts: unique among results. */
  readonly id: string;
  readonly categoryId: string;
  readonly categoryName: string;
  readonly subcategoryId: string;
  readonly subcategoryName: string;
  readonly partId?: string;
  readonly partName?: string;
  /** What would be sent as the component: "Hood - Hood Latch". */
  readonly label: string;
}

/**
 * Finds parts by what people call them (specification, section 5): at most `limit` results and never more
 * than ten, best first; none for fewer than two letters or digits. Case, spaces, slashes, hyphens, accents
 * and plural endings do not matter, "ac" means "air conditioning", and anything past 100 characters is not
 * read. Any string is safe to pass.
 *
 * Best first means: the whole name or synonym; then a name that has the query at the start of a word; then
 * every word of the query, in any order: whole words before beginnings before insides of words, the part's
 * own before those of its subcategory and category. Only where none of that finds anything may letters be
 * left out, so that "altrntr" finds the alternator and a good result never drowns in far-fetched ones.
 */
export function searchParts(query: string, limit = PART_SEARCH_LIMIT): PartSearchResult[] {
  const spoken = wordsOf(query.slice(0, MAX_QUERY_CHARACTERS));
  if (spoken.join("").length < PART_SEARCH_MIN_CHARACTERS) return [];

  const words = withAirConditioning(spoken).map(singular);
  index ??= buildIndex();
  const hits = rank(index, words);
  return (hits.length > 0 ? hits : rankSubsequences(index, words.join("")))
    .sort((a, b) => b.score - a.score || a.entry.position - b.entry.position)
    .slice(0, Math.max(0, Math.min(limit, PART_SEARCH_LIMIT)))
    .map((hit) => hit.entry.result);
}

/** What the search of the wizard shows: the results, or the sentence where enough was typed and nothing matches. */
export function answerPartSearch(query: string): { results: PartSearchResult[]; none?: string | undefined } {
  const results = searchParts(query);
  const asked = query.trim().length >= PART_SEARCH_MIN_CHARACTERS;
  return { results, none: asked && results.length === 0 ? NO_PARTS_FOUND : undefined };
}

const MAX_QUERY_CHARACTERS = 100;

// Two letters in the middle of a word are chance ("ab" in "cable"), not a match.
const MIN_INSIDE_CHARACTERS = 3;

// A subsequence of fewer letters, or one stretched over more than twice its length, fits almost anything.
const MIN_SUBSEQUENCE_CHARACTERS = 4;
const MAX_SUBSEQUENCE_STRETCH = 2;

// Scores of the kinds of match. What is added within a kind is less than the distance to the kind above.
const EXACT = 1000;
const ALMOST_EXACT = 990; // The whole of a synonym, or of a name up to its side and axle.
const AT_WORD_START = 800;
const ALL_WORDS = 400;

// How much a word of the catalogue is worth, by how the query has it. Whole words of the context (0.35)
// stand above letters in the middle of a name: "lock" is a door's lock before it is a clock spring.
const WHOLE_WORD = 1;
const BEGINNING = 0.8;
const MIDDLE = 0.3;

// And by where it stands.
const NAME_WEIGHT = 1;
const SYNONYM_WEIGHT = 0.7;
const CONTEXT_WEIGHT = 0.35;

/** Words that carry no meaning in a query, unless it has no others. */
const FILLER_WORDS = new Set(["a", "and", "for", "in", "my", "of", "on", "the", "to", "with"]);

/** Words people also use wherever all the words before them appear. */
const ALSO_SAID: readonly (readonly [present: readonly string[], also: readonly string[]])[] = [
  ["left", "lh lhs side"],
  ["right", "rh rhs side"],
  ["front left", "lf fl"],
  ["front right", "rf fr"],
  ["rear left", "lr rl"],
  ["rear right", "rr"],
  ["front", "frt"],
  ["rear", "back"],
  ["lower", "bottom"],
  ["upper", "top"],
  ["outer", "outside"],
  ["exterior", "outside outer"],
  ["interior", "inside inner"],
  ["light", "lamp"],
  ["headlight", "headlamp"],
  ["taillight", "taillamp"],
  ["foglight", "foglamp"],
  ["glass", "window"],
  ["windshield", "windscreen"],
  ["hood", "bonnet"],
  ["trunk", "boot"],
  ["fuel", "gas petrol"],
  ["tire", "tyre"],
  ["brake", "break"],
  ["caliper", "calliper"],
  ["grille", "grill"],
  ["center", "centre"],
  ["molding", "moulding trim"],
  ["assembly", "assy complete"],
  ["module", "computer ecu unit"],
  ["transmission", "gearbox tranny"],
  ["catalytic", "cat"],
  ["shock", "damper"],
].map(([present = "", also = ""]) => [present.split(" "), also.split(" ")]);

interface Phrase {
  /** The name, its head ("Door" of "Door, Front Left (Driver)") or a synonym, without spaces. */
  readonly text: string;
  /** Where in `text` a word starts; its length stands last, as the end of the last word. */
  readonly wordStarts: readonly number[];
  readonly kind: PhraseKind;
}

type PhraseKind = "name" | "head" | "synonym";

interface VocabularyWord {
  readonly text: string;
  /** Two neighbours written as one ("airbag"): their middle is no one's word. */
  readonly isCompound: boolean;
}

interface IndexEntry {
  readonly position: number;
  readonly result: PartSearchResult;
  readonly phrases: readonly Phrase[];
  readonly subcategoryPhrases: readonly Phrase[];
  /** Numbers of words in the vocabulary, and what finding each is worth. */
  readonly wordNumbers: Uint16Array;
  readonly wordWeights: Float64Array;
  readonly nameWordCount: number;
}

interface Index {
  readonly entries: readonly IndexEntry[];
  /** Every word of the catalogue once: a query is compared with some two thousand words, not with each use. */
  readonly vocabulary: readonly VocabularyWord[];
}

interface Hit {
  readonly entry: IndexEntry;
  readonly score: number;
}

let index: Index | undefined;

/** Everything in a text that is a letter or a digit, lower-cased, in words. */
function wordsOf(text: string): string[] {
  return text
    .normalize("NFKD")
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

/** A word without its plural ending. Applied to query and catalogue alike, so it need not be good English. */
function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith("s") || word.endsWith("ss")) return word;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

function buildIndex(): Index {
  const entries: IndexEntry[] = [];
  const vocabulary: VocabularyWord[] = [];
  const wordNumbers = new Map<string, number>();

  for (const category of PART_CATEGORIES) {
    for (const subcategory of category.subcategories) {
      const place = {
        categoryId: category.id,
        categoryName: category.name,
        subcategoryId: subcategory.id,
        subcategoryName: subcategory.name,
      };
      if (subcategory.parts.length === 0) {
        const result = { ...place, id: subcategory.id, label: componentFor(subcategory) };
        add(result, subcategory, wordsSaid(category.name), []);
        continue;
      }
      const subcategoryPhrases = phrasesOf(subcategory.name, "name");
      const context = [category.name, subcategory.name, ...subcategory.synonyms].flatMap(wordsSaid);
      for (const part of subcategory.parts) {
        const label = componentFor(subcategory, part);
        add(
          { ...place, id: part.id, partId: part.id, partName: part.name, label },
          part,
          context,
          subcategoryPhrases,
        );
      }
    }
  }
  return { entries, vocabulary };

  function add(
    result: PartSearchResult,
    { name, synonyms }: { name: string; synonyms: readonly string[] },
    context: readonly VocabularyWord[],
    subcategoryPhrases: readonly Phrase[],
  ) {
    const weights = new Map<number, number>();
    const weigh = (words: readonly VocabularyWord[], weight: number) => {
      for (const word of words) {
        const number = wordNumbers.get(word.text) ?? vocabulary.length;
        wordNumbers.set(word.text, number);
        // A compound of one name that is a word in another ("airbag") counts as a word.
        if (vocabulary[number]?.isCompound !== false) vocabulary[number] = word;
        weights.set(number, Math.max(weight, weights.get(number) ?? 0));
      }
    };
    weigh(wordsSaid(name), NAME_WEIGHT);
    weigh(synonyms.flatMap(wordsSaid), SYNONYM_WEIGHT);
    weigh(context, CONTEXT_WEIGHT);
    entries.push({
      position: entries.length,
      result,
      phrases: [
        ...phrasesOf(name, "name"),
        ...(headOf(name) === name ? [] : phrasesOf(headOf(name), "head")),
        ...synonyms.flatMap((synonym) => phrasesOf(synonym, "synonym")),
      ],
      subcategoryPhrases,
      wordNumbers: Uint16Array.from(weights.keys()),
      wordWeights: Float64Array.from(weights.values()),
      nameWordCount: withAirConditioning(wordsOf(name)).length,
    });
  }
}

/** The words of a text, neighbours written as one ("airbag"), and what people say in their place. */
function wordsSaid(text: string): VocabularyWord[] {
  const words = withAirConditioning(wordsOf(text)).map(singular);
  const compounds = words.slice(1).map((word, i) => `${words[i]}${word}`);
  const present = new Set([...words, ...compounds]);
  const also = ALSO_SAID.filter(([needed]) => needed.every((word) => present.has(word)));
  return [
    ...[...words, ...also.flatMap(([, said]) => said)].map((text) => ({ text, isCompound: false })),
    ...compounds.map((text) => ({ text, isCompound: true })),
  ];
}

/** The noun a name starts with: "Door" of "Door, Front Left (Driver)", "Tailgate" of "Tailgate (Pickup)". */
function headOf(name: string): string {
  return name.split(/, | \(/)[0] ?? name;
}

/** A name as it is matched. "A/C" counts both written out and as "ac", for those who type "accompressor". */
function phrasesOf(text: string, kind: PhraseKind): Phrase[] {
  const spoken = wordsOf(text);
  const expanded = withAirConditioning(spoken);
  const spellings = expanded.join(" ") === spoken.join(" ") ? [spoken] : [expanded, spoken];
  return spellings.map((spelling) => {
    const words = spelling.map(singular);
    const wordStarts = [0];
    for (const word of words) wordStarts.push((wordStarts.at(-1) ?? 0) + word.length);
    return { text: words.join(""), wordStarts, kind };
  });
}

/** Every entry that holds the query, as a phrase or word by word. */
function rank({ entries, vocabulary }: Index, words: readonly string[]): Hit[] {
  const text = words.join("");
  const wordScores = scoreWords(entries, vocabulary, words);
  const hits: Hit[] = [];
  for (const entry of entries) {
    let score = bestOf(entry.phrases, text, scorePhrase);
    // Among names that start alike, those of the subcategory of that name: a hood's latch before a hood bra.
    const isNameShared = score > 0 && score < ALMOST_EXACT;
    if (isNameShared && bestOf(entry.subcategoryPhrases, text, scorePhrase) > 0) score += 30;
    score = Math.max(score, wordScores[entry.position] ?? 0);
    if (score > 0) hits.push({ entry, score });
  }
  return hits;
}

function bestOf(phrases: readonly Phrase[], text: string, score: (phrase: Phrase, text: string) => number) {
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
    const likeness = vocabulary.map((known) => likenessOf(known, word));
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
    // The fewer words a name has beside those asked for, the likelier it is the one meant.
    const closeness = Math.min(1, wanted.length / nameWordCount);
    scores[position] = ALL_WORDS + 300 * (scores[position] ?? 0) + 60 * closeness;
  }
  return scores;
}

/** How well a word of the catalogue answers a word of the query, from 0 to 1. */
function likenessOf({ text, isCompound }: VocabularyWord, word: string): number {
  if (text.startsWith(word)) return text.length === word.length ? WHOLE_WORD : BEGINNING;
  return !isCompound && word.length >= MIN_INSIDE_CHARACTERS && text.includes(word) ? MIDDLE : 0;
}

/** Every entry that has the letters of the query in order, from the start of a word and not far apart. */
function rankSubsequences({ entries }: Index, text: string): Hit[] {
  if (text.length < MIN_SUBSEQUENCE_CHARACTERS) return [];
  const hits: Hit[] = [];
  for (const entry of entries) {
    const score = bestOf(entry.phrases, text, scoreSubsequence);
    if (score > 0) hits.push({ entry, score });
  }
  return hits;
}

/** From 0 to 1: more where fewer letters are left out, and where less of the phrase is left over. */
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
