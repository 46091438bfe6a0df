import { type AskedCar, findMatches } from "./find.server";
import { findModel } from "./generation.server";
import type { Match } from "./match";
import { isCondition } from "./match-words";

/**
 * The cars that are the same as one for sure: its generation, and its twins under other badges. @param entry only those that share this
 * part
 */
export function listSameCars(car: AskedCar, entry?: Parameters<typeof findMatches>[1]): Match[] {
  return findMatches(car, entry).filter((match) => match.grade === "same generation" && !isCondition(match));
}

/** The same cars that another one is among; undefined if there is none, or for a year that has two generations. */
export function findSameCar(asked: AskedCar, { make, model, year }: AskedCar): Match | undefined {
  const other = findModel(make, model, year);
  if (!other?.generation) return undefined;
  return listSameCars(asked).find(
    (match) =>
      match.make === other.make &&
      match.model === other.model &&
      match.yearFrom <= year &&
      year <= match.yearTo,
  );
}
