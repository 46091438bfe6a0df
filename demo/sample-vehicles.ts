import { BODY_STYLES, type BodyStyle } from "./car-picture";
import dismantledCsv from "./dismantled-vehicles.csv?raw";
import retailCsv from "./retail-vehicles.csv?raw";

/** A row of a CSV file: the vehicle's fields as an API body gives them, and what its picture shows. */
export interface SampleVehicle {
  fields: Record<string, string | string[]> & { stockNumber: string; vin: string; dateAcquired: string };
  bodyStyle: BodyStyle;
  /** Some vehicles have no picture, so the placeholder shows too. */
  hasPicture: boolean;
}

/** The dismantled sample vehicles, newest arrival first. Dates count back from `today` ("YYYY-MM-DD"), so a demo is never stale. */
export function sampleDismantledVehicles(today: string): SampleVehicle[] {
  return parseCsv(dismantledCsv).map((row) => toSampleVehicle(row, today));
}

/** The retail sample vehicles, newest arrival first. */
export function sampleRetailVehicles(today: string): SampleVehicle[] {
  return parseCsv(retailCsv).map(({ features = "", ...row }) => {
    const vehicle = toSampleVehicle(row, today);
    return { ...vehicle, fields: { ...vehicle.fields, features: features.split("; ").filter(Boolean) } };
  });
}

function toSampleVehicle(row: Record<string, string>, today: string): SampleVehicle {
  const { daysAgo, bodyStyle, picture, stockNumber = "", vin = "", ...rest } = row;
  const style = BODY_STYLES.find((known) => known === bodyStyle);
  if (!style) throw new Error(`Sample vehicle ${stockNumber} has the unknown body style "${bodyStyle}".`);
  const known = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  return {
    fields: { ...known, stockNumber, vin, dateAcquired: daysBefore(today, Number(daysAgo)) },
    bodyStyle: style,
    hasPicture: picture === "yes",
  };
}

/** Reads CSV with a header line; a quoted value may contain commas and doubled quotes, but no line break. */
function parseCsv(csv: string): Record<string, string>[] {
  const [header = [], ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
      ),
    );
  return rows.map((row) => Object.fromEntries(header.map((name, column) => [name, row[column] ?? ""])));
}

function daysBefore(today: string, days: number): string {
  const day = new Date(`${today}T00:00:00.000Z`);
  day.setUTCDate(day.getUTCDate() - days);
  return day.toISOString();
}
