import { selectRecords } from "~/collections/store.server";
import { findFitsOfPart } from "~/interchange/fits-of-part.server";
import type { Match } from "~/interchange/match";
import type { PublicPart } from "./parts";

/** The cars that a part of the shelf is likely to fit, as visitors and staff read it; its donor says which engine it had. */
export async function findFitsOfShelfPart({
  entryId,
  year,
  make,
  model,
  trim,
  donorId,
}: Pick<PublicPart, "entryId" | "year" | "make" | "model" | "trim" | "donorId">): Promise<Match[]> {
  const donor = donorId
    ? await selectRecords("dismantledVehicles")
        .select("engineType")
        .where("id", "=", donorId)
        .executeTakeFirst()
    : undefined;
  return findFitsOfPart({ entryId, year, make, model, trim, engine: donor?.engineType ?? undefined });
}
