import catalog from "./catalog.json";
import type { PartSystem } from "./system";

/*
 * The catalog of parts (catalog.json): fourteen categories in the order they are offered, named as a used-parts counter names them. One
 * line per entry, which may be sent to browsers:
 *
 *   category:     [id, name, system, subcategories]
 *   subcategory:  [id, name, synonyms, parts where it has any]
 *   part:         [id, name, synonyms, positions where it has several]
 *
 * Synonyms are other things people type, separated by commas. An id is unique over the whole catalog and stays forever: it travels in form
 * posts, in addresses and in half-finished requests. Within a subcategory the part most often asked for comes first, because equally good
 * search results keep this order.
 */

interface SpecificPart {
  readonly id: string;
  readonly name: string;
  readonly synonyms: readonly string[];
}

/** If `parts` is empty, choosing the subcategory completes the choice. */
interface PartSubcategory {
  readonly id: string;
  readonly name: string;
  readonly synonyms: readonly string[];
  readonly parts: readonly SpecificPart[];
}

interface PartCategory {
  readonly id: string;
  readonly name: string;
  readonly system: PartSystem;
  readonly subcategories: readonly PartSubcategory[];
}

/** An unchecked choice from a form or a URL. */
interface PartSelectionInput {
  readonly categoryId?: string | null;
  readonly subcategoryId?: string | null;
  readonly partId?: string | null;
}

/** A complete choice. `part` is set if the subcategory has parts. */
export interface PartSelection {
  readonly category: PartCategory;
  readonly subcategory: PartSubcategory;
  readonly part?: SpecificPart;
}

type PartSelectionCheck =
  | { readonly ok: true; readonly selection: PartSelection }
  | { readonly ok: false; readonly field: keyof PartSelectionInput; readonly message: string };

// Messages of the wizard's second step.
const CATEGORY_REQUIRED = "Please select a category";
const SUBCATEGORY_REQUIRED = "Please select a subcategory";
const PART_REQUIRED = "Please complete your part selection";

/** One thing that can be on the shelf or asked for: a specific part, or a subcategory without parts. */
export interface PartEntry {
  /** The part's id, or the subcategory's if it has no parts. */
  readonly id: string;
  /** `Hood Latch`. */
  readonly name: string;
  /** As a request names it: `Hood - Hood Latch`. */
  readonly label: string;
  readonly categoryId: string;
  readonly categoryName: string;
  readonly subcategoryId: string;
  readonly subcategoryName: string;
  readonly partId?: string;
}

/** Where a vehicle has the same part: how each is named, and what its id ends with. */
type Positions = "sides" | "axles" | "corners";

const SIDES = [
  ["left", "Left (Driver)"],
  ["right", "Right (Passenger)"],
] as const;
const AXLES = [
  ["front", "Front"],
  ["rear", "Rear"],
] as const;

type PartRow = readonly [id: string, name: string, synonyms?: string, positions?: Positions];
type SubcategoryRow = readonly [id: string, name: string, synonyms?: string, parts?: readonly PartRow[]];
type CategoryRow = readonly [
  id: string,
  name: string,
  system: PartSystem,
  subcategories: readonly SubcategoryRow[],
];

/** The categories with their subcategories and parts, in the order they are offered. */
export const PART_CATEGORIES: readonly PartCategory[] = (catalog as unknown as readonly CategoryRow[]).map(
  ([id, name, system, subcategories]) => ({
    id,
    name,
    system,
    subcategories: subcategories.map(([id, name, synonyms, parts = []]) => ({
      id,
      name,
      synonyms: splitSynonyms(synonyms),
      parts: parts.flatMap(atPositions),
    })),
  }),
);

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

/** The `partDetails.system` of a category's parts; undefined for an unknown id. */
export function systemFor(categoryId: string): PartSystem | undefined {
  return findCategory(categoryId)?.system;
}

/** The category with this id. */
export function findCategory(id: string): PartCategory | undefined {
  return PART_CATEGORIES.find((category) => category.id === id);
}

/** The subcategory with this id, if it belongs to this category. */
export function findSubcategory(categoryId: string, id: string): PartSubcategory | undefined {
  return findCategory(categoryId)?.subcategories.find((subcategory) => subcategory.id === id);
}

/** The part with this id, if it belongs to this subcategory and category. */
export function findSpecificPart(
  categoryId: string,
  subcategoryId: string,
  partId: string,
): SpecificPart | undefined {
  return findSubcategory(categoryId, subcategoryId)?.parts.find((part) => part.id === partId);
}

/** The `partDetails.component` of a part: "Hood - Hood Latch", or just the subcategory's name. */
export function componentFor(
  subcategory: Pick<PartSubcategory, "name">,
  part?: Pick<SpecificPart, "name">,
): string {
  return part ? `${subcategory.name} - ${part.name}` : subcategory.name;
}

/**
 * Resolves the selection of step 2, or returns the first incomplete field with its message. An id that is unknown or belongs to
 * another parent counts as not selected; a part for a subcategory without parts is ignored.
 */
export function checkSelection(input: PartSelectionInput): PartSelectionCheck {
  const category = findCategory(input.categoryId ?? "");
  if (!category) return { ok: false, field: "categoryId", message: CATEGORY_REQUIRED };

  const subcategory = findSubcategory(category.id, input.subcategoryId ?? "");
  if (!subcategory) return { ok: false, field: "subcategoryId", message: SUBCATEGORY_REQUIRED };

  if (subcategory.parts.length === 0) return { ok: true, selection: { category, subcategory } };

  const part = findSpecificPart(category.id, subcategory.id, input.partId ?? "");
  if (!part) return { ok: false, field: "partId", message: PART_REQUIRED };

  return { ok: true, selection: { category, subcategory, part } };
}

/**
 * The parts of a row: one, or one for each position. Side and axle follow a comma, so that the same noun sorts together:
 * "Side Mirror, Left (Driver)", "Coil Spring, Front", "Door, Front Left (Driver)".
 */
function atPositions([id, name, synonyms, positions]: PartRow): SpecificPart[] {
  const part = { id, name, synonyms: splitSynonyms(synonyms) };
  if (positions === undefined) return [part];
  const ofAxles = AXLES.map(([end, word]) => ({ ...part, id: `${id}-${end}`, name: `${name}, ${word}` }));
  if (positions === "axles") return ofAxles;
  return (positions === "corners" ? ofAxles : [part]).flatMap((one) =>
    SIDES.map(([end, word]) => ({
      ...one,
      id: `${one.id}-${end}`,
      name: `${one.name}${one.name.includes(", ") ? " " : ", "}${word}`,
    })),
  );
}

function splitSynonyms(synonyms = ""): string[] {
  return synonyms === "" ? [] : synonyms.split(", ");
}

function toKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, " ")
    .trim();
}
