// What the browser and the server both know of a VIN: its shape, its sentences and how a decoded vehicle is
// worded. What is checked with is vin-schema.ts; looking a VIN up is vin-decoder.server.ts.

import type { VehicleInfo } from "./vin-schema";

export const VIN_LENGTH = 17;

/** Longest words taken for one field of a vehicle: vPIC's longest name of a trim line has 470 characters. */
export const MAX_VEHICLE_WORDS_LENGTH = 500;

/** Every sentence about a VIN, once (spec sections 5 and 8). */
export const VIN_SENTENCES = {
  required: "VIN is required",
  malformed: "Please enter a valid 17-character VIN",
  failed: "All VIN decode methods failed",
  unable: "Unable to decode VIN",
  incomplete: "Could not decode essential vehicle information",
  validationFailed: "VIN Validation Failed",
  unavailable: "Vehicle database service is temporarily unavailable. Please try again later.",
} as const;

export const INVENTORY_TYPES = ["dismantled", "retail"] as const;

/** Which of our inventories a vehicle stands in. */
export type InventoryType = (typeof INVENTORY_TYPES)[number];

/** Said where the vehicle stands in one of our inventories (spec section 8). */
export function inInventorySentence(type: InventoryType): string {
  return `Vehicle found in ${type} inventory`;
}

/** A vehicle whose essentials are all known. */
export type DecodedVehicle = VehicleInfo & { year: number; make: string; model: string };

/**
 * What came of a decode. `incomplete` still fills what it can in the staff form; `unavailable` means that no
 * method could be asked, so that trying again later makes sense.
 */
export type VinDecodeResult =
  | { outcome: "decoded"; vehicleInfo: DecodedVehicle }
  | { outcome: "incomplete"; vehicleInfo: VehicleInfo; message: typeof VIN_SENTENCES.incomplete }
  | { outcome: "failed"; message: typeof VIN_SENTENCES.failed }
  | { outcome: "unavailable"; message: typeof VIN_SENTENCES.unavailable };

/** A VIN as typed or pasted, cleaned for a form field: letters and digits only, upper case, at most 17 (section 5). */
export function normalizeVin(input: string): string {
  return bareVin(input).slice(0, VIN_LENGTH);
}

/** Exactly 17 letters and digits without I, O and Q, upper case (section 5). The check digit has no say in it. */
export function isValidVin(vin: string): boolean {
  return /^[A-HJ-NPR-Z0-9]{17}$/.test(vin);
}

/**
 * Whether position 9 is the check digit of the rest. A hint to the reader and never a refusal: only North America
 * mandates it, and elsewhere position 9 is the maker's to use.
 */
export function hasMatchingCheckDigit(vin: string): boolean {
  if (!isValidVin(vin)) return false;
  const sum = [...vin].reduce((total, character, at) => total + worthOf(character) * (WEIGHTS[at] ?? 0), 0);
  return vin[8] === (sum % 11 === 10 ? "X" : String(sum % 11));
}

/** Existing values with what was decoded written over them; an empty decoded value keeps the existing one (section 3). */
export function fillEmpty<T extends Values>(existing: T, decoded: Values): T {
  const known = Object.entries(decoded).filter(([, value]) => value != null && String(value).trim() !== "");
  return { ...existing, ...Object.fromEntries(known) };
}

/** Whether the essentials are there: year, make and model (section 8). */
export function isDecodedVehicle(info: VehicleInfo): info is DecodedVehicle {
  return Boolean(info.year && info.make && info.model);
}

