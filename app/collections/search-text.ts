import { compactText, foldText } from "~/values/normalize";
import type { Collection } from "./collection";

/** The most words of a search that are looked for. */
const MAX_WORDS = 8;

/** What a search looks in where a collection has no words of its own: the fields that it searches, and each without spaces and signs. */
export function searchTextOfFields(
  { searched }: Pick<Collection, "searched">,
  fields: Readonly<Record<string, unknown>>,
): string {
  const texts = searched.flatMap((name) => fields[name] ?? []).map(String);
  const words = texts.flatMap((text) => [foldText(text), compactText(text)]);
  return ` ${[...new Set(words)].join(" ")} `;
}

/** The words of a search, each of which the search text must contain. */
export function searchWords(q: string): string[] {
  return foldText(q).split(" ").filter(Boolean).slice(0, MAX_WORDS);
}
