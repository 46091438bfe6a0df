import { findEntry } from "~/parts/catalog";
import { type AskedCar, findMatches } from "./find.server";
import { findKnownCars, type KnownFit } from "./fitments.server";
import { findModel } from "./generation.server";
import { MATCH_GRADES, type Match } from "./match";
import { isCertain } from "./match-words";

/** What is asked of a part: the car that it is from, and what it is. */
export interface AskedPart extends AskedCar {
  entryId: string;
}

/**
 * The cars that a part is likely to fit, the surest first: those that staff say it fits, then what the interchange knows, without what
 * staff say it does not fit.
 */
export async function findFitsOfPart({ entryId, ...car }: AskedPart): Promise<Match[]> {
  const entry = findEntry(entryId);
  const known = await findKnownCars(car, entryId);
  const found = entry ? findMatches(car, entry) : [];
  return sortByGrade([...confirmedCars(known), ...withoutKnownNotToFit(found, known, ({ car }) => car)]);
}

/**
 * Of these, what can be said to a marketplace or a search engine: confirmed and same generation, without an "if", and without the years
 * in which the model had two generations.
 */
export function sureFits(matches: readonly Match[]): Match[] {
  return matches.flatMap((match) => {
    if (match.grade === "confirmed here") return [match];
    if (match.grade !== "same generation" || !isCertain(match)) return [];
    const { make, model } = match;
    return spansOf(match, (year) => findModel(make, model, year)?.generation !== undefined);
  });
}

/** Matches without the years of cars that staff say do not go together. */
export function withoutKnownNotToFit(
  matches: readonly Match[],
  known: readonly KnownFit[],
  carOf: (fit: KnownFit) => KnownFit["car"],
): Match[] {
  const wrong = known.filter(({ verdict }) => verdict === "does-not-fit").map(carOf);
  if (wrong.length === 0) return [...matches];
  return matches.flatMap((match) => {
    const years = wrong
      .filter((car) => {
        const named = findModel(car.make, car.model, car.year) ?? car;
        return named.make === match.make && named.model === match.model;
      })
      .map(({ year }) => year);
    return years.length === 0 ? [match] : spansOf(match, (year) => !years.includes(year));
  });
}

/** The surest first; of one grade in the order that they came. */
function sortByGrade(matches: readonly Match[]): Match[] {
  return matches.toSorted(
    (one, other) => MATCH_GRADES.indexOf(one.grade) - MATCH_GRADES.indexOf(other.grade),
  );
}

function confirmedCars(known: readonly KnownFit[]): Match[] {
  return known
    .filter(({ verdict }) => verdict === "fits")
    .map(({ car: { year, make, model }, reason }) => ({
      ...{ make, model, yearFrom: year, yearTo: year },
      grade: "confirmed here" as const,
      reason,
    }));
}

/** The runs of years of a match for which something holds. */
function spansOf(match: Match, holds: (year: number) => boolean): Match[] {
  const spans: Match[] = [];
  for (let year = match.yearFrom; year <= match.yearTo; year++) {
    if (!holds(year)) continue;
    const last = spans.at(-1);
    if (last && last.yearTo === year - 1) last.yearTo = year;
    else spans.push({ ...match, yearFrom: year, yearTo: year });
  }
  return spans;
}
