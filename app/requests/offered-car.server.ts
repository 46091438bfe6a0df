import { actAs, CUSTOMER } from "~/context.server";
import { db } from "~/db/connection.server";
import { storeOnce } from "~/http/idempotency.server";
import { createRequest } from "./history.server";
import { queueRequestMail } from "./mail.server";
import { OFFERED_CARS, type OfferedCar, type OfferedCarFields } from "./offered-cars";
import { claimRequestPhotos } from "./photos.server";
import { findRequestRow, numberNames } from "./record.server";
import { answeredAt, writeColumns } from "./work.server";

/**
 * Stores an offered car with its photos, and the mail about it, once, however often its form is sent.
 * @param options.said the form's idempotency key, with all that was typed: its VIN may not decode the next time
 * @param options.photos the ids of the photos that came with it
 * @returns the request's id
 */
export async function submitOfferedCar(
  fields: OfferedCarFields,
  {
    said,
    photos,
    now,
  }: { said: readonly [key: string, typed: unknown]; photos: readonly string[]; now: Date },
): Promise<string> {
  const { _id } = await actAs(CUSTOMER, now, () =>
    storeOnce("offered car", said, now, async () => ({
      _id: (await receiveOfferedCar(fields, photos))._id,
    })),
  );
  return _id;
}

/** Stores an offered car and the mail about it, and returns it in the API's shape. */
export async function receiveOfferedCar(
  fields: OfferedCarFields,
  photos: readonly string[] = [],
): Promise<OfferedCar> {
  const stored = await createOfferedCar(fields, photos);
  await queueRequestMail(OFFERED_CARS, stored);
  return stored;
}

/** Stores an offered car, and returns it in the API's shape. */
export async function createOfferedCar(
  fields: OfferedCarFields,
  photos: readonly string[] = [],
): Promise<OfferedCar> {
  const car = await createRequest(OFFERED_CARS, fields, { vehicleNumbers: numberNames(fields.vehicleInfo) });
  const photoCount = await claimRequestPhotos(photos, car._id);
  if (photoCount === 0) return car;
  await db.updateTable("offeredCars").set({ photoCount }).where("id", "=", car._id).execute();
  return { ...car, photoCount };
}

/** Why a car can't be bought from this offer; undefined if it can. */
export async function whyNotBought(id: string): Promise<string | undefined> {
  const row = await findRequestRow(OFFERED_CARS, id);
  if (!row || row.deletedAt !== null) return "We can't find that car offer. It may have been deleted.";
  return row.purchaseId === null
    ? undefined
    : "This car was already bought. Open its request to see the purchase.";
}

/** Closes an offered car as bought with this purchase. In the transaction that stores the purchase. */
export async function markBought(id: string, purchaseId: string): Promise<void> {
  const row = await findRequestRow(OFFERED_CARS, id);
  if (!row) throw new Error(`There is no offered car ${id}.`);
  const columns = { status: OFFERED_CARS.won, lostReason: null, purchaseId, ...answeredAt() };
  await writeColumns(OFFERED_CARS, row, columns);
}
