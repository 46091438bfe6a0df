import { compactText, foldText } from "~/values/normalize";
import type { Collection } from "./collection";

/** The most words of a search that are looked for. */
const MAX_WORDS = 8;

/** What a search looks in by default: the fields that it searches, and each without spaces and signs. */
export function searchTextOfFields(
  { searched }: Pick<Collection, "searched">,
  fields: Readonly<Record<string, unknown>>,
): string {
  return searchTextOfTexts(searched.flatMap((name) => fields[name] ?? []));
}

/** What a search looks in where something else than fields is found: each of these texts, and each without spaces and signs. */
export function searchTextOfTexts(texts: readonly unknown[]): string {
  const words = texts.map(String).flatMap((text) => [foldText(text), compactText(text)]);
  return ` ${[...new Set(words)].join(" ")} `;
}

/** The words of a search, each of which the search text must contain, as it is or without its signs: `555-867` is in `5558675309`. */
export function searchWords(q: string): string[][] {
  const words = foldText(q).split(" ").filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => [...new Set([word, compactText(word)])].filter(Boolean));
}
