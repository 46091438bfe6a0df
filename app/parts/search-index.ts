import { componentFor, PART_CATEGORIES } from "./catalog";

/*
 * The catalog as the search for parts compares it: the words and names of each entry with what people also call them.
 */

/** A complete choice of category, subcategory and, if the subcategory has parts, part. */
export interface PartSearchResult {
  /** The part's id, or the subcategory's where it has no parts: unique among results. */
  readonly id: string;
  readonly categoryId: string;
  readonly categoryName: string;
  readonly subcategoryId: string;
  readonly subcategoryName: string;
  readonly partId?: string;
  readonly partName?: string;
  /** The request's component: "Hood - Hood Latch". */
  readonly label: string;
}

// The weight of a catalog word, by where it appears.
const NAME_WEIGHT = 1;
const SYNONYM_WEIGHT = 0.7;
const CONTEXT_WEIGHT = 0.35;

/** Words that carry no meaning in a query, unless it has no others. */
export const FILLER_WORDS = new Set([
  "a",
  "and",
  "for",
  "in",
  "my",
  "of",
  "on",
  "the",
  "to",
  "under",
  "with",
]);

/** Words for a side, an axle or a corner. */
export const SIDE_WORDS: ReadonlySet<string> = new Set(
  "left right driver passenger side lh rh lhs rhs ds ps drvr psgr lt rt lf rf fl fr lr rr rl front frt rear back upper lower inner outer hand".split(
    " ",
  ),
);

/** Words that people also use when a name contains all of the first words. */
const SYNONYMOUS_WORDS: readonly (readonly [present: readonly string[], also: readonly string[]])[] = [
  ["left", "lh lhs side ds drvr lt"],
  ["right", "rh rhs side ps psgr rt"],
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
  ["light", "lamp lite"],
  ["headlight", "headlamp headlite"],
  ["taillight", "taillamp taillite"],
  ["foglight", "foglamp foglite"],
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

/** A name or a synonym, as it is compared with a whole query. */
export interface Phrase {
  /** The name, its head ("Door" of "Door, Front Left (Driver)") or a synonym, without spaces. */
  readonly text: string;
  /** Where in `text` a word starts; its length stands last, as the end of the last word. */
  readonly wordStarts: readonly number[];
  readonly kind: PhraseKind;
}

type PhraseKind = "name" | "head" | "synonym";

/** A word that some entry has. */
export interface VocabularyWord {
  readonly text: string;
  /** Two neighbors joined into one ("airbag"), which is not matched in its middle. */
  readonly isCompound: boolean;
}

/** What is matched of one entry. */
export interface IndexEntry {
  readonly position: number;
  readonly result: PartSearchResult;
  readonly phrases: readonly Phrase[];
  readonly subcategoryPhrases: readonly Phrase[];
  /** Numbers of words in the vocabulary, and what finding each is worth. */
  readonly wordNumbers: Uint16Array;
  readonly wordWeights: Float64Array;
  readonly nameWordCount: number;
}

/** The catalog as it is searched. */
export interface Index {
  readonly entries: readonly IndexEntry[];
  /** Every word of the catalog once, so that a query is compared with two thousand words, not with each use. */
  readonly vocabulary: readonly VocabularyWord[];
}

/** Splits text into words: letters and digits only, in lowercase. */
export function tokenize(text: string): string[] {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\u0300-\u036f'’.]/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** "ac", and "a" before "c" ("A/C", "a c"), as "air conditioning". */
export function withAirConditioning(words: readonly string[]): string[] {
  return ` ${words.join(" ")} `
    .replace(/ a ?c(?= )/g, " air conditioning")
    .trim()
    .split(" ");
}

/** A word without its plural ending. Applied to query and catalog alike, so it need not be good English. */
export function singular(word: string): string {
  if (word.length <= 3 || !word.endsWith("s") || word.endsWith("ss")) return word;
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** Builds what `rankParts` compares a query with, once a program. */
export function buildIndex(): Index {
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
        add(result, subcategory, toVocabularyWords(category.name), []);
        continue;
      }
      const subcategoryPhrases = toPhrases(subcategory.name, "name");
      const context = [category.name, subcategory.name, ...subcategory.synonyms].flatMap(toVocabularyWords);
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
    weigh(toVocabularyWords(name), NAME_WEIGHT);
    weigh(synonyms.flatMap(toVocabularyWords), SYNONYM_WEIGHT);
    weigh(context, CONTEXT_WEIGHT);
    entries.push({
      position: entries.length,
      result,
      phrases: [
        ...toPhrases(name, "name"),
        ...(headNoun(name) === name ? [] : toPhrases(headNoun(name), "head")),
        ...synonyms.flatMap((synonym) => toPhrases(synonym, "synonym")),
      ],
      subcategoryPhrases,
      wordNumbers: Uint16Array.from(weights.keys()),
      wordWeights: Float64Array.from(weights.values()),
      nameWordCount: withAirConditioning(tokenize(name)).length,
    });
  }
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

/** The noun a name starts with: "Door" of "Door, Front Left (Driver)", "Tailgate" of "Tailgate (Pickup)". */
function headNoun(name: string): string {
  return name.split(/, | \(/)[0] ?? name;
}

/** A name as it is matched. "A/C" counts both written out and as "ac", for those who type "accompressor". */
function toPhrases(text: string, kind: PhraseKind): Phrase[] {
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
