import { business } from "~/business/business.server";
import { HOLD_HOURS, PART_STATUS_TONES, partTitle } from "~/parts/part";
import type { StockedPart } from "~/parts/stock-for-request.server";
import { formatDateTime, formatMileage } from "~/values/format";
import { formatExactPrice } from "~/values/money";

/** The parts on the shelf as the page of a request shows them. */
export function toShelf(parts: readonly StockedPart[], requestId: string) {
  return { holdHours: HOLD_HOURS, parts: parts.map((part) => toShelfPart(part, requestId)) };
}

export type Shelf = ReturnType<typeof toShelf>;

function toShelfPart({ part, isExact }: StockedPart, requestId: string) {
  const { _id, stockNumber, status, price, grade, mileage, location, warranty, heldFor, heldUntil } = part;
  const isHeld = status === "On hold";
  const isHeldForIt = isHeld && part.heldRequestId === requestId;
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
      isExact ? undefined : "Listed as a fit",
    ].filter((fact) => fact !== undefined),
    hold: isHeld ? `Held${heldFor ? ` for ${heldFor}` : ""}${until ? ` until ${until}` : ""}` : undefined,
    canAnswer: Boolean(price) && (!isHeld || isHeldForIt),
  };
}
