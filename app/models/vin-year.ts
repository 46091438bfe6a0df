// Position 10 of a VIN names the model year with thirty signs that come round every thirty years: A is 1980 and
// 2010. This is the rule that tells the two apart.

import { hasMatchingCheckDigit } from "./vin";

/** The parts of a vehicle's kind that the rule asks about; numbers are vPIC's vehicle types. */
export const PASSENGER_CAR = 2;
export const TRUCK = 3;
export const MULTIPURPOSE_VEHICLE = 7;

/**
 * The model years a VIN may stand for, the likeliest first; none where position 10 is no year's sign, as on many
 * vehicles never meant for North America. Next year's models are sold this year, so `thisYear + 1` may stand.
 *
 * - North America: on cars, multipurpose vehicles and light trucks a digit at position 7 means before 2010, a
 *   letter 2010 or later. Heavy trucks share the type of the light ones and need not follow, so that the other
 *   year stays on the list, for whoever knows the maker's years to fall back on.
 * - Elsewhere: the latest year that is not in the future, alone.
 */
export function modelYears(vin: string, thisYear: number, vehicleType?: number): number[] {
  const sign = YEAR_SIGNS.indexOf(vin.charAt(9) || " ");
  if (sign < 0) return [];
  const latestFirst = [2010 + sign, 1980 + sign].filter((year) => year <= thisYear + 1);
  if (!followsNorthAmericanRules(vin)) return latestFirst.slice(0, 1);
  const olderFirst = /\d/.test(vin.charAt(6)) && SEVENTH_POSITION_TYPES.has(vehicleType);
  return olderFirst ? latestFirst.reverse() : latestFirst;
}

/** Built on the continent, or elsewhere with a matching check digit, which only that market asks for. */
function followsNorthAmericanRules(vin: string): boolean {
  return /^[1-5]/.test(vin) || hasMatchingCheckDigit(vin);
}

const YEAR_SIGNS = "ABCDEFGHJKLMNPRSTVWXY123456789";

// An unknown type is most likely a car.
const SEVENTH_POSITION_TYPES = new Set<number | undefined>([
  PASSENGER_CAR,
  TRUCK,
  MULTIPURPOSE_VEHICLE,
  undefined,
]);
