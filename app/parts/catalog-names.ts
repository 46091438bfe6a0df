import { findEntryByName, PART_CATEGORIES, PART_ENTRIES } from "~/parts/catalog";
import { lookupTable } from "~/values/lookup-table";

/*
 * What other yard programs call a part: "Fender, L", "Tail Lamp" with a column for the side, "Door Assy Front LH".
 */

/**
 * The catalog entry that a name means: by its own name, or by the same words in any order, those of its synonyms too.
 * @param side what a separate column says: `L`, `Right`
 * @returns undefined where no entry, or more than one, has these words
 */
export function findNamedEntry(name: string, side = ""): string | undefined {
  const exact = findEntryByName(name);
  if (exact && side === "") return exact.id;
  index ??= buildIndex();
  return index.get(keyOf(`${name} ${side}`)) ?? exact?.id ?? index.get(keyOf(name));
}

/** The entry of each set of words; undefined if several have it. */
let index: Map<string, string | undefined> | undefined;

function buildIndex(): Map<string, string | undefined> {
  const ids = new Map<string, string | undefined>();
  const synonyms = synonymsById();
  for (const { id, name } of PART_ENTRIES) ids.set(keyOf(name), id);
  const named = new Set(ids.keys());
  const alike = new Map<string, { id: string; key: string }[]>();
  for (const entry of PART_ENTRIES) {
    const keys = [entry.name, ...(synonyms.get(entry.id) ?? [])].map((name) => ({
      id: entry.id,
      key: keyOf(name),
    }));
    alike.set(nounOf(entry), [...(alike.get(nounOf(entry)) ?? []), ...keys]);
  }
  for (const entry of PART_ENTRIES) {
    const taken = (alike.get(nounOf(entry)) ?? []).filter(({ id }) => id !== entry.id);
    for (const key of new Set((synonyms.get(entry.id) ?? []).map(keyOf))) {
      // An entry's own name comes before another's synonym.
      if (named.has(key)) continue;
      // "Wheel" and "rim" are in "steel wheel" and "steel rim", so neither is the alloy wheel's alone.
      const isShared = ids.has(key) || taken.some((other) => hasWords(other.key, key));
      ids.set(key, isShared ? undefined : entry.id);
    }
  }
  return ids;
}

/** What entries have in common that differ in kind or place: `Wheel` of `Wheel, Alloy`. */
function nounOf({ name }: { name: string }): string {
  return keyOf(name.split(/[,(]/, 1)[0] ?? "");
}

function hasWords(key: string, words: string): boolean {
  const known = key.split(" ");
  return words.split(" ").every((word) => known.includes(word));
}

function synonymsById(): Map<string, readonly string[]> {
  return new Map(
    PART_CATEGORIES.flatMap(({ subcategories }) =>
      subcategories.flatMap((subcategory) =>
        [subcategory, ...subcategory.parts].map(({ id, synonyms }) => [id, synonyms] as const),
      ),
    ),
  );
}

/** Words that the trade adds to a name without changing it. */
const FILLERS = new Set([
  "assembly",
  "assy",
  "asm",
  "complete",
  "driver",
  "passenger",
  "side",
  "and",
  "only",
]);

/** How other programs write a word. */
const WORDS: Record<string, string> = lookupTable({
  ...{ l: "left", lh: "left", lt: "left", r: "right", rh: "right", rt: "right" },
  ...{ lf: "front left", rf: "front right", lr: "rear left", rr: "rear right", frt: "front" },
  ...{ lamp: "light", headlamp: "headlight", taillamp: "tail light", taillight: "tail light" },
  ...{ trans: "transmission", comp: "compressor", cond: "condenser" },
});

/** The words of a name, in the singular and without their order. */
function keyOf(name: string): string {
  const words = name
    .toLowerCase()
    .replace(/a\/c/g, "ac")
    .split(/[^a-z0-9]+/)
    .flatMap((word) => (WORDS[word] ?? word).split(" "))
    .map((word) => (word.length > 3 && !word.endsWith("ss") ? word.replace(/s$/, "") : word))
    .filter((word) => word !== "" && !FILLERS.has(word));
  return [...new Set(words)].sort().join(" ");
}
