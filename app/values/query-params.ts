import { MAX_LINE_LENGTH, normalizeLine } from "./normalize";
import { WITH_THOUSANDS } from "./thousands";

// URLs get mistyped and cut off, so an invalid value is ignored, never rejected. This does not use zod, because the list
// pages parse their query in the browser too, and zod is larger than all their other script.

const MAX_PAGE = 100_000;

/** The value of a parameter, or an empty string. If it is repeated, the last one counts. */
export function getParam(params: URLSearchParams, name: string): string {
  return params.getAll(name).at(-1) ?? "";
}

/** A line of text, or undefined if it is empty. */
export function getTextParam(params: URLSearchParams, name: string): string | undefined {
  return normalizeLine(getParam(params, name)).slice(0, MAX_LINE_LENGTH).trim() || undefined;
}

/** What a number in a filter looks like, for a field's `pattern` too: `$12,995.00` or `12 995`, but not `15k` or `12,9`. */
export const AMOUNT_PATTERN = String.raw`\s*\$?\s*(\d[\d\s]*|${WITH_THOUSANDS})(\.\d*)?\s*`;

/** A whole number from `min` to `max`, or undefined; decimals are rounded. */
export function getNumberParam(
  params: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const typed = getTextParam(params, name) ?? "";
  if (!AMOUNT.test(typed)) return undefined;
  const amount = Math.round(Number(typed.replace(/[$,\s]/g, "")));
  return amount >= min && amount <= max ? amount : undefined;
}

const AMOUNT = new RegExp(`^${AMOUNT_PATTERN}$`);

/** The text of a parameter that was read as nothing, such as a price of `15k`; undefined if there is none. */
export function getIgnoredText(params: URLSearchParams, name: string, value: unknown): string | undefined {
  return value === undefined ? getTextParam(params, name) : undefined;
}

/** One of `choices`, or undefined. */
export function getChoiceParam<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = getParam(params, name);
  return choices.find((choice) => choice === value);
}

/** The page number of a list, from 1. */
export function getPageParam(params: URLSearchParams): number {
  return Math.min(getNumberParam(params, "page", 1, Number.POSITIVE_INFINITY) ?? 1, MAX_PAGE);
}

/** The keys of a label table, typed. */
export function keysOf<Key extends string>(labels: Record<Key, string>): Key[] {
  return Object.keys(labels) as Key[];
}

/**
 * The URL without the empty fields that a form submitted without script leaves in it; undefined if there are none.
 */
export function urlWithoutEmptyFields({ pathname, searchParams }: URL): string | undefined {
  const filled = [...searchParams].filter(([, value]) => value.trim() !== "");
  if (filled.length === searchParams.size) return undefined;
  const params = new URLSearchParams(filled).toString();
  return params ? `${pathname}?${params}` : pathname;
}
