import { findModel } from "~/interchange/generation.server";
import type { Wish } from "./alert";
import type { Arrival } from "./match";

/** The model years of a vehicle's generation, if a wish is for another year of it: `2008–2012`. */
export function sharedGeneration(wish: Wish, { year, make, model }: Arrival): string | undefined {
  const { yearFrom, yearTo } = wish;
  const generation = findModel(make, model, year)?.generation;
  if (!generation || (yearFrom ?? yearTo) == null) return undefined;
  if (year >= (yearFrom ?? year) && year <= (yearTo ?? year)) return undefined;
  // Of a year that has two generations nobody knows which is wished for.
  const isShared = [yearFrom, yearTo].some(
    (wished) =>
      typeof wished === "number" &&
      findModel(wish.make, wish.model, wished)?.generation?.slug === generation.slug,
  );
  const { from, to } = generation;
  return isShared ? (from === to ? `${from}` : `${from}–${to}`) : undefined;
}
