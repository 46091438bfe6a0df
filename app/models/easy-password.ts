/** What is tried first against a site like this one, beside the account's own name and the business's. */
const OWN_WORDS =
  "admin administrator auto automotive cars changeme letmein login parts pass password qwerty recyclers recycling secret staff welcome yard".split(
    " ",
  );

export const EASY_PASSWORD_SENTENCE =
  "That password is easily guessed: it is made of your name, the business's name or words like password alone. Add words of your own.";

/**
 * True for a password that says nothing but the account's name, the business's name and the words above, figures and
 * signs left aside (docs/decisions/sign-in.md): `Admin2024!`, `yard-yard-yard`. Figures alone are no words.
 */
export function isEasyPassword(password: string, names: { username: string; business: string }): boolean {
  const own = new Set([...OWN_WORDS, ...wordsOf(names.username), ...wordsOf(names.business)]);
  const letters = folded(password).replace(/\P{L}/gu, "");
  const left = [...own]
    .sort((one, other) => other.length - one.length)
    .reduce((text, word) => text.replaceAll(word, " "), letters);
  return letters !== "" && left.trim() === "";
}

/** The words of a name; a single letter is none of its own, or every password would be made of some. */
function wordsOf(name: string): string[] {
  return folded(name).match(/\p{L}{2,}/gu) ?? [];
}

function folded(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
