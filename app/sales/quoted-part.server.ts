import { entryName, findEntryByName } from "~/parts/catalog";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequest } from "~/requests/record.server";
import { isValidId } from "~/values/id";

/** A part that was quoted for a request, for a sale of one without a stock number. */
export interface QuotedPart {
  /** `2013 Kia Soul Starter Motor` */
  description: string;
  /** In dollars. */
  price: number;
  warranty: string | null;
  /** Its catalog entry and the car that it is for, if the request names them. */
  entryId: string | null;
  year: number | null;
  make: string | null;
  model: string | null;
}

/** What was quoted for a part request; undefined if nothing was. */
export async function findQuotedPart(partRequestId: string | undefined): Promise<QuotedPart | undefined> {
  const request = isValidId(partRequestId) ? await findRequest(PART_REQUESTS, partRequestId) : undefined;
  if (!request?.quote) return undefined;
  const { partDetails, vehicleInfo, quote } = request;
  const { component, otherComponent } = partDetails;
  const entryId = findEntryByName(component)?.id ?? null;
  const year = Number(vehicleInfo?.year) || null;
  const car = { year, make: vehicleInfo?.make || null, model: vehicleInfo?.model || null };
  const name = [car.year, car.make, car.model, entryId ? entryName(entryId) : component];
  return {
    description: [name.filter(Boolean).join(" "), otherComponent].filter(Boolean).join(", "),
    price: quote.price,
    warranty: quote.warranty ?? null,
    ...{ entryId, ...car },
  };
}
