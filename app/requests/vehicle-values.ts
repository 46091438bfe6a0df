import { z } from "zod";
import { optionalLine } from "~/values/text";

/** Text or a number, for a field of `vehicleInfo`: clients send a year or a mileage as either. */
export function lineOrNumber(max: number) {
  return z.union([z.number(), optionalLine(max)], "Please enter text");
}

/** A field of `vehicleInfo` as it is returned. */
export const lineOrNumberRecord = z.union([z.string(), z.number()]).optional();

type VehicleValue = string | number | undefined;

/** The column of a field: text, so that searches find it. */
export function toColumn(value: VehicleValue): string | null {
  return value === undefined ? null : String(value);
}

/** The column `vehicleNumbers`: the names of the fields that are numbers; null for none. */
export function numberNames(vehicleInfo: Record<string, VehicleValue>): string | null {
  const names = Object.keys(vehicleInfo).filter((name) => typeof vehicleInfo[name] === "number");
  return names.length > 0 ? JSON.stringify(names) : null;
}

/** Fields as they were sent, from their columns and `vehicleNumbers`; empty columns become undefined. */
export function asSent<Name extends string>(
  columns: Record<Name, string | null>,
  vehicleNumbers: string | null,
): Record<Name, VehicleValue> {
  const numbers: string[] = JSON.parse(vehicleNumbers ?? "[]");
  const values = Object.entries<string | null>(columns).map(([name, column]) => [
    name,
    column !== null && numbers.includes(name) ? Number(column) : (column ?? undefined),
  ]);
  return Object.fromEntries(values);
}

/** What was asked for, on one line: `Radiator, 2003 Honda Accord`; undefined if nothing is known. */
export function describeSubject(
  what: string | undefined,
  other: string | undefined,
  { year, make, model }: { year?: VehicleValue; make?: string | undefined; model?: string | undefined },
): string | undefined {
  const vehicle = [year, make, model].filter(Boolean).join(" ");
  return [what, other, vehicle].filter(Boolean).join(", ") || undefined;
}
