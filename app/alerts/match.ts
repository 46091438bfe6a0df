import { compactText } from "~/values/normalize";
import { ALIASES } from "~/vehicles/trade-words";
import type { Wish } from "./alert";

/** A vehicle that has arrived. */
export interface Arrival {
  year: number;
  make: string;
  model: string;
}

/**
 * The wishes by what they can be found by, so that a vehicle is compared only with those for its model.
 */
export function indexByModel<One extends Wish>(wishes: readonly One[]): ReadonlyMap<string, One[]> {
  const byModel = new Map<string, One[]>();
  for (const wish of wishes) {
    const key = modelKey(wish.model);
    const same = byModel.get(key);
    if (same) same.push(wish);
    else byModel.set(key, [wish]);
  }
  return byModel;
}

/**
 * The wishes that a vehicle fulfills: the same make and model, however they are spelled, and a model year within the range.
 * Chevy is Chevrolet, and Mercedes is Mercedes-Benz.
 * @param likely which vehicle of another year or name fulfills a wish too, and what else the vehicle's model is called
 */
export function wishesFor<One extends Wish>(
  vehicle: Arrival,
  byModel: ReadonlyMap<string, One[]>,
  likely: { isLikely: (wish: One, vehicle: Arrival) => boolean; names: readonly string[] } = {
    isLikely: () => false,
    names: [],
  },
): One[] {
  const make = makeKey(vehicle.make);
  const ofModel = (model: string) => byModel.get(modelKey(model)) ?? [];
  const same = ofModel(vehicle.model).filter((wish) => isSameMake(make, makeKey(wish.make)));
  const named = new Set([...same, ...likely.names.flatMap(ofModel)]);
  return [...named].filter(
    (wish) =>
      (same.includes(wish) && isWithin(vehicle.year, wish.yearFrom, wish.yearTo)) ||
      likely.isLikely(wish, vehicle),
  );
}

/** What tells one wish from another, whatever its spelling. */
export function wishKey({ make, model, yearFrom, yearTo }: Wish): string {
  return JSON.stringify([makeKey(make), modelKey(model), yearFrom ?? null, yearTo ?? null]);
}

/** A model as it is compared, however it is spelled. */
export function modelKey(model: string): string {
  return compactText(model);
}

/** A make as it is compared, under any of its names. */
export function makeKey(make: string): string {
  const key = compactText(make);
  return ALIASES[key] ?? key;
}

function isSameMake(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one);
}

/** Whether a model year is in a range that may be open. */
export function isWithin(year: number, from: Wish["yearFrom"], to: Wish["yearTo"]): boolean {
  return year >= (from ?? year) && year <= (to ?? year);
}
