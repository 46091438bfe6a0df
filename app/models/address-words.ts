import { MAX_LINE_LENGTH, tidyLine } from "./tidy";

// An address is typed, shared and mangled by hand: what cannot be read in it is left out, never refused. Read without
// a schema, because the lists' pages read it in the browser too and zod would weigh more than all else they load.

const LAST_PAGE = 100_000;

/** What stands under a name; where it stands twice, the last one counts. */
export function valueIn(params: URLSearchParams, name: string): string {
  return params.getAll(name).at(-1) ?? "";
}

/** A line of text, or undefined where there is none. */
export function lineIn(params: URLSearchParams, name: string): string | undefined {
  return tidyLine(valueIn(params, name)).slice(0, MAX_LINE_LENGTH).trim() || undefined;
}

/** A whole number; `$12,995.00` is one too. */
export function amountIn(
  params: URLSearchParams,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const typed = valueIn(params, name).replace(/[$,\s]/g, "");
  if (!/^\d+(\.\d*)?$/.test(typed)) return undefined;
  const amount = Math.round(Number(typed));
  return amount >= min && amount <= max ? amount : undefined;
}

/** One of several, or undefined. */
export function choiceIn<Choice extends string>(
  params: URLSearchParams,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const value = valueIn(params, name);
  return choices.find((choice) => choice === value);
}

/** The number of a list's page, from 1. */
export function pageIn(params: URLSearchParams): number {
  return Math.min(amountIn(params, "page", 1, Number.POSITIVE_INFINITY) ?? 1, LAST_PAGE);
}

/** The keys of a table of labels, as the choices they are. */
export function keysOf<Key extends string>(labels: Record<Key, string>): Key[] {
  return Object.keys(labels) as Key[];
}
