/** The most characters in one line of text. */
export const MAX_LINE_LENGTH = 200;

/** A line of text as it is stored: NFC, no control characters, single spaces between words, trimmed. */
export function normalizeLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** Multi-line text as it is stored: like a line, but it keeps its line breaks as `\n`. */
export function normalizeMessage(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]+|\p{Cs}+/gu, "")
    .trim();
}

/** Text for comparing and searching: lowercase, no accents, single spaces between words. */
export function foldText(text: string): string {
  return normalizeLine(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}

/** A name for comparing, whatever its spelling: folded, letters and digits only. `F-150` and `f 150` are both `f150`. */
export function compactText(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, "");
}
