export const VIN_LENGTH = 17;

/** The longest text of one vehicle field: vPIC's longest trim name has 470 characters. */
export const MAX_VEHICLE_TEXT_LENGTH = 500;

/** Every message about a VIN. */
export const VIN_MESSAGES = {
  required: "VIN is required",
  malformed: "Please enter a valid 17-character VIN",
  failed: "All VIN decode methods failed",
  unable: "Unable to decode VIN",
  incomplete: "Could not decode essential vehicle information",
  validationFailed: "VIN Validation Failed",
  unavailable: "Vehicle database service is temporarily unavailable. Please try again later.",
} as const;

/** Says which model years a VIN can mean: `This VIN could be a 1987 or 2017.` */
export function possibleYearsMessage(years: readonly number[]): string {
  return `This VIN could be a ${[...years].sort().join(" or ")}.`;
}

export const INVENTORY_TYPES = ["dismantled", "retail"] as const;
export type InventoryType = (typeof INVENTORY_TYPES)[number];

/** Whether these are vehicles, and not parts. */
export function isInventoryType(kind: string): kind is InventoryType {
  return (INVENTORY_TYPES as readonly string[]).includes(kind);
}

/** The message for a VIN that is in one of our inventories. */
export function inInventoryMessage(type: InventoryType): string {
  return `Vehicle found in ${type} inventory`;
}

/** A typed or pasted VIN for a form field: letters and digits only, upper case, at most 17. */
export function normalizeVin(input: string): string {
  return stripVin(input).slice(0, VIN_LENGTH);
}

/** Letters and digits only, upper case, of any length. */
export function stripVin(input: string): string {
  return input.replace(/[^a-z0-9]/gi, "").toUpperCase();
}

/** The first model year whose VINs follow the standard. */
const FIRST_STANDARD_VIN_YEAR = 1981;

/** True if a vehicle of this year may have this VIN: before 1981, or without a year, any letters and digits; none at all in any year. */
export function isVinOfYear(vin: string, year: number | undefined): boolean {
  return vin === "" || year === undefined || year < FIRST_STANDARD_VIN_YEAR || isValidVin(vin);
}

/** Exactly 17 letters and digits, upper case, without I, O and Q; the check digit is not checked. */
export function isValidVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);
}

/**
 * True if position 9 is the check digit of the other characters. Only North America requires it, so a mismatch is a hint, not
 * an error.
 */
export function hasMatchingCheckDigit(vin: string): boolean {
  if (!isValidVin(vin)) return false;
  const sum = [...vin].reduce(
    (total, character, index) => total + transliterate(character) * (WEIGHTS[index] ?? 0),
    0,
  );
  return vin[8] === (sum % 11 === 10 ? "X" : String(sum % 11));
}

// Each position's weight in the standard; position 9 is the check digit itself.
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

// A letter's value in the standard is its place in its row, counting from 1.
const LETTER_ROWS = ["ABCDEFGH", "JKLMN.P.R", ".STUVWXYZ"];

function transliterate(character: string): number {
  if (/\d/.test(character)) return Number(character);
  const row = LETTER_ROWS.find((letters) => letters.includes(character)) ?? "";
  return row.indexOf(character) + 1;
}
