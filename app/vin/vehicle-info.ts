import type { VehicleInfo } from "./schema";
import type { VIN_MESSAGES } from "./validate";

/** A vehicle whose year, make and model are all known. */
export type DecodedVehicle = VehicleInfo & { year: number; make: string; model: string };

/**
 * The result of a decode. `incomplete` still fills in part of the staff form; `unavailable` means that neither the offline
 * database nor the online service could be read, so retrying later makes sense.
 */
export type VinDecodeResult =
  | { outcome: "decoded"; vehicleInfo: DecodedVehicle }
  | {
      outcome: "incomplete";
      vehicleInfo: VehicleInfo;
      message: typeof VIN_MESSAGES.incomplete;
      /** The model years that the VIN can mean, if nothing tells which; `vehicleInfo` then has none. */
      possibleYears?: number[];
    }
  | { outcome: "failed"; message: typeof VIN_MESSAGES.failed }
  | { outcome: "unavailable"; message: typeof VIN_MESSAGES.unavailable };

/** Whether year, make and model are known. */
export function isDecodedVehicle(info: VehicleInfo): info is DecodedVehicle {
  return Boolean(info.year && info.make && info.model);
}

/** Existing values overwritten by decoded ones; an empty decoded value keeps the existing one. */
export function mergeDecoded<T extends Values>(existing: T, decoded: Values): T {
  const known = Object.entries(decoded).filter(([, value]) => value != null && String(value).trim() !== "");
  return { ...existing, ...Object.fromEntries(known) };
}

type Values = Record<string, string | number | undefined>;

/** A make as its owner writes it: `CHEVROLET` becomes `Chevrolet`, `BMW` stays. Mixed case is left alone. */
export function formatMake(name: string): string {
  const make = name.trim();
  if (/\p{Ll}/u.test(make)) return make;
  return make.replace(/\p{L}+/gu, (word) =>
    UPPERCASE_MAKES.has(word) ? word : word.charAt(0) + word.slice(1).toLowerCase(),
  );
}

const UPPERCASE_MAKES = new Set(
  "AMC AMG ATK BMW BYD CFMOTO DAF GMC IC KTM KYMCO LDV MAN MG MINI MV NABI NIO SSC SYM TVR UD VPG".split(" "),
);

/**
 * The trim, or the series if there is none, without vPIC's remarks. A truck's load class comes first (`2500 LT`), because parts depend on
 * it. The chassis codes that vPIC has as Toyota's series (`ASV40L/GSV40L/AHV40L`) aren't a trim.
 */
export function formatTrim(
  make: string | undefined,
  { series: vpicSeries, trim: vpicTrim }: { series: string | undefined; trim: string | undefined },
): string | undefined {
  const [series, trim] = [vpicSeries, vpicTrim]
    .map(withoutRemarks)
    .map((name) => (name && isChassis(make, name) ? undefined : name));
  if (!series || !trim) return trim ?? series;
  return /^\d{3,4}\b/.test(series) && !trim.startsWith(series) ? `${series} ${trim}` : trim;
}

/** The makes whose series is a chassis code: letters, a generation and `L` for the side of the wheel. */
const CODED_MAKES = new Set(["Toyota", "Lexus", "Scion"]);
const CHASSIS_CODE = /^[A-Z]{2,5}(?:\/[A-Z]{2,5})?\d{2,3}L\b/;

function isChassis(make: string | undefined, series: string): boolean {
  return CODED_MAKES.has(formatMake(make ?? "")) && CHASSIS_CODE.test(series);
}

/** `SE, SE (AQ301 Trans)` becomes `SE`: vPIC adds remarks in parentheses, and repeats a name to add one. */
function withoutRemarks(name: string | undefined): string | undefined {
  const names = (name ?? "")
    .replace(/\([^)]*\)?/g, "")
    .split(",")
    .map(withoutRepeats)
    .filter(Boolean);
  return [...new Set(names)].join(", ") || undefined;
}

/** `LT LT /` becomes `LT`. */
function withoutRepeats(name: string): string {
  const [trimmed = ""] = /[^\s&/+](?:.*[^\s&/+])?/.exec(name) ?? [];
  return trimmed
    .split(/\s+/)
    .filter((word, index, words) => word.toLowerCase() !== words[index - 1]?.toLowerCase())
    .join(" ");
}

/**
 * `3.6L V6`, `2.0L I4`, `2.0L` where the cylinders are unknown, `749cc` below one liter. Every value is vPIC's text;
 * undefined where the displacement is unknown, as for an electric vehicle.
 */
export function formatEngineSize(engine: {
  liters?: string;
  cubicCentimeters?: string;
  cubicInches?: string;
  cylinders?: string;
  configuration?: string;
}): string | undefined {
  const liters =
    Number(engine.liters) ||
    Number(engine.cubicCentimeters) / 1000 ||
    (Number(engine.cubicInches) * CUBIC_CENTIMETERS_PER_CUBIC_INCH) / 1000;
  if (!Number.isFinite(liters) || liters <= 0) return undefined;
  if (liters < 1) return `${Math.round(Number(engine.cubicCentimeters) || liters * 1000)}cc`;
  const letter = ENGINE_LETTERS[engine.configuration ?? ""];
  const cylinders = Number(engine.cylinders);
  return letter && cylinders ? `${liters.toFixed(1)}L ${letter}${cylinders}` : `${liters.toFixed(1)}L`;
}

const CUBIC_CENTIMETERS_PER_CUBIC_INCH = 16.387064;

const ENGINE_LETTERS: Record<string, string> = {
  "In-Line": "I",
  "V-Shaped": "V",
  "W Shaped": "W",
  "Horizontally opposed (boxer)": "H",
};

/** vPIC's `AWD/All-Wheel Drive` as the trade writes it: `AWD`. What has no such short form stays as it is. */
export function formatDriveType(driveType: string): string {
  return /^(AWD|4WD|FWD|RWD)\//.exec(driveType)?.[1] ?? driveType.trim();
}

/**
 * vPIC's fuel in the trade's terms; undefined if it isn't one of our five. vPIC calls a hybrid's first fuel `Gasoline`, so the
 * electrification decides; a mild hybrid is sold as either, so it is left to the person.
 */
export function formatFuelType(vehicle: {
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
