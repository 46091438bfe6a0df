// Position 10 of a VIN encodes the model year, repeating every thirty years: A is 1980 and 2010.

import { hasMatchingCheckDigit } from "./validate";

// vPIC's vehicle types.
export const PASSENGER_CAR = 2;
export const TRUCK = 3;
export const MULTIPURPOSE_VEHICLE = 7;

/**
 * The possible model years of a VIN, the likeliest first; none if position 10 does not encode a year, as on many vehicles built
 * for other markets. Next year's models are sold this year, so `thisYear + 1` is possible.
 *
 * - North America: on cars, multipurpose vehicles and light trucks a digit at position 7 means before 2010, a letter
 *   2010 or later. Heavy trucks share the light trucks' type but need not follow the rule, so both years are returned.
 * - Elsewhere: the latest year that is not in the future; the one before it counts only if the model is known for it.
 */
export function modelYears(vin: string, thisYear: number, vehicleType?: number): number[] {
  const place = YEAR_CHARACTERS.indexOf(vin.charAt(9) || " ");
  if (place < 0) return [];
  const latestFirst = [2010 + place, 1980 + place].filter((year) => year <= thisYear + 1);
  const olderFirst =
    followsNorthAmericanRules(vin) && /\d/.test(vin.charAt(6)) && SEVENTH_POSITION_TYPES.has(vehicleType);
  return olderFirst ? latestFirst.reverse() : latestFirst;
}

/**
 * True if position 9 looks like a check digit and is the wrong one, so that nothing tells which rules the VIN follows. European
 * makers mostly put a letter there.
 */
export function hasDoubtfulYear(vin: string): boolean {
  return /[0-9X]/.test(vin.charAt(8)) && !followsNorthAmericanRules(vin);
}

/** Built there, or elsewhere with a matching check digit, which only North America requires. */
function followsNorthAmericanRules(vin: string): boolean {
  return /^[1-5]/.test(vin) || hasMatchingCheckDigit(vin);
}

const YEAR_CHARACTERS = "ABCDEFGHJKLMNPRSTVWXY123456789";

// An unknown type is most likely a car.
const SEVENTH_POSITION_TYPES = new Set<number | undefined>([
  PASSENGER_CAR,
  TRUCK,
  MULTIPURPOSE_VEHICLE,
  undefined,
]);
