import { findModel } from "~/interchange/generation.server";
import type { Wish } from "./alert";
import type { Arrival } from "./match";

/**
 * The model years of a vehicle's generation, if a wish is for another year of it: `2008–2012`. Whoever wishes for a range of years has
 * chosen them.
 */
export function sharedGeneration(wish: Wish, { year, make, model }: Arrival): string | undefined {
  const { yearFrom: wished, yearTo } = wish;
  if (typeof wished !== "number" || wished !== yearTo || wished === year) return undefined;
  // Of a year that has two generations nobody knows which is wished for.
  const own = findModel(wish.make, wish.model, wished)?.generation;
  const generation = findModel(make, model, year)?.generation;
  if (!own || own.slug !== generation?.slug) return undefined;
  const { from, to } = generation;
  return from === to ? `${from}` : `${from}–${to}`;
}
