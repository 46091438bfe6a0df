import { componentFor, PART_CATEGORIES } from "./catalog";
import type { PartSearchResult } from "./search-index";

/** One thing that can be on the shelf: a specific part, or a subcategory without parts. */
export interface PartEntry extends Omit<PartSearchResult, "label"> {
  /** `Hood Latch`. */
  readonly name: string;
  /** As a request names it: `Hood - Hood Latch`. */
  readonly label: string;
}

/** Every entry of the catalog, in its order. */
export const PART_ENTRIES: readonly PartEntry[] = PART_CATEGORIES.flatMap((category) =>
  category.subcategories.flatMap((subcategory) => {
    const parent = {
      categoryId: category.id,
      categoryName: category.name,
      subcategoryId: subcategory.id,
      subcategoryName: subcategory.name,
    };
    if (subcategory.parts.length === 0)
      return [{ id: subcategory.id, name: subcategory.name, label: componentFor(subcategory), ...parent }];
    return subcategory.parts.map((part) => ({
      id: part.id,
      name: part.name,
      label: componentFor(subcategory, part),
      partId: part.id,
      partName: part.name,
      ...parent,
    }));
  }),
);

const ENTRY_BY_ID = new Map(PART_ENTRIES.map((entry) => [entry.id, entry]));
const ENTRY_BY_NAME = new Map(
  PART_ENTRIES.flatMap((entry) => [entry.id, entry.label, entry.name].map((name) => [toKey(name), entry])),
);

/** The entry with this id. */
export function findEntry(id: string): PartEntry | undefined {
  return ENTRY_BY_ID.get(id);
}

/** The entry with this id, name or label, whatever its case and punctuation. Names are unique in the catalog. */
export function findEntryByName(name: string): PartEntry | undefined {
  return ENTRY_BY_NAME.get(toKey(name));
}

/** An entry's name; its id where a newer version has dropped it from the catalog. */
export function entryName(id: string): string {
  return findEntry(id)?.name ?? id;
}

function toKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
