import { CATALOG_DATA } from "./catalog.data";
import type { PartSystem } from "./system";

export interface SpecificPart {
  readonly id: string;
  readonly name: string;
  readonly synonyms: readonly string[];
}

/** If `parts` is empty, choosing the subcategory completes the choice. */
export interface PartSubcategory {
  readonly id: string;
  readonly name: string;
  readonly synonyms: readonly string[];
  readonly parts: readonly SpecificPart[];
}

export interface PartCategory {
  readonly id: string;
  readonly name: string;
  readonly subcategories: readonly PartSubcategory[];
}

/** An unchecked choice from a form or a URL. */
export interface PartSelectionInput {
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

export type PartSelectionCheck =
  | { readonly ok: true; readonly selection: PartSelection }
  | { readonly ok: false; readonly field: keyof PartSelectionInput; readonly message: string };

// Messages of the wizard's second step.
export const CATEGORY_REQUIRED = "Please select a category";
export const SUBCATEGORY_REQUIRED = "Please select a subcategory";
export const PART_REQUIRED = "Please complete your part selection";

/** The fourteen categories with their subcategories and parts, in the order they are offered. */
export const PART_CATEGORIES: readonly PartCategory[] = CATALOG_DATA.map(([id, name, subcategories]) => ({
  id,
  name,
  subcategories: subcategories.map(([id, name, synonyms, parts = []]) => ({
    id,
    name,
    synonyms: splitSynonyms(synonyms),
    parts: parts.map(([id, name, synonyms]) => ({ id, name, synonyms: splitSynonyms(synonyms) })),
  })),
}));

const SYSTEM_BY_CATEGORY: ReadonlyMap<string, PartSystem> = new Map([
  ["doors-glass", "Exterior"],
  ["interior", "Interior"],
  ["electrical-interior", "Electrical"],
  ["radio-infotainment", "Electrical"],
  ["electrical-exterior", "Electrical"],
  ["exterior", "Exterior"],
  ["engine", "Engine/Accessories"],
  ["intake-exhaust-fuel", "Engine/Accessories"],
  ["engine-bay", "Engine/Accessories"],
  ["transmission-drivetrain", "Transmission/Drivetrain"],
  ["steering-suspension", "Steering/Suspension"],
  ["lights", "Electrical"],
  ["wheels-tires-brakes", "Wheels/Tires"],
  ["misc", "Other"],
]);

/** The `partDetails.system` of a category's parts; undefined for an unknown id. */
export function systemFor(categoryId: string): PartSystem | undefined {
  return SYSTEM_BY_CATEGORY.get(categoryId);
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

/** The `partDetails.component` of a part: "Hood - Hood Latch", or the subcategory's name alone. */
export function componentFor(
  subcategory: Pick<PartSubcategory, "name">,
  part?: Pick<SpecificPart, "name">,
): string {
  return part ? `${subcategory.name} - ${part.name}` : subcategory.name;
}

/**
 * Resolves the selection of step 2, or returns the first incomplete field with its message. An id that
 * is unknown or belongs to another parent counts as not selected; a part for a subcategory without parts is ignored.
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

function splitSynonyms(synonyms = ""): string[] {
  return synonyms === "" ? [] : synonyms.split(", ");
}
