// What a decoded VIN writes into the staff's vehicle forms, and what is said of it: one answer for the button with
// script and for the post without.

import type { DISMANTLED_DRIVE_TYPES, DISMANTLED_TRANSMISSIONS } from "./dismantled-vehicle";
import type { FUEL_TYPES, RETAIL_DRIVE_TYPES, RETAIL_TRANSMISSIONS } from "./retail-vehicle";
import type { Toast } from "./toast";
import {
  fillEmpty,
  type InventoryType,
  inInventorySentence,
  presentDriveType,
  VIN_SENTENCES,
  type VinDecodeResult,
} from "./vin";
import type { VehicleInfo } from "./vin-schema";

/** What can come of a decode that was asked for; `refused` with the sentence that says why nothing was looked up. */
export type DecodeOutcome = VinDecodeResult | { outcome: "refused"; message: string };

export interface DecodeAnswer {
  /** Value by the name of its form field; a field that is not named keeps what it has. */
  fills: Record<string, string>;
  /** The alert under the VIN field; `retry` where asking again later makes sense. */
  problem?: DecodeProblem;
  toast?: Omit<Toast, "id" | "variant"> & Partial<Pick<Toast, "variant">>;
}

export interface DecodeProblem {
  sentence: string;
  retry: boolean;
}

/** What a decode fills and says in the form of `kind` (specification, sections 3 and 8). */
export function answerDecode(
  kind: InventoryType,
  decode: { result: DecodeOutcome; inventoryType: InventoryType | null },
): DecodeAnswer {
  const { result, inventoryType } = decode;
  if (result.outcome === "decoded") {
    const fills = fillsOf(kind, result.vehicleInfo);
    return inventoryType ? { fills, toast: { title: inInventorySentence(inventoryType) } } : { fills };
  }
  const problem = { sentence: result.message, retry: result.outcome === "unavailable" };
  if (result.outcome !== "incomplete") return { fills: {}, problem };
  return {
    fills: fillsOf(kind, result.vehicleInfo),
    problem,
    toast: {
      title: VIN_SENTENCES.validationFailed,
      description: VIN_SENTENCES.incomplete,
      variant: "destructive",
    },
  };
}

/**
 * The fields of a form that a decode result fills. What is empty, and a word that stands for none of the form's
 * choices, fills nothing (specification, section 3).
 */
export function fillsOf(kind: InventoryType, info: VehicleInfo): Record<string, string> {
  const { year, make, model, trim, engineSize } = info;
  const transmission = lookUp(TRANSMISSIONS, info.transmissionType?.replace(/^\d+-Speed /i, ""));
  const driveType = lookUp(DRIVE_TYPES, info.driveType && presentDriveType(info.driveType));
  return fillEmpty<Record<string, string>>(
    {},
    {
      year: year ? String(year) : undefined,
      make,
      model,
      trim,
      engineType: engineSize,
      transmission: transmission?.[kind],
      driveType: driveType?.[kind],
      fuelType: kind === "retail" ? lookUp(FUEL_TYPES_BY_WORD, info.fuelType) : undefined,
    },
  );
}

interface Choice<Dismantled, Retail> {
  dismantled: Dismantled;
  retail: Retail;
}

type TransmissionChoice = Choice<
  (typeof DISMANTLED_TRANSMISSIONS)[number],
  (typeof RETAIL_TRANSMISSIONS)[number]
>;
type DriveTypeChoice = Choice<(typeof DISMANTLED_DRIVE_TYPES)[number], (typeof RETAIL_DRIVE_TYPES)[number]>;

const AUTOMATIC: TransmissionChoice = { dismantled: "Automatic", retail: "automatic" };
const MANUAL: TransmissionChoice = { dismantled: "Manual", retail: "manual" };
const CVT: TransmissionChoice = { dismantled: "CVT", retail: "cvt" };
// To the trade both are gearboxes of a manual that shift themselves; only a yard, which sells the gearbox, asks
// with how many clutches.
const ONE_CLUTCH: TransmissionChoice = { dismantled: "Single Clutch Automatic", retail: "automated-manual" };
const TWO_CLUTCHES: TransmissionChoice = { dismantled: "Dual Clutch", retail: "automated-manual" };

/** vPIC's transmission styles in lower case. A motorcycle's (`Motorcycle - Chain Drive`) and a direct drive are none of ours. */
const TRANSMISSIONS: Record<string, TransmissionChoice> = {
  automatic: AUTOMATIC,
  manual: MANUAL,
  "manual/standard": MANUAL,
  cvt: CVT,
  "continuously variable transmission (cvt)": CVT,
  "electronic continuously variable (e-cvt)": CVT,
  "automated manual transmission (amt)": ONE_CLUTCH,
  "dual-clutch transmission (dct)": TWO_CLUTCHES,
};

/** By the short form of `presentDriveType`. `4x2` and `2WD/4WD` do not say which wheels, so they fill nothing. */
const DRIVE_TYPES: Record<string, DriveTypeChoice> = {
  fwd: { dismantled: "FWD", retail: "fwd" },
  rwd: { dismantled: "RWD", retail: "rwd" },
  awd: { dismantled: "AWD", retail: "awd" },
  "4wd": { dismantled: "4WD", retail: "4wd" },
  "4x4": { dismantled: "4x4", retail: "4wd" },
};

/** The words of `presentFuelType`. */
const FUEL_TYPES_BY_WORD: Record<string, (typeof FUEL_TYPES)[number]> = {
  gasoline: "gasoline",
  diesel: "diesel",
  electric: "electric",
  hybrid: "hybrid",
  "plug-in hybrid": "plugin-hybrid",
};

function lookUp<Value>(table: Record<string, Value>, word: string | undefined): Value | undefined {
  const key = word?.trim().toLowerCase() ?? "";
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
