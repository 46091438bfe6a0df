import { z } from "zod";

/** Longest texts taken, in characters: of one line, and of a message. */
export const MAX_LINE_LENGTH = 200;
export const MAX_MESSAGE_LENGTH = 5000;

/**
 * A line as it is kept: composed Unicode, no control characters, one space between words, none around.
 */
export function tidyLine(text: string): string {
  return text
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

/** A message as it is kept: as a line, but its line breaks stay, as `\n`. */
export function tidyMessage(text: string): string {
  return text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]+/gu, "")
    .trim();
}

/** A required line; `missing` is the sentence where it is empty or no text at all. */
export function requiredLine(missing: string, max = MAX_LINE_LENGTH) {
  return z
    .string({ error: missing })
    .transform(tidyLine)
    .pipe(z.string().min(1, missing).max(max, tooLong(max)));
}

/** A line that may be left out; empty counts as left out. */
export function optionalLine(max = MAX_LINE_LENGTH) {
  return z
    .string({ error: "Please enter text" })
    .transform(tidyLine)
    .pipe(z.string().max(max, tooLong(max)))
    .transform((text) => text || undefined)
    .nullish()
    .transform((text) => text ?? undefined);
}

/** Several lines that may be left out. */
export function optionalMessage(max = MAX_MESSAGE_LENGTH) {
  return z
    .string({ error: "Please enter text" })
    .transform(tidyMessage)
    .pipe(z.string().max(max, tooLong(max)))
    .transform((text) => text || undefined)
    .nullish()
    .transform((text) => text ?? undefined);
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

function tooLong(max: number): string {
  return `Please use at most ${max.toLocaleString("en-US")} characters`;
}
