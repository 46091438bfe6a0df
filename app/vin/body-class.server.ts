import { compactText } from "~/values/normalize";
import { ALIASES } from "~/vehicles/trade-words";
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
    if (!maker?.makes.some((name) => isMake(make, compactText(name)))) return undefined;
    return database.findPatterns(maker.id, year, vin).find(({ element }) => element === ELEMENT.bodyClass)
      ?.value;
  } catch {
    // Without the VIN database a vehicle is still saved; its model may tell the body.
    return undefined;
  }
}

/** Whether a make as written is vPIC's: a "Mercedes Benz", a "Mercedes" and a "Benz" are its Mercedes-Benz. */
function isMake(written: string, key: string): boolean {
  const word = compactText(written);
  const name = ALIASES[word] ?? word;
  return name === key || (name.length > 3 && key.startsWith(name));
}

let database: VinDatabase | undefined;
