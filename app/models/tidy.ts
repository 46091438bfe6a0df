/** The longest line of text that is taken, in characters. */
export const MAX_LINE_LENGTH = 200;

/**
 * A line as it is kept: composed Unicode, no control characters, one space between words, none around.
 */
export function tidyLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** A message as it is kept: as a line, but its line breaks stay, as `\n`. */
export function tidyMessage(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]+|\p{Cs}+/gu, "")
    .trim();
}

/**
 * Folded for comparing and searching: lower case, no accents, one space between words.
 */
export function foldText(text: string): string {
  return tidyLine(text)
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();
}
