import type { Toast } from "~/http/toast";
import { lookupTable } from "~/values/lookup-table";
import type { DISMANTLED_DRIVE_TYPES, DISMANTLED_TRANSMISSIONS } from "~/vehicles/dismantled";
import type { FUEL_TYPES, RETAIL_DRIVE_TYPES, RETAIL_TRANSMISSIONS } from "~/vehicles/retail";
import type { VehicleInfo } from "./schema";
import {
  type InventoryType,
  inInventoryMessage,
  isInventoryType,
  possibleYearsMessage,
  VIN_MESSAGES,
} from "./validate";
import { formatDriveType, mergeDecoded, type VinDecodeResult } from "./vehicle-info";

/** The result of a decode request; `rejected` with the reason if the VIN was not looked up. */
export type DecodeOutcome = VinDecodeResult | { outcome: "rejected"; message: string };

/** What a decode changes in the form. */
export interface FormUpdate {
  /** By field name; other fields keep their values. */
  values: Record<string, string>;
  /** The alert under the VIN field. */
  problem?: DecodeProblem;
  /** Says that the vehicle is in stock already, also once the toast is gone. */
  inStock?: string;
  toast?: Omit<Toast, "id" | "variant"> & Partial<Pick<Toast, "variant">>;
}

/** An error message under the VIN field. */
export interface DecodeProblem {
  message: string;
  /** Whether trying again later makes sense. */
  canRetry: boolean;
  /** What helps to fill in the rest. */
  hint?: string;
}

/** The field values and messages that a decode adds to the form of `kind`. */
export function toFormUpdate(
  kind: string,
  { result, inventoryType }: { result: DecodeOutcome; inventoryType: InventoryType | null },
): FormUpdate {
  const inStock = inventoryType ? inInventoryMessage(inventoryType) : undefined;
  const stock = inStock ? { inStock } : {};
  if (result.outcome === "decoded") {
    const toast = inStock ? { toast: { title: inStock } } : {};
    return { values: toFormFields(kind, result.vehicleInfo), ...stock, ...toast };
  }
  const problem = { message: result.message, canRetry: result.outcome === "unavailable" };
  if (result.outcome !== "incomplete") return { values: {}, problem };
  const { possibleYears, vehicleInfo } = result;
  return {
    ...stock,
    values: toFormFields(kind, vehicleInfo),
    problem: possibleYears ? { ...problem, hint: possibleYearsMessage(possibleYears) } : problem,
    toast: {
      title: VIN_MESSAGES.validationFailed,
      description: VIN_MESSAGES.incomplete,
      variant: "destructive",
    },
  };
}

/**
 * Converts a decoded vehicle to form field values. Empty values, and values that match none of a field's options, are left out.
 */
export function toFormFields(kind: string, info: VehicleInfo): Record<string, string> {
  const { year, make, model, trim, engineSize } = info;
  const transmission = optionsFor(TRANSMISSIONS, info.transmissionType?.replace(/^\d+-Speed /i, ""));
  const driveType = optionsFor(DRIVE_TYPES, info.driveType && formatDriveType(info.driveType));
  return mergeDecoded<Record<string, string>>(
    {},
    {
      year: year ? String(year) : undefined,
      make,
      model,
      trim,
      engineType: engineSize,
      transmission: isInventoryType(kind) ? transmission?.[kind] : undefined,
      driveType: isInventoryType(kind) ? driveType?.[kind] : undefined,
      fuelType: kind === "retail" ? optionsFor(FUEL_TYPES_BY_NAME, info.fuelType) : undefined,
    },
  );
}

interface Options<Dismantled, Retail> {
  dismantled: Dismantled;
  retail: Retail;
}

type TransmissionOptions = Options<
  (typeof DISMANTLED_TRANSMISSIONS)[number],
  (typeof RETAIL_TRANSMISSIONS)[number]
>;
type DriveTypeOptions = Options<(typeof DISMANTLED_DRIVE_TYPES)[number], (typeof RETAIL_DRIVE_TYPES)[number]>;

const AUTOMATIC: TransmissionOptions = { dismantled: "Automatic", retail: "automatic" };
const MANUAL: TransmissionOptions = { dismantled: "Manual", retail: "manual" };
const CVT: TransmissionOptions = { dismantled: "CVT", retail: "cvt" };
// A used-car buyer sees one kind of automated manual; a yard sells the gearbox, so the number of clutches matters.
const ONE_CLUTCH: TransmissionOptions = { dismantled: "Single Clutch Automatic", retail: "automated-manual" };
const TWO_CLUTCHES: TransmissionOptions = { dismantled: "Dual Clutch", retail: "automated-manual" };

/** By vPIC's transmission style in lower case. A motorcycle's (`Motorcycle - Chain Drive`) and a direct drive have no option. */
const TRANSMISSIONS = lookupTable<TransmissionOptions>({
  automatic: AUTOMATIC,
  manual: MANUAL,
  "manual/standard": MANUAL,
  cvt: CVT,
  "continuously variable transmission (cvt)": CVT,
  "electronic continuously variable (e-cvt)": CVT,
  "automated manual transmission (amt)": ONE_CLUTCH,
  "dual-clutch transmission (dct)": TWO_CLUTCHES,
});

/** By the short form of `formatDriveType`. `4x2` and `2WD/4WD` do not say which wheels, so they have no option. */
const DRIVE_TYPES = lookupTable<DriveTypeOptions>({
  fwd: { dismantled: "FWD", retail: "fwd" },
  rwd: { dismantled: "RWD", retail: "rwd" },
  awd: { dismantled: "AWD", retail: "awd" },
  "4wd": { dismantled: "4WD", retail: "4wd" },
  "4x4": { dismantled: "4x4", retail: "4wd" },
});

/** By the result of `formatFuelType`. */
const FUEL_TYPES_BY_NAME = lookupTable<(typeof FUEL_TYPES)[number]>({
  gasoline: "gasoline",
  diesel: "diesel",
  electric: "electric",
  hybrid: "hybrid",
  "plug-in hybrid": "plugin-hybrid",
});

function optionsFor<Value>(table: Record<string, Value>, name: string | undefined): Value | undefined {
  return table[name?.trim().toLowerCase() ?? ""];
}
