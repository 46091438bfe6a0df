import { findEntry } from "~/parts/catalog";
import type { Fit } from "~/parts/fits";
import { compactText } from "~/values/normalize";
import { type AskedCar, findMatches } from "./find.server";
import { carKey, findKnownCarsOfEach, isSameCar, type KnownFit, type NamedCar } from "./fitments.server";
import { findModel } from "./generation.server";
import { MATCH_GRADES, type Match } from "./match";
import { isCertain } from "./match-words";
import { runsOfYears } from "./years";

/** What the lookup needs about a part: the car that it is from, what it is, and the cars that staff noted with it. */
export interface AskedPart extends AskedCar {
  entryId: string;
  fits: readonly Fit[];
}

/** What a part fits, without what staff say it does not fit. */
export interface FitsOfPart {
  /** The cars that staff noted with it. */
  fits: Fit[];
  /** The cars that it is likely to fit, the surest first: those that staff say it fits, then what the interchange knows. */
  matches: Match[];
}

/** What each of these parts fits. */
export async function findFitsOfParts(parts: readonly AskedPart[]): Promise<FitsOfPart[]> {
  const knownOfEach = await findKnownCarsOfEach(parts);
  // The interchange isn't asked about a car that staff have answered for.
  const answeredOf = new Map(
    [...new Set(knownOfEach)].map((known) => [known, new Set(known.map(({ car }) => carKey(car)))]),
  );
  return parts.map(({ entryId, fits, ...car }, index) => {
    const known = knownOfEach[index] ?? [];
    const entry = findEntry(entryId);
    const found = entry ? findMatches(car, entry) : [];
    return {
      fits: fits.flatMap((fit) => spansOf(fit, (year) => !known.some((one) => isNoTo(one, fit, year)))),
      matches: sortByGrade([
        ...confirmedCars(known),
        ...withoutCars(found, answeredOf.get(known) ?? new Set()),
      ]),
    };
  });
}

/** Lists each car once: those that staff noted with the part are left out of the matches. */
export function withEachCarOnce({ fits, matches }: FitsOfPart): FitsOfPart {
  const isNoted = (car: NamedCar) =>
    fits.some((fit) => fit.yearFrom <= car.year && car.year <= fit.yearTo && isNamed(fit, car));
  return {
    fits,
    matches: matches.flatMap((match) => spansOf(match, (year) => !isNoted({ ...match, year }))),
  };
}

/**
 * Of these, what can be told to a marketplace or a search engine: confirmed and same generation, without an "if", and without the years in
 * which the model had two generations.
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
  carOf: (fit: KnownFit) => NamedCar,
): Match[] {
  return withoutCars(matches, wrongCars(known, carOf));
}

/** The cars of which staff say that they do not go together, by their keys. */
function wrongCars(known: readonly KnownFit[], carOf: (fit: KnownFit) => NamedCar): ReadonlySet<string> {
  const wrong = known.filter(({ verdict }) => verdict === "does-not-fit");
  return new Set(wrong.map((fit) => carKey(carOf(fit))));
}

function withoutCars(matches: readonly Match[], wrong: ReadonlySet<string>): Match[] {
  if (wrong.size === 0) return [...matches];
  return matches.flatMap((match) => spansOf(match, (year) => !wrong.has(carKey({ ...match, year }))));
}

/** Whether staff say that a part does not fit a year of a car that they noted with it. */
function isNoTo({ verdict, car }: KnownFit, fit: Fit, year: number): boolean {
  return verdict === "does-not-fit" && car.year === year && isNamed(fit, car);
}

/** Whether this is the car that staff noted, by make and model or just by the model. */
function isNamed({ vehicle }: Fit, car: NamedCar): boolean {
  const [make = "", ...model] = vehicle.split(" ");
  const names = [car, findModel(car.make, car.model, car.year) ?? car].flatMap(({ make, model }) => [
    `${make} ${model}`,
    model,
  ]);
  return (
    names.some((name) => compactText(name) === compactText(vehicle)) ||
    isSameCar(car, { make, model: model.join(" "), year: car.year })
  );
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

/** The runs of years for which something holds. */
function spansOf<Years extends Pick<Match, "yearFrom" | "yearTo">>(
  years: Years,
  holds: (year: number) => boolean,
): Years[] {
  const { yearFrom: first, yearTo: last } = years;
  const all = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return runsOfYears(all.filter(holds)).map(([yearFrom, yearTo]) => ({ ...years, yearFrom, yearTo }));
}
