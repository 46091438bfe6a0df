import type { Row } from "~/db/schema";
import { isSameCar, type NamedCar, sayFitment } from "~/interchange/fitments.server";
import { listOffers, noteOffer, noteReturn } from "~/interchange/offers.server";
import { gradeFit } from "~/parts/neighbors.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";

type SaleLine = Pick<
  Row<"saleLines">,
  "saleId" | "partId" | "entryId" | "stockNumber" | "year" | "make" | "model"
>;

/** The cars that sold parts were for, by part, where known: the car of their request, or of the last one each was offered for. */
export async function findCarsOfSale(
  partIds: readonly string[],
  partRequestId: string | null,
): Promise<Map<string, NamedCar>> {
  const request = partRequestId === null ? undefined : await findRequestRow(PART_REQUESTS, partRequestId);
  const { vehicleMake: make, vehicleModel: model } = request ?? {};
  const year = Number(request?.vehicleYear);
  if (make && model && Number.isInteger(year) && year > 0)
    return new Map(partIds.map((partId) => [partId, { year, make, model }]));
  const offers = await listOffers(partIds);
  return new Map(offers.reverse().map(({ partId, car }) => [partId, car]));
}

/**
 * Records that a part came back because it doesn't fit: it counts against the grade that it was sold by, and is our own fitment for that
 * car from then on. Not for a part from the same year and model: that car needs another option or side.
 * @param car what it was tried on; undefined if unknown
 */
export async function noteMisfit(
  { saleId, partId, entryId, stockNumber, year, make, model }: SaleLine,
  { partRequestId, car }: { partRequestId: string | null; car: NamedCar | undefined },
): Promise<void> {
  if (partId === null) return;
  const requestId = partRequestId ?? undefined;
  const offer = await noteReturn(partId, { requestId, car });
  if (!car || entryId === null || year === null || !make || !model) return;
  const from = { year, make, model };
  if (!offer) {
    const { grade } = await gradeFit({ entryId, ...from }, car);
    await noteOffer({ requestId: requestId ?? saleId, partId, entryId, grade, from, car });
    await noteReturn(partId, { requestId: requestId ?? saleId });
  }
  if (isSameCar(from, car)) return;
  await sayFitment(
    { entryId, verdict: "does-not-fit", from, car },
    { stockNumber: stockNumber ?? undefined },
  );
}