/** A make as its owners write it: `CHEVROLET` becomes `Chevrolet`, `BMW` stays. Mixed case is left alone. */
export function presentMake(name: string): string {
  const make = name.trim();
  if (/\p{Ll}/u.test(make)) return make;
  return make.replace(/\p{L}+/gu, (word) =>
    WORDS_IN_CAPITALS.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}

/** The trim, behind the load class of a truck (`2500 LT`), which decides what parts fit; or else the series. */
export function presentTrim(series: string | undefined, trim: string | undefined): string | undefined {
  if (!series || !trim) return trim ?? series;
  return /^\d{3,4}\b/.test(series) && !trim.startsWith(series) ? `${series} ${trim}` : trim;
}

/**
 * An engine in a few words: `3.6L V6`, `2.0L I4`, `2.0L` where the cylinders are unknown, `749cc` below one litre.
 * Every value is vPIC's text; undefined where the displacement is unknown, as for an electric vehicle.
 */
export function presentEngineSize(engine: {
  litres?: string;
  cubicCentimetres?: string;
  cubicInches?: string;
  cylinders?: string;
  configuration?: string;
}): string | undefined {
  const litres =
    Number(engine.litres) ||
    Number(engine.cubicCentimetres) / 1000 ||
    (Number(engine.cubicInches) * CUBIC_CENTIMETRES_IN_A_CUBIC_INCH) / 1000;
  if (!Number.isFinite(litres) || litres <= 0) return undefined;
  if (litres < 1) return `${Math.round(Number(engine.cubicCentimetres) || litres * 1000)}cc`;
  const letter = ENGINE_LETTERS[engine.configuration ?? ""];
  const cylinders = Number(engine.cylinders);
  return letter && cylinders ? `${litres.toFixed(1)}L ${letter}${cylinders}` : `${litres.toFixed(1)}L`;
}

/** vPIC's `AWD/All-Wheel Drive` as the trade writes it: `AWD`. What has no such short form stays as it is. */
export function presentDriveType(driveType: string): string {
  return /^(AWD|4WD|FWD|RWD)\//.exec(driveType)?.[1] ?? driveType.trim();
}

/**
 * vPIC's fuel in the trade's words, undefined where it is none of the five that a buyer asks for. The first fuel of a
 * hybrid is `Gasoline`, and the electrification tells it from a car that runs on nothing else; a mild one is sold as
 * either.
 */
export function presentFuelType(vehicle: {
  fuel?: string;
  secondFuel?: string;
  electrification?: string;
}): string | undefined {
  const { fuel, secondFuel, electrification = "" } = vehicle;
  if (/^PHEV\b/.test(electrification)) return "Plug-in Hybrid";
  if (/^(Strong )?HEV\b/.test(electrification)) return "Hybrid";
  if (/^Mild HEV\b/.test(electrification) || secondFuel === "Electric") return undefined;
  return ["Gasoline", "Diesel", "Electric"].find((known) => known === fuel);
}

type Values = Record<string, string | number | undefined>;

/** Letters and digits alone, upper case, of any length. */
export function bareVin(input: string): string {
  return input.replace(/[^a-z0-9]/gi, "").toUpperCase();
}

// The standard's weight of each position; position 9 does not count itself.
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

// What each letter counts for, as the standard gives it: by its place here, counting from 1; I, O and Q are no
// letters of a VIN, and S starts its row at 2.
const LETTER_ROWS = ["ABCDEFGH", "JKLMN.P.R", ".STUVWXYZ"];

function worthOf(character: string): number {
  if (/\d/.test(character)) return Number(character);
  const row = LETTER_ROWS.find((letters) => letters.includes(character)) ?? "";
  return row.indexOf(character) + 1;
}

const WORDS_IN_CAPITALS = new Set(
  "AMC AMG ATK BMW BYD CFMOTO DAF GMC IC KTM KYMCO LDV MAN MG MINI MV NABI NIO SSC SYM TVR UD VPG".split(" "),
);

const CUBIC_CENTIMETRES_IN_A_CUBIC_INCH = 16.387064;

const ENGINE_LETTERS: Record<string, string> = {
  "In-Line": "I",
  "V-Shaped": "V",
  "W Shaped": "W",
  "Horizontally opposed (boxer)": "H",
};
