/** What both inventories know of a vehicle; fields of the specification's section 3. */

/** The stock number as it is compared: a clash is found whatever its letters' case (decisions, section 3). */
export function stockNumberKey(stockNumber: string): string {
  return stockNumber.normalize("NFKC").toLowerCase();
}

/** A clash, in the form and from the API (decisions, section 3). */
export const STOCK_NUMBER_TAKEN = "Stock number already exists";

/** Asked before a vehicle is removed (specification, section 5). */
export const DELETE_SENTENCES = {
  dismantled: "Are you sure you want to delete this vehicle?",
  retail: "Are you sure you want to delete this retail vehicle?",
} as const;

/** The first year a car could have been built. */
export const FIRST_MODEL_YEAR = 1886;

/** Next year's models are sold this year. */
export function lastModelYear(now: Date): number {
  return now.getUTCFullYear() + 1;
}

/** `2014 Acura ILX`, as far as it is known. */
export function vehicleName(vehicle: {
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}): string {
  return [vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(" ") || "Vehicle";
}

export const MILEAGE_MAX = 2_000_000;
