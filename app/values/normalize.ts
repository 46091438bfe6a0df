/** The most characters in one line of text. */
export const MAX_LINE_LENGTH = 200;

/** Thirty marks, or what becomes marks, before another: a run of so many is in no language. U+034F ends a run. */
const LONG_RUN =
  /(?:(?!\u034f)[\p{M}\u0e33\u0eb3\uff9e\uff9f]){30}(?=(?!\u034f)[\p{M}\u0e33\u0eb3\uff9e\uff9f])/gu;

/**
 * Text in one of Unicode's normal forms. To get there, Unicode sorts the marks of each run, and 30,000 marks in a row take seconds;
 * U+034F parts each thirty of them from the next (UAX #15, Stream-Safe Text Format).
 */
export function toNormalForm(text: string, form: "NFC" | "NFKC" | "NFKD"): string {
  // Again, because a letter may become several marks: normalized text doesn't change when it is stored again.
  return text.replace(LONG_RUN, "$&\u034f").normalize(form).replace(LONG_RUN, "$&\u034f");
}

/** A line of text as it is stored: NFC, no control characters, single spaces between words, trimmed. */
export function normalizeLine(text: string): string {
  return toNormalForm(text, "NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Multi-line text as it is stored: like a line, but it keeps its line breaks as `\n`. */
export function normalizeMessage(text: string): string {
  return toNormalForm(text, "NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]+|\p{Cs}+/gu, "")
    .trim();
}

/** Text for comparing and searching: lowercase, no accents, single spaces between words. */
export function foldText(text: string): string {
  return toNormalForm(normalizeLine(text), "NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/** A name for comparing, whatever its spelling: folded, letters and digits only. `F-150` and `f 150` are both `f150`. */
export function compactText(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");
}
