import { foldText } from "./normalize";

/**
 * The path of a record's public page: `/part/01J…-2010-honda-accord-alternator`. The id finds the record; the words after it are for
 * people and search engines. Without a name it is the short path, which forwards to the one with words.
 */
export function recordPath(start: `/${string}`, id: string, name = ""): string {
  const words = slug(name);
  return words ? `${start}/${id}-${words}` : `${start}/${id}`;
}

/** The id in the last segment of such a path: all before the first hyphen, since no id has one. */
export function idInSegment(segment: string | undefined): string {
  return segment?.split("-", 1)[0] ?? "";
}

/** `2014 Citroën C/K-1500, driver's` is `2014-citroen-c-k-1500-drivers`. What ASCII has no letter for is left out. */
export function slug(text: string): string {
  return foldText(text)
    .replace(/['’]/g, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
