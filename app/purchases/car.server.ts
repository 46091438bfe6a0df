import type { Field } from "~/collections/field";
import { formatFieldValue } from "~/collections/form";
import { findHolderOf, updateRecord } from "~/collections/records.server";
import { findStoredRow, type StoredCollection, toRecord } from "~/collections/store.server";
import { transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";

type Purchase = Row<"purchases">;

/*
 * The car that a purchase became repeats what the purchase said: labels, parts and the NMVTIS report go by the car. So it follows a
 * correction of the purchase, unless someone has changed the car since; then the purchase's page shows what differs.
 */

/** What a purchase tells of its car: its own field, and the car's. A car to sell whole has no Obtained From. */
const TOLD = [
  ["stockNumber", "stockNumber"],
  ["vin", "vin"],
  ["year", "year"],
  ["make", "make"],
  ["model", "model"],
  ["trim", "trim"],
  ["odometer", "mileage"],
  ["boughtOn", "dateAcquired"],
  ["sellerName", "obtainedFrom"],
] as const satisfies [keyof Purchase, string][];
type Told = (typeof TOLD)[number];

/** Where a car says something else than its purchase, as staff read both. */
export interface CarDifference {
  label: string;
  purchase: string;
  car: string;
}

/** Makes the car follow a change of its purchase, if it still says what the purchase said before. */
export async function correctCar(purchase: Purchase, { before }: { before: Purchase }): Promise<void> {
  const car = await findCar(purchase);
  if (!car) return;
  const outcome = await changeCar(car, purchase, ([own, its]) => {
    return purchase[own] !== before[own] && car.row[its] === before[own];
  });
  // Rolls back the purchase's change too.
  if (outcome !== "saved")
    throw new Error(`The car of purchase ${purchase.id} could not follow it: ${outcome}`);
}

/** Whether a corrected stock number is another car's, where this purchase's car would follow. */
export async function isTakenByOther(purchase: Purchase, stockNumber: string): Promise<boolean> {
  const car = await findCar(purchase);
  if (!car || car.row.stockNumber !== purchase.stockNumber) return false;
  const holder = await findHolderOf(car.store, stockNumber);
  return holder !== undefined && holder.id !== purchase.vehicleId;
}

/** Where the car says something else than its purchase does. */
export async function findCarDifferences(purchase: Purchase): Promise<CarDifference[]> {
  const car = await findCar(purchase);
  if (!car) return [];
  const record = toRecord(car.store, car.row as never) as object as Record<string, unknown>;
  return car.told.filter(isOther(purchase, car.row)).map(([own, its]) => {
    const { label = its, ...field }: Partial<Field> = car.store.fields[its] ?? {};
    return {
      label,
      purchase: formatFieldValue(field, purchase[own]),
      car: formatFieldValue(field, record[its]),
    };
  });
}

/** Makes the car say what its purchase does. `taken`: another car has its stock number. */
export function takeOverPurchase(purchase: Purchase): Promise<"saved" | "taken" | "no-car"> {
  return transaction(async () => {
    const car = await findCar(purchase);
    if (!car) return "no-car";
    const outcome = await changeCar(car, purchase, isOther(purchase, car.row));
    if (outcome === "saved" || outcome === "taken") return outcome;
    throw new Error(`The car of purchase ${purchase.id} could not be changed: ${outcome}`);
  });
}

interface Car {
  store: StoredCollection;
  row: Record<string, unknown> & { id: string };
  told: readonly Told[];
}

async function findCar({ what, vehicleKind, vehicleId }: Purchase): Promise<Car | undefined> {
  if (what !== "car" || vehicleId === null) return undefined;
  const store = (vehicleKind === "retail" ? RETAIL_RECORDS : DISMANTLED_RECORDS) as StoredCollection;
  const row = await findStoredRow(store, vehicleId);
  return row && { store, row: { ...row }, told: TOLD.filter(([, its]) => its in store.fields) };
}

/** Whether the car says something else than what the purchase knows. */
function isOther(purchase: Purchase, row: Car["row"]) {
  return ([own, its]: Told) => purchase[own] !== null && purchase[own] !== row[its];
}

async function changeCar({ store, row, told }: Car, purchase: Purchase, isChanged: (told: Told) => boolean) {
  const changed = told
    .filter(isChanged)
    // A car can't lack it, though its purchase can.
    .filter(([own]) => own !== "stockNumber" || purchase[own] !== null)
    .map(([own, its]) => [its, purchase[own] ?? undefined]);
  if (changed.length === 0) return "saved";
  const fields = { ...toRecord(store, row as never), ...Object.fromEntries(changed) };
  return (await updateRecord(store, row.id, fields)).outcome;
}
