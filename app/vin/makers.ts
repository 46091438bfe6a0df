import { lookupTable } from "~/values/lookup-table";
import makers from "./makers.json";

/**
 * Makers by the first three characters of the VIN, where vPIC does not know the code, because their vehicles are not sold
 * in the United States, or knows several makes for it, of which one is nearly every vehicle.
 */
const MAKERS = lookupTable<string>(makers);

/** The maker that a VIN's first three characters name; undefined if the table does not have them. */
export function findKnownMaker(vin: string): string | undefined {
  return MAKERS[vin.slice(0, 3)];
}
