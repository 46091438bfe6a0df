import { compactText } from "~/values/normalize";

/*
 * Interchange and OEM numbers, whatever dashes, spaces and capitals they are written with.
 */

/** Words of a search that may be the number of a part. */
export interface TypedNumber {
  typed: string;
  /** Its letters and digits. */
  key: string;
  /** The search without it. */
  rest: string;
}

const MAX_WORDS = 12;
const MAX_WORDS_OF_NUMBER = 3;
const MIN_CHARACTERS = 5;
const MAX_CHARACTERS = 24;

/** What may be a number in a search, the longest first: "engine 19000 31d00" may name 1900031D00. */
export function findTypedNumbers(q: string): TypedNumber[] {
  const words = q.trim().split(/\s+/).slice(0, MAX_WORDS);
  const found = words.flatMap((_, from) =>
    Array.from({ length: MAX_WORDS_OF_NUMBER }, (_, index) => from + index + 1)
      .filter((to) => to <= words.length)
      .map((to): TypedNumber => {
        const typed = words.slice(from, to);
        const rest = [...words.slice(0, from), ...words.slice(to)].join(" ");
        const mayBe = typed.every((word) => /\d/.test(word)) && (typed.length === 1 || !typed.some(isYear));
        return { typed: typed.join(" "), key: mayBe ? compactText(typed.join("")) : "", rest };
      }),
  );
  return found
    .filter(
      ({ key }) => key.length >= MIN_CHARACTERS && key.length <= MAX_CHARACTERS && /\d.*\d.*\d/.test(key),
    )
    .sort((a, b) => b.key.length - a.key.length);
}

function isYear(word: string): boolean {
  return /^(?:19|20)\d\d$/.test(word);
}

/** Whether a part has this number. Staff write several in one line: `300-07641, 19000-31D00`. */
export function hasNumber(interchange: string, key: string): boolean {
  return interchange.split(/[,;]/).some((written) => {
    const words = written.trim().split(/[\s/]+/);
    return words.some((_, from) =>
      words.some((_, to) => to >= from && compactText(words.slice(from, to + 1).join("")) === key),
    );
  });
}
