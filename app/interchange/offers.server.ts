import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import { newId } from "~/values/id.server";
import { isSameCar, type NamedCar } from "./fitments.server";
import type { OfferGrade } from "./offers";
import { countSold, selectSoldOffers } from "./sold-offers.server";

/** A part that was offered for a car: how sure it was that it fits. */
export interface Offer {
  /** The request; of a part that was sold for a car without one, its sale. */
  requestId: string;
  partId: string;
  entryId: string;
  grade: OfferGrade;
  from: NamedCar;
  car: NamedCar;
}

/** Notes that a part was offered; once for each request. */
export async function noteOffer({ requestId, partId, entryId, grade, from, car }: Offer): Promise<void> {
  await db
    .insertInto("fitOffers")
    .values({
      ...{ id: newId(now()), requestId, partId, entryId, grade, ...car, offeredAt: now().toISOString() },
      ...{ fromYear: from.year, fromMake: from.make, fromModel: from.model, returnedAt: null },
    })
    .onConflict((conflict) => conflict.columns(["requestId", "partId"]).doNothing())
    .execute();
}

/** The cars that parts were offered for and did not come back from, the newest offer first. */
export async function listOffers(partIds: readonly string[]): Promise<(Offer & { id: string })[]> {
  if (partIds.length === 0) return [];
  const rows = await db
    .selectFrom("fitOffers")
    .selectAll()
    .where("partId", "in", partIds)
    .where("returnedAt", "is", null)
    .orderBy("offeredAt", "desc")
    .orderBy("id", "desc")
    .execute();
  return rows.map(({ id, requestId, partId, entryId, grade, year, make, model, ...row }) => ({
    ...{ id, requestId, partId, entryId, grade: grade as OfferGrade, car: { year, make, model } },
    from: { year: row.fromYear, make: row.fromMake, model: row.fromModel },
  }));
}

/**
 * Records that a sold part came back because it doesn't fit, for a return.
 * @param sold.requestId the request that it was sold for
 * @param sold.car the car that it was tried on
 * @returns the offer that it was sold by, of whose request and car nobody knows the newest; undefined for a part that nobody offered for
 * that request or car
 */
export async function noteReturn(
  partId: string,
  { requestId, car }: { requestId?: string | undefined; car?: NamedCar | undefined } = {},
): Promise<Offer | undefined> {
  const offers = await listOffers([partId]);
  const offer =
    requestId === undefined && car === undefined
      ? offers[0]
      : (offers.find((one) => one.requestId === requestId) ??
        offers.find((one) => car !== undefined && isSameCar(one.car, car)));
  if (!offer) return undefined;
  await db
    .updateTable("fitOffers")
    .set({ returnedAt: now().toISOString() })
    .where("id", "=", offer.id)
    .execute();
  return offer;
}

/** How parts of one grade have done, of one entry of the catalog. */
export interface GradeCount {
  entryId: string;
  grade: OfferGrade;
  offered: number;
  sold: number;
  returned: number;
}

/** How each grade has done by entry, the most offered first. */
export async function countOffers(): Promise<GradeCount[]> {
  const rows = await selectSoldOffers()
    .select(({ fn }) => [
      "fitOffers.entryId",
      "grade",
      fn.countAll<number>().as("offered"),
      // One that came back is on the shelf again.
      countSold({ orReturned: true }).as("sold"),
      fn.count<number>("returnedAt").as("returned"),
    ])
    .groupBy(["fitOffers.entryId", "grade"])
    .execute();
  return rows
    .map(({ entryId, grade, offered, sold, returned }) => ({
      ...{ entryId, grade: grade as OfferGrade },
      ...{ offered: Number(offered), sold: Number(sold), returned: Number(returned) },
    }))
    .sort((one, other) => other.offered - one.offered);
}
