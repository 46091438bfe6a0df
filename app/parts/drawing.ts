import { findEntry } from "./catalog";
import drawings from "./drawings.json";

interface Category {
  short: string;
  drawing: string;
  /** The drawings of some of its subcategories, as `{drawing: "subcategory subcategory"}`. */
  of?: Record<string, string>;
}

const CATEGORIES: Record<string, Category> = drawings;

const BY_SUBCATEGORY = new Map(
  Object.values(CATEGORIES).flatMap(({ of = {} }) =>
    Object.entries(of).flatMap(([drawing, ids]) => ids.split(" ").map((id) => [id, drawing] as const)),
  ),
);

/** A category's short name, and the symbol of drawings.svg that shows it. */
export function categoryDrawing(id: string): { name: string; drawing: string } {
  const { short = id, drawing = "box" } = CATEGORIES[id] ?? {};
  return { name: short, drawing };
}

/** The symbol of drawings.svg that shows such a part. */
export function partDrawing(entryId: string): string {
  const entry = findEntry(entryId);
  return (
    BY_SUBCATEGORY.get(entry?.subcategoryId ?? "") ?? CATEGORIES[entry?.categoryId ?? ""]?.drawing ?? "box"
  );
}
