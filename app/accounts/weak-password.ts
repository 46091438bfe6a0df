import { toNormalForm } from "~/values/normalize";

/** Words that guesses start with, in addition to the names of the account and the business. */
const OWN_WORDS =
  "admin administrator auto automotive cars changeme letmein login parts pass password qwerty recyclers recycling secret staff welcome yard".split(
    " ",
  );

/** The message for a weak password. */
export const WEAK_PASSWORD_MESSAGE =
  "That password is too easy to guess: it's just your name, the business's name or words like password, or a few characters again and again. Add words that nobody would guess.";
/** A password with fewer different characters than this is one that a finger types without looking. */
const MIN_DIFFERENT = 4;

/**
 * True for a password that consists only of the username, the business's name and the words above, ignoring digits and
 * punctuation (docs/decisions/sign-in.md): `Admin2024!`, `yard-yard-yard`. So is one of three different characters, or of spaces.
 */
export function isWeakPassword(password: string, names: { username: string; business: string }): boolean {
  if (new Set(password).size < MIN_DIFFERENT) return true;
  const own = new Set([...OWN_WORDS, ...wordsIn(names.username), ...wordsIn(names.business)]);
  const letters = foldCase(password).replace(/\P{L}/gu, "");
  const left = [...own]
    .sort((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, " "), letters);
  return letters !== "" && left.trim() === "";
}

/** The words of a name, without single letters, which would match any password. */
function wordsIn(name: string): string[] {
  return foldCase(name).match(/\p{L}{2,}/gu) ?? [];
}

function foldCase(text: string): string {
  return toNormalForm(text, "NFKC").toLowerCase();
}
