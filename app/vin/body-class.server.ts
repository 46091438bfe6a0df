import { ELEMENT, openVinDatabase, VIN_DATABASE_PATH, type VinDatabase } from "./database.server";
import { isValidVin } from "./validate";

/**
 * vPIC's body class of a vehicle, such as `Pickup`, from the offline VIN database in well under a millisecond. Undefined if the
 * VIN is not one of this make's, or the database does not know or cannot be read.
 */
export function findBodyClass(vin: string, year: number, make: string): string | undefined {
  if (!isValidVin(vin)) return undefined;
  try {
    database ??= openVinDatabase(VIN_DATABASE_PATH);
    const maker = database.findMakerCode(vin);
    const isOfMake = maker?.makes.some((name) => name.toLowerCase() === make.toLowerCase());
    if (!maker || !isOfMake) return undefined;
    return database.findPatterns(maker.id, year, vin).find(({ element }) => element === ELEMENT.bodyClass)
      ?.value;
  } catch {
    // Without the VIN database a vehicle is saved all the same; its model may tell the body.
    return undefined;
  }
}

let database: VinDatabase | undefined;
