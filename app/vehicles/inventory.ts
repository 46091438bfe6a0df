import { newestFirst, oldestFirst, type SortOrder, sortOrder } from "~/collections/sort-order";
import { recordPath } from "~/values/record-path";

/**
 * Every sort order of a list of vehicles or parts; each list offers some of them. The last column has the direction of the first, for an
 * index.
 */
export const SORTS = {
  newest: newestFirst("dateAcquired"),
  oldest: oldestFirst("dateAcquired"),
  "stock-number": { label: "Stock number", by: [["stockNumberKey", "asc"]], index: "Stock" },
  "year-new": sortOrder("Year: new to old", "year", "desc", "Year"),
  "year-old": sortOrder("Year: old to new", "year", "asc", "Year"),
  make: {
    label: "Make: A to Z",
    by: [
      ["make", "asc"],
      ["model", "asc"],
      ["year", "desc"],
      ["id", "desc"],
    ],
    index: "Make",
  },
  "price-low": sortOrder("Price: low to high", "priceCents", "asc", "Price"),
  "price-high": sortOrder("Price: high to low", "priceCents", "desc", "Price"),
  "mileage-low": sortOrder("Mileage: low to high", "mileage", "asc", "Mileage"),
} as const satisfies Record<string, SortOrder>;
type VehicleSort = keyof typeof SORTS;

/** These orders; the first is the default. */
export function pickSorts<Sort extends VehicleSort>(...names: Sort[]): Record<Sort, SortOrder> {
  return Object.fromEntries(names.map((name) => [name, SORTS[name]])) as unknown as Record<Sort, SortOrder>;
}

/** The labels of these orders. */
export function sortLabels<Sort extends VehicleSort>(...names: Sort[]): Record<Sort, string> {
  return Object.fromEntries(names.map((name) => [name, SORTS[name].label])) as unknown as Record<
    Sort,
    string
  >;
}

/** Stock numbers are unique within an inventory. */
export const STOCK_NUMBER_TAKEN = "Stock number already exists";

/** The most characters of a stock number. */
export const MAX_STOCK_NUMBER_LENGTH = 40;

/** The year of the first car, and the earliest valid model year. */
export const FIRST_MODEL_YEAR = 1886;
/** The highest valid mileage, in miles. */
export const MILEAGE_MAX = 2_000_000;

/** The latest valid model year: next year's models are sold this year. */
export function lastModelYear(now: Date): number {
  return now.getUTCFullYear() + 1;
}

/** A valid model year. */
export const MODEL_YEARS = {
  min: FIRST_MODEL_YEAR,
  max: () => lastModelYear(new Date()),
  message: "Please enter a valid year",
} as const;

/** What the import says about vehicles. */
export const VEHICLE_IMPORT_NOTES = {
  matched: "A vehicle whose stock number we have is changed; the others are added.",
  fields:
    "A field without a column keeps its value; that of a new vehicle is filled in from its VIN. An empty cell leaves its field empty, except one that every vehicle has, such as status and date acquired.",
} as const;

/** What identifies a vehicle or a part. */
export interface StockedItem extends NamedVehicle {
  stockNumber: string;
  /** Of a part: its catalog entry. */
  entryId?: string | undefined;
}

interface NamedVehicle {
  year?: number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

/** `2014 Acura ILX`, without the parts that are unknown. */
export function vehicleName(vehicle: NamedVehicle): string {
  return knownName(vehicle) || "Vehicle";
}

/** A vehicle's name for staff: `2012 Honda Accord, stock # D000001`. */
export function staffVehicleName(vehicle: NamedVehicle & { stockNumber: string }): string {
  return `${vehicleName(vehicle)}, stock # ${vehicle.stockNumber}`;
}

/** What the path of a vehicle's page is made of: of a record, a row or a request. */
interface LinkedVehicle extends Loose<NamedVehicle> {
  _id: string;
}

type Loose<Named> = { [Name in keyof Named]: Named[Name] | string | null };

/** The path of the public page of a vehicle for sale. */
export function vehiclePath({ _id, ...named }: LinkedVehicle): string {
  return recordPath("/inventory", _id, knownName(named));
}

/** The path of the public page of a dismantled vehicle. */
export function donorPath({ _id, ...named }: LinkedVehicle): string {
  return recordPath("/parts", _id, knownName(named));
}

function knownName({ year, make, model }: Loose<NamedVehicle>): string {
  return [year, make, model].filter(Boolean).join(" ");
}
