import { compactText, foldText, normalizeLine } from "~/values/normalize";
import { FIRST_MODEL_YEAR, lastModelYear } from "~/vehicles/inventory";

/** Vehicles that staff say a part fits. */
export interface Fit {
  /** Make and model: `Honda Accord`. */
  vehicle: string;
  /** The first and the last model year, inclusive. */
  yearFrom: number;
  yearTo: number;
}

/** The most lines of one part. */
export const MAX_FITS = 50;
/** The most model years of all lines together: each is a key that a search looks for. */
export const MAX_FIT_YEARS = 2000;
/** Longer than any make and model. It is counted as they are compared, because one letter may be 18 then. */
const MAX_VEHICLE_LENGTH = 100;

/**
 * Reads a line: `2008-2012 Honda Accord`, `2010 Acura TSX`, `08-12 Honda Accord`.
 * @returns undefined if it is anything else
 */
export function parseFit(line: string): Fit | undefined {
  const [, from = "", to, vehicle = ""] =
    /^'?(\d{4}|\d{2}) ?(?:(?:-|–|—|to) ?'?(\d{4}|\d{2}))? (\S.*)$/i.exec(normalizeLine(line)) ?? [];
  const yearFrom = toYear(from);
  const yearTo = to === undefined ? yearFrom : toYear(to);
  const isValid = yearFrom >= FIRST_MODEL_YEAR && yearFrom <= yearTo && yearTo <= lastModelYear(new Date());
  const { length } = foldText(vehicle);
  return isValid && length <= MAX_VEHICLE_LENGTH && compactText(vehicle) !== ""
    ? { vehicle, yearFrom, yearTo }
    : undefined;
}

/** A line as `parseFit` reads it. */
export function formatFit({ vehicle, yearFrom, yearTo }: Fit): string {
  return `${yearFrom === yearTo ? yearFrom : `${yearFrom}-${yearTo}`} ${vehicle}`;
}

/** How many model years the lines are about. */
export function countFitYears(fits: readonly Fit[]): number {
  return fits.reduce((sum, { yearFrom, yearTo }) => sum + yearTo - yearFrom + 1, 0);
}

/** What a search looks for, a key for each vehicle and model year: `|hondaaccord:2008|hondaaccord:2009|`; empty for none. */
export function fitKeys(fits: readonly Fit[]): string {
  const keys = fits.flatMap(({ vehicle, yearFrom, yearTo }) =>
    Array.from(
      { length: yearTo - yearFrom + 1 },
      (_, index) => `${compactText(vehicle)}:${yearFrom + index}`,
    ),
  );
  return keys.length > 0 ? `|${[...new Set(keys)].join("|")}|` : "";
}

/** `08` is 2008, `98` is 1998. */
function toYear(digits: string): number {
  const year = Number(digits);
  if (digits.length !== 2) return digits === "" ? Number.NaN : year;
  return 2000 + year <= lastModelYear(new Date()) ? 2000 + year : 1900 + year;
}
