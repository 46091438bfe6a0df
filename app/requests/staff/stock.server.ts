import { business } from "~/business/business.server";
import { findModel } from "~/interchange/generation.server";
import type { OfferGrade } from "~/interchange/offers";
import { HOLD_HOURS, PART_STATUS_TONES, partTitle } from "~/parts/part";
import { findPartsForRequest, type StockedPart } from "~/parts/stock-for-request.server";
import { isOver } from "~/requests/held-part.server";
import type { PartRequest } from "~/requests/part-requests";
import { formatDateTime, formatMileage } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { formatYears } from "~/values/years";
import { findDonors, type WantedVehicle } from "~/vehicles/donors.server";

/** What there is in the yard and on the shelf for a part request. */
export async function findStock(request: PartRequest & { deletedAt?: string | undefined }) {
  const { partId, vehicleInfo, partDetails } = request;
  const [donors, parts] = await Promise.all([
    findDonors(vehicleInfo),
    findPartsForRequest({ partId, component: partDetails.component, vehicle: vehicleInfo }),
  ]);
  const shelf = { holdHours: HOLD_HOURS, parts: parts.map((part) => toShelfPart(part, request)) };
  return {
    donors: donors.map((donor) => ({ ...donor, generation: generationOf(donor, vehicleInfo) })),
    shelf,
  };
}

/** For a donor of another year, whether it is of the generation that the request is for; undefined if unknown. */
function generationOf(
  donor: { year: number; make: string; model: string },
  { year, make, model }: WantedVehicle,
): string | undefined {
  const asked = Number(year);
  if (!make || !model || !Number.isInteger(asked) || asked === donor.year) return undefined;
  const own = findModel(make, model, asked)?.generation;
  const other = findModel(donor.make, donor.model, donor.year)?.generation;
  if (!own || !other) return undefined;
  const years = formatYears(other.from, other.to);
  return own.slug === other.slug
    ? `Same generation (${years}).`
    : `Another generation (${years}): check first.`;
}

export type Stock = Awaited<ReturnType<typeof findStock>>;
/** The parts on the shelf as the page of a request shows them. */
export type Shelf = Stock["shelf"];

function toShelfPart(
  { part, grade: fit, note }: StockedPart,
  request: Pick<PartRequest, "_id" | "status" | "spamAt"> & { deletedAt?: string },
) {
  const { _id, stockNumber, status, price, grade, mileage, location, warranty, heldFor, heldUntil } = part;
  const isHeld = status === "On hold";
  const isHeldForIt = isHeld && part.heldRequestId === request._id;
  const until = heldUntil && formatDateTime(heldUntil, business.timeZone);
  return {
    ...{ id: _id, stockNumber, status, isHeldForIt, tone: PART_STATUS_TONES[status] },
    name: partTitle(part),
    facts: [
      price ? formatExactPrice(price) : "No price",
      grade && `Grade ${grade}`,
      mileage === undefined ? undefined : formatMileage(mileage),
      warranty,
      location,
    ].filter((fact) => fact !== undefined),
    fit: { grade: fit, text: FIT_TEXTS[fit], note },
    hold: isHeld ? `Held${heldFor ? ` for ${heldFor}` : ""}${until ? ` until ${until}` : ""}` : undefined,
    canAnswer: Boolean(price) && (!isHeld || isHeldForIt) && !isOver(request),
  };
}

/** How sure it is that a part fits, as the counter reads it. */
const FIT_TEXTS: Record<OfferGrade, string> = {
  "exact year": "Same car and year",
  "confirmed here": "Confirmed here",
  "same generation": "Same generation",
  "same engine": "Same engine",
  "same transmission": "Same transmission",
  "ask us": "Not known to fit: check first",
};
