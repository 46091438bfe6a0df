import { sql } from "kysely";
import { business } from "~/business/business.server";
import { startOfDay } from "~/business/business-hours";
import { type BusinessFile, postalAddress } from "~/business/links";
import { selectRecords, toRecord } from "~/collections/store.server";
import type { Row } from "~/db/schema";
import { csvLine } from "~/values/csv";
import { DISPOSITION_LABELS } from "~/vehicles/dismantled";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import type { DismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { missingFacts, monthBounds, type NmvtisFact } from "./nmvtis";

/** What the report of a month has, and what it lacks. */
interface NmvtisMonth {
  /** Obtained or disposed of in the month, in the order in which they came. */
  vehicles: DismantledVehicle[];
  obtained: number;
  disposed: number;
  /** Those of them that lack something, and scrapped ones that are in no month for want of a disposition date. */
  incomplete: { vehicle: DismantledVehicle; missing: NmvtisFact[] }[];
}

/**
 * The vehicles of a month such as `2026-11`. One that has left without a date counts in the month in which that was first stored, by
 * the business's time zone.
 */
export async function findNmvtisMonth(month: string): Promise<NmvtisMonth> {
  const { from, before } = monthBounds(month);
  const [starts, ends] = [from, before].map((day) => startOfDay(business.timeZone, day).toISOString());
  const isIn = (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= ${from} and ${sql.ref(column)} < ${before})`;
  const isUndated = sql<boolean>`("dispositionDate" is null and ("status" = 'Scrapped' or "disposition" is not null or "disposedTo" is not null))`;
  const rows = await selectRecords("dismantledVehicles")
    .selectAll()
    .where(
      sql<boolean>`(${isIn("dateAcquired")} or ${isIn("dispositionDate")} or (${isUndated} and "leftAt" >= ${starts} and "leftAt" < ${ends}))`,
    )
    .orderBy("dateAcquired")
    .orderBy("id")
    .execute();
  const known = rows.map((row) => toRecord(DISMANTLED_RECORDS, row as Row<"dismantledVehicles">));
  const inMonth = (day: string | undefined) => day !== undefined && day >= from && day < before;
  const obtained = known.filter(({ dateAcquired }) => inMonth(dateAcquired));
  const disposed = known.filter(({ dispositionDate }) => inMonth(dispositionDate));
  return {
    vehicles: known.filter((vehicle) => obtained.includes(vehicle) || disposed.includes(vehicle)),
    obtained: obtained.length,
    disposed: disposed.length,
    incomplete: known
      .map((vehicle) => ({ vehicle, missing: missingFacts(vehicle) }))
      .filter(({ missing }) => missing.length > 0),
  };
}

type Entity = Pick<BusinessFile, "name" | "address" | "phone" | "email" | "nmvtis">;
type Column = readonly [
  heading: string,
  value: (vehicle: DismantledVehicle, entity: Entity) => string | number | undefined,
];

const COLUMNS: readonly Column[] = [
  ["Reporting Entity Name", (_, { name }) => name],
  ["Reporting Entity ID", (_, { nmvtis }) => nmvtis?.reportingEntityId],
  ["Reporting Entity Address", (_, entity) => postalAddress(entity)],
  ["Reporting Entity Phone", (_, { phone }) => phone],
  ["Reporting Entity Email", (_, { email }) => email],
  ["VIN", ({ vin }) => vin],
  ["Stock Number", ({ stockNumber }) => stockNumber],
  ["Year", ({ year }) => year],
  ["Make", ({ make }) => make],
  ["Model", ({ model }) => model],
  ["Date Obtained", ({ dateAcquired }) => toDay(dateAcquired)],
  ["Obtained From", ({ obtainedFrom }) => obtainedFrom],
  ["Disposition", ({ disposition }) => disposition && DISPOSITION_LABELS[disposition]],
  ["Disposition Date", ({ dispositionDate }) => toDay(dispositionDate)],
  ["Disposed To", ({ disposedTo }) => disposedTo],
  ["Intended For Export", ({ intendedForExport }) => toYesOrNo(intendedForExport)],
];

/** The report as CSV: one row a vehicle. */
export function toNmvtisCsv(vehicles: readonly DismantledVehicle[], entity: Entity): string {
  const rows = vehicles.map((vehicle) => COLUMNS.map(([, value]) => value(vehicle, entity)));
  return [COLUMNS.map(([heading]) => heading), ...rows].map(csvLine).join("");
}

function toDay(isoDateTime: string | undefined): string | undefined {
  return isoDateTime?.slice(0, 10);
}

function toYesOrNo(answer: boolean | undefined): string | undefined {
  return answer === undefined ? undefined : answer ? "Yes" : "No";
}
