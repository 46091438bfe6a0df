import { findRecord } from "~/collections/records.server";
import { sayFitment } from "~/interchange/fitments.server";
import type { Verdict } from "~/interchange/verdicts";
import { PART_RECORDS } from "~/parts/part.server";
import { formatReference } from "~/values/id";
import { PART_REQUESTS } from "./part-requests";
import { findRequestRow } from "./record.server";

/** Stores what staff say about how a part fits the car of a request. */
export async function sayFitForRequest(
  id: string,
  { partId, verdict }: { partId: string; verdict: Verdict },
): Promise<"said" | "no-car" | "no-part" | "not-found"> {
  const row = await findRequestRow(PART_REQUESTS, id);
  if (!row || row.deletedAt !== null) return "not-found";
  const part = (await findRecord(PART_RECORDS, partId))?.item;
  if (!part) return "no-part";
  const { vehicleMake: make, vehicleModel: model } = row;
  const year = Number(row.vehicleYear);
  if (!make || !model || !Number.isInteger(year) || year <= 0) return "no-car";
  const { entryId, stockNumber } = part;
  await sayFitment(
    {
      ...{ entryId, verdict, car: { year, make, model } },
      from: { year: part.year, make: part.make, model: part.model },
    },
    { stockNumber, request: formatReference(PART_REQUESTS.prefix, id) },
  );
  return "said";
}
