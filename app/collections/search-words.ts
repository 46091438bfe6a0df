import { compactText, foldText } from "~/values/normalize";
import { isPhoneNumber, isPhoneSearch, phoneDigits } from "~/values/phone";

/*
 * The words that a search of everything looks for. Of each record one text is stored, of words with a blank between; what a word is
 * stands before it:
 *
 *   "=pr7k3q9d =5558670142 +0142 pr/dave pr/miller pr/0142 pr/honda pr/accord pr~slips pr~third"
 */

/** Begins a word that names one record, whole: a stock number, a VIN, a reference, a phone number, an email address. */
export const KEY = "=";
/** Begins the end of such a word, which people search by: the last six of a VIN, the last four of a phone number. */
const ENDING = "+";
/** Between the letters of a kind and a word that names one of its records, so that each kind has separate words. */
const NAME = "/";
/** Between the letters of a kind and a word from free text, which isn't the name of anything. */
const FREE = "~";

/** A word that is looked for. */
export interface SearchTerm {
  word: string;
  /** Whether longer words that begin with it count. */
  isPrefix: boolean;
}

/** What is known about a record. */
export interface SearchedRecord {
  kind: string;
  /** What it is looked up by: stock numbers and references. */
  numbers: readonly string[];
  /** Values among which phone numbers, VINs and email addresses are recognized. */
  values: readonly string[];
  /** What it is called. */
  names: string;
  /** Free text about it. */
  text: string;
}

const MAX_WORD_LENGTH = 64;
const MAX_FREE_WORDS = 400;
const MAX_SEARCHED_WORDS = 8;
/** Shorter ones would begin half of all words. */
const MIN_PREFIX_LENGTH = 3;

/** The text that is stored of a record. */
export function toSearchWords({ kind, numbers, values, names, text }: SearchedRecord): string {
  const found = values.map(identify);
  const keys = [...numbers.map(compactText), ...found.flatMap((one) => one.keys)];
  const endings = [...numbers.flatMap(lastOfReference), ...found.flatMap((one) => one.endings)];
  const named = new Set([...wordsOf(names), ...keys, ...endings]);
  const free = wordsOf(text).filter((word) => !named.has(word));
  const letters = lettersOf(kind);
  const words = [
    ...keys.map((key) => KEY + key),
    ...endings.map((ending) => ENDING + ending),
    ...[...named].map((word) => letters + NAME + word),
    ...free.slice(0, MAX_FREE_WORDS).map((word) => letters + FREE + word),
  ];
  // A mark alone isn't a word.
  return [...new Set(words)].filter((word) => /[\p{L}\p{N}]$/u.test(word)).join(" ");
}

/** What is searched for. */
export interface Search {
  /** The whole text as one word, which may name a record. */
  whole: string;
  words: readonly string[];
}

/** Reads what was typed; undefined if there is nothing to look for. A phone number may be written in any way. */
export function readSearch(q: string): Search | undefined {
  const words = isPhoneSearch(q) ? [phoneDigits(q)] : foldText(q).split(" ").map(compactText).filter(Boolean);
  if (words.length === 0) return undefined;
  const searched = words.slice(0, MAX_SEARCHED_WORDS).map((word) => word.slice(0, MAX_WORD_LENGTH));
  return { whole: words.join("").slice(0, MAX_WORD_LENGTH), words: searched };
}

/** The records that the whole text names. */
export function exactTerms({ whole }: Search): SearchTerm[][] {
  return [[KEY, ENDING].map((mark) => ({ word: mark + whole, isPrefix: false }))];
}

/** The records of a kind with this number, alone or next to others. */
export function numberTerms(number: string, kind: string): SearchTerm[][] {
  return [
    [KEY, lettersOf(kind) + NAME].map((mark) => ({ word: mark + compactText(number), isPrefix: false })),
  ];
}

/** The records of a kind that have every word in their names. */
export function nameTerms({ words }: Search, kind: string): SearchTerm[][] {
  return words.map((word) => [{ word: lettersOf(kind) + NAME + word, isPrefix: false }]);
}

/** The records of a kind that have every word in their names or in free text. The last may be the beginning of a word. */
export function allTerms({ words }: Search, kind: string): SearchTerm[][] {
  return words.map((word, index) => {
    const isPrefix = index === words.length - 1 && word.length >= MIN_PREFIX_LENGTH;
    return [NAME, FREE].map((mark) => ({ word: lettersOf(kind) + mark + word, isPrefix }));
  });
}

/** Whether a record's words have every word among its names; the last may be the beginning of one. */
export function isNamed(stored: string, { words }: Search, kind: string): boolean {
  const text = ` ${stored} `;
  return words.every((word, index) => {
    const isLast = index === words.length - 1;
    return text.includes(` ${lettersOf(kind)}${NAME}${word}${isLast ? "" : " "}`);
  });
}

/** The letters of a kind: `pr` for `partRequest`. Two kinds may have the same. */
function lettersOf(kind: string): string {
  return (kind.charAt(0) + kind.slice(1).replace(/[^A-Z]/g, "")).toLowerCase();
}

/**
 * Each word without its signs, its parts, and those between hyphens: `núñez-o'brien` is `nunezobrien`, `nunez`, `o`, `brien` and `obrien`.
 */
function wordsOf(text: string): string[] {
  const words = foldText(text)
    .split(" ")
    .flatMap((chunk) => [
      compactText(chunk),
      ...chunk.split(/[^\p{L}\p{N}]+/u),
      ...chunk.split(/[/\p{Pd}]+/u).map(compactText),
    ])
    .filter(Boolean)
    .map((word) => word.slice(0, MAX_WORD_LENGTH));
  return [...new Set(words)];
}

/** What names a record in a value, and the ends of it that people type. */
function identify(value: string): { keys: string[]; endings: string[] } {
  if (isPhoneNumber(value)) {
    const digits = phoneDigits(value);
    return { keys: [digits], endings: [digits.slice(-7), digits.slice(-4)] };
  }
  const compact = compactText(value);
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return { keys: [compact.slice(0, MAX_WORD_LENGTH)], endings: [] };
  // Of an older car's VIN, with less than 17 characters, only its own field knows.
  if (/^(?=.*\d)[a-z\d]{17}$/.test(compact)) return { keys: [compact], endings: [compact.slice(-6)] };
  return { keys: [], endings: [] };
}

/** `PR-7K3Q9D` is also asked for as `7K3Q9D`. */
function lastOfReference(number: string): string[] {
  const [, last] = /^[A-Z]{2}-([\dA-Z]{6})$/.exec(number) ?? [];
  return last ? [last.toLowerCase()] : [];
}
