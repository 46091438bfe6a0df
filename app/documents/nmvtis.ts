import { dateFormat } from "~/values/date-format";
import { keysOf } from "~/values/query-params";
import type { IsoDay } from "~/values/typed-date";
import { hasLeft } from "~/vehicles/dismantled";
import type { DismantledVehicle } from "~/vehicles/dismantled-vehicles";

/*
 * The monthly report of junk and salvage vehicles to the National Motor Vehicle Title Information System (28 CFR 25.56): which
 * month, and what a vehicle still lacks for it.
 */

export const NMVTIS_PAGE = "/admin/nmvtis";
export const NMVTIS_CSV = "/admin/nmvtis/report.csv";

/** How many months back the page offers. */
const MONTHS_OFFERED = 24;

/** The facts that the report asks for, by field. */
export const FACT_LABELS = {
  obtainedFrom: "obtained from",
  disposition: "disposition",
  dispositionDate: "disposition date",
  disposedTo: "disposed to",
  intendedForExport: "intended for export",
} as const;
export type NmvtisFact = keyof typeof FACT_LABELS;

type Reported = Pick<DismantledVehicle, NmvtisFact | "status">;

/**
 * What a vehicle lacks for the report. Who it came from is always required; the rest once it has left or is scrapped. For a crushed vehicle
 * nobody has to be named as its recipient.
 */
export function missingFacts(vehicle: Reported): NmvtisFact[] {
  const asked = hasLeft(vehicle) ? keysOf(FACT_LABELS) : (["obtainedFrom"] as const);
  return asked.filter(
    (fact) => vehicle[fact] === undefined && !(fact === "disposedTo" && vehicle.disposition === "Crushed"),
  );
}

/** The last months as `2026-11`, the month of `today` first. */
export function listMonths(today: IsoDay): string[] {
  const [year = 0, month = 0] = today.split("-").map(Number);
  return Array.from({ length: MONTHS_OFFERED }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
  );
}

/** The month to report: the one in the URL, otherwise the last whole one, since a month is reported after its end. */
export function readMonth(text: string | null, today: IsoDay): string {
  if (text !== null && /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text)) return text;
  return listMonths(today)[1] ?? today.slice(0, 7);
}

/** The first day of a month such as `2026-11`, and of the one after it. */
export function monthBounds(month: string): { from: IsoDay; before: IsoDay } {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return {
    from: `${month}-01`,
    before: new Date(Date.UTC(year, number)).toISOString().slice(0, 10),
  };
}

/** `November 2026`. */
export function monthName(month: string): string {
  return dateFormat({ timeZone: "UTC", year: "numeric", month: "long" }).format(
    new Date(`${month}-01T00:00:00.000Z`),
  );
}
