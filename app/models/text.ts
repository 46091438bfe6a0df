import { z } from "zod";
import { MAX_LINE_LENGTH, tidyLine, tidyMessage } from "./tidy";

/** The longest message that is taken, in characters. */
export const MAX_MESSAGE_LENGTH = 5000;

/** Where a body, or a part of it, is no object whose fields could be judged. */
export const NOT_AN_OBJECT = "Please send an object";

/** A required line; `missing` is the sentence where it is empty or no text at all. */
export function requiredLine(missing: string, max = MAX_LINE_LENGTH) {
  return z
    .string({ error: missing })
    .transform(tidyLine)
    .pipe(z.string().refine(isVisible, { error: missing, abort: true }).max(max, tooLong(max)));
}

/** A line that may be left out; empty counts as left out. */
export function optionalLine(max = MAX_LINE_LENGTH) {
  return orLeftOutText(tidyLine, max);
}

/** Several lines that must be there; `missing` is the sentence where they are empty or no text at all. */
export function requiredMessage(missing: string, max = MAX_MESSAGE_LENGTH) {
  return z
    .string({ error: missing })
    .transform(tidyMessage)
    .pipe(z.string().refine(isVisible, { error: missing, abort: true }).max(max, tooLong(max)));
}

/** Several lines that may be left out. */
export function optionalMessage(max = MAX_MESSAGE_LENGTH) {
  return orLeftOutText(tidyMessage, max);
}

function orLeftOutText(tidy: (text: string) => string, max: number) {
  return z
    .string({ error: "Please enter text" })
    .nullish()
    .transform((text) => tidy(text ?? "") || undefined)
    .pipe(z.string().max(max, tooLong(max)).optional());
}

/** False for blanks, and for characters of no width: nobody could read such a name. */
function isVisible(text: string): boolean {
  return /[^\p{Z}\p{Cc}\p{Cf}\p{DI}\u2800]/u.test(text);
}

function tooLong(max: number): string {
  return `Please use at most ${max.toLocaleString("en-US")} characters`;
}
