/** The inventories: two of vehicles, and the parts on the shelf. */
export const INVENTORY_KINDS = ["dismantled", "retail", "part"] as const;
export type InventoryKind = (typeof INVENTORY_KINDS)[number];

/** Every sort order of a vehicle list, with its label; each list offers some of them. */
export const SORT_LABELS = {
  newest: "Newest first",
  oldest: "Oldest first",
  "stock-number": "Stock number",
  "year-new": "Year: new to old",
  "year-old": "Year: old to new",
  make: "Make: A to Z",
  "price-low": "Price: low to high",
  "price-high": "Price: high to low",
  "mileage-low": "Mileage: low to high",
} as const;
export type VehicleSort = keyof typeof SORT_LABELS;

/** The labels of these sort orders; the first is the default. */
export function sortLabels<Sort extends VehicleSort>(...sorts: Sort[]): Pick<typeof SORT_LABELS, Sort> {
  return Object.fromEntries(sorts.map((sort) => [sort, SORT_LABELS[sort]])) as Pick<typeof SORT_LABELS, Sort>;
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

/** A stock number normalized for case-insensitive comparison. */
export function stockNumberKey(stockNumber: string): string {
  return stockNumber.normalize("NFKC").toLowerCase();
}

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
export function vehicleName({ year, make, model }: NamedVehicle): string {
  return [year, make, model].filter(Boolean).join(" ") || "Vehicle";
}

/** A vehicle's name for staff: `2012 Honda Accord, stock # D000001`. */
export function staffVehicleName(vehicle: NamedVehicle & { stockNumber: string }): string {
  return `${vehicleName(vehicle)}, stock # ${vehicle.stockNumber}`;
}
