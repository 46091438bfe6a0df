import { findModel } from "~/interchange/generation.server";
import { matchName } from "~/interchange/match-words";
import { findSameCar, listSameCars } from "~/interchange/same-car.server";
import { formatYears } from "~/values/years";
import type { Wish } from "./alert";
import { type Arrival, isWithin } from "./match";

/**
 * Why a vehicle of another year or another badge is what a wish is for: `same generation (2008–2012): most of its parts fit the year you
 * asked for`. Undefined if nothing says so, and for the year and model asked for. Someone who asks for a range of years has chosen them.
 */
export function whyLikely({ make, model, yearFrom, yearTo }: Wish, vehicle: Arrival): string | undefined {
  const isOneYear = typeof yearFrom === "number" && yearFrom === yearTo;
  if (!isOneYear && !isWithin(vehicle.year, yearFrom, yearTo)) return undefined;
  const year = isOneYear ? yearFrom : vehicle.year;
  const wished = findModel(make, model, year);
  const same = wished && findSameCar({ make, model, year }, vehicle);
  if (!same) return undefined;
  if (same.make !== wished.make || same.model !== wished.model)
    return `the ${matchName(same)} is the same car as the ${wished.model} under another name: most of its parts fit the one you asked for`;
  if (year === vehicle.year) return undefined;
  return `same generation (${formatYears(same.yearFrom, same.yearTo)}): most of its parts fit the year you asked for`;
}

/** Other names of a vehicle's model, under other badges. */
export function otherNames({ make, model, year }: Arrival): string[] {
  const own = findModel(make, model, year);
  return own
    ? listSameCars({ make, model, year })
        .map((match) => match.model)
        .filter((name) => name !== own.model)
    : [];
}
