import { slug } from "~/values/record-path";
import type { FoundPart } from "./finder";

/** A page of all that there is of a model, or of one generation of it. */
export interface ModelLink {
  /** `Honda Accord`, `2008–2012 Honda Accord`. */
  name: string;
  path: string;
  /** How many parts are on the shelf, and how many cars in the yard. */
  parts: number;
  cars: number;
}

/** The parts on the shelf of one category of the catalog. */
export interface SystemParts {
  /** The category's id. */
  id: string;
  name: string;
  /** A symbol of drawings.svg. */
  drawing: string;
  total: number;
  parts: FoundPart[];
}

/** The path of a model's page: `/parts/honda/accord`; undefined for a name without a letter or figure. */
export function modelPath(make: string, model: string): string | undefined {
  const [makeSlug, modelSlug] = [slug(make), slug(model)];
  return makeSlug && modelSlug ? `/parts/${makeSlug}/${modelSlug}` : undefined;
}

/** The cars in the yard of a model or of a generation, by its words: a yard may write its F-150s as F150s. */
export function modelCarsUrl({ name }: Pick<ModelLink, "name">): string {
  return `/parts?${new URLSearchParams({ q: name })}#vehicles`;
}

/** `12 parts on the shelf, 3 cars in the yard`. */
export function modelCounts(counts: Counts): string {
  return listCounts(counts, [" on the shelf", " in the yard"]);
}

/** `12 parts, 3 cars`: the same where there is little room. */
export function modelNumbers(counts: Counts): string {
  return listCounts(counts, ["", ""]);
}

type Counts = Pick<ModelLink, "parts" | "cars">;

function listCounts({ parts, cars }: Counts, [onShelf, inYard]: readonly [string, string]): string {
  return [
    parts > 0 ? `${parts.toLocaleString("en-US")} ${parts === 1 ? "part" : "parts"}${onShelf}` : "",
    cars > 0 ? `${cars.toLocaleString("en-US")} ${cars === 1 ? "car" : "cars"}${inYard}` : "",
  ]
    .filter(Boolean)
    .join(", ");
}
