import { sql } from "kysely";
import { findStoredRow, selectRecords, toRecord } from "~/collections/store.server";
import { anyOf } from "~/db/conditions.server";
import type { Row } from "~/db/schema";
import { listDismantledCars, toCar } from "./car-names.server";
import { DISMANTLED_RECORDS } from "./dismantled.server";
import type { DismantledVehicle } from "./dismantled-vehicles";

/** How many model years apart a vehicle may be to share most of its parts. */
const MAX_YEARS_APART = 3;
const MAX_DONORS = 6;

/** The vehicle that a part is for, as the customer described it. */
export interface WantedVehicle {
  year?: string | number | undefined;
  make?: string | undefined;
  model?: string | undefined;
}

/** One donor; undefined if it has been scrapped or removed. */
export async function findDonor(id: string): Promise<DismantledVehicle | undefined> {
  const row = await findStoredRow(DISMANTLED_RECORDS, id);
  return row && row.status !== "Scrapped"
    ? toRecord(DISMANTLED_RECORDS, row as Row<"dismantledVehicles">)
    : undefined;
}

/**
 * The dismantled vehicles that could give a part: same make and model however they are written, and a model year of at most three years
 * before or after if the customer gave one. Those that are not scrapped come first, then the nearest years.
 */
export async function findDonors({
  year,
  make = "",
  model = "",
}: WantedVehicle): Promise<DismantledVehicle[]> {
  if (!make.trim() || !model.trim()) return [];
  const wantedYear = /^\d{4}$/.test(String(year)) ? Number(year) : undefined;
  const wanted = toCar(make, model);
  const names = (await listDismantledCars(undefined)).filter((one) => {
    const car = toCar(one.make, one.model);
    return car.makeKey === wanted.makeKey && car.modelKey === wanted.modelKey;
  });
  if (names.length === 0) return [];
  const yearsApart = sql<number>`abs(${sql.ref("year")} - ${wantedYear ?? 0})`;
  let donors = selectRecords("dismantledVehicles")
    .selectAll()
    .where(anyOf(names.map((one) => sql<boolean>`(make = ${one.make} and model = ${one.model})`)))
    .orderBy(sql`status = 'Scrapped'`)
    .limit(MAX_DONORS);
  if (wantedYear !== undefined)
    donors = donors.where(sql<boolean>`${yearsApart} <= ${MAX_YEARS_APART}`).orderBy(yearsApart);
  const rows = await donors.orderBy("dateAcquired", "desc").orderBy("id").execute();
  return rows.map((row) => toRecord(DISMANTLED_RECORDS, row as Row<"dismantledVehicles">));
}
