import { z } from "zod";
import { foldText, MAX_LINE_LENGTH, normalizeLine, normalizeMessage } from "./normalize";
import { isVisible } from "./visible";

/** The most characters in multi-line text. */
export const MAX_MESSAGE_LENGTH = 5000;

/** The message for a body, or a part of one, that is not an object. */
export const NOT_AN_OBJECT = "Please send an object";

/** A required line; `missing` is the message if it is empty or not text. */
export function requiredLine(missing: string, max = MAX_LINE_LENGTH) {
  return z
    .string({ error: missing })
    .transform(normalizeLine)
    .pipe(
      z
        .string()
        // Without `abort`, which would keep a rule about the whole object from being checked as well.
        .refine(isVisible, { error: missing })
        .max(max, tooLong(max))
        .refine((line) => isShortFolded(line, max), tooLong(max)),
    );
}

/** An optional line; an empty one counts as missing. */
export function optionalLine(max = MAX_LINE_LENGTH) {
  return optionalText(normalizeLine, max).refine((line = "") => isShortFolded(line, max), tooLong(max));
}

/** Required multi-line text; `missing` is the message if it is empty or not text. */
export function requiredMessage(missing: string, max = MAX_MESSAGE_LENGTH) {
  return z
    .string({ error: missing })
    .transform(normalizeMessage)
    .pipe(z.string().refine(isVisible, { error: missing, abort: true }).max(max, tooLong(max)));
}

/** Optional multi-line text; an empty one counts as missing. */
export function optionalMessage(max = MAX_MESSAGE_LENGTH) {
  return optionalText(normalizeMessage, max);
}

/** The schema of a field that may be left out; blank text counts as left out. */
export function orBlank<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (isBlank(value) ? undefined : value), schema.optional());
}

/** True for no value, and for text of spaces alone. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

// As a line is compared, too: one letter may be 18 then, and one of four bytes counts as two, since PostgreSQL's indexes take 2,704 bytes.
// What is longer as it is has its message.
function isShortFolded(line: string, max: number): boolean {
  return [...line].length > max || foldText(line).length <= max;
}

function optionalText(normalize: (text: string) => string, max: number) {
  return z
    .string({ error: "Please enter text" })
    .nullish()
    .transform((text) => normalize(text ?? "") || undefined)
    .pipe(z.string().max(max, tooLong(max)).optional());
}

function tooLong(max: number): string {
  return `Please use at most ${max.toLocaleString("en-US")} characters`;
}
