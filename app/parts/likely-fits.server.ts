import { selectRecords } from "~/collections/store.server";
import { type FitsOfPart, findFitsOfParts, withEachCarOnce } from "~/interchange/fits-of-part.server";
import type { PublicPart } from "./parts";

/** What a part of the shelf fits, as visitors and staff read it; its donor says which engine it had. */
export async function findFitsOfShelfPart({
  entryId,
  year,
  make,
  model,
  trim,
  fits,
  donorId,
}: Pick<
  PublicPart,
  "entryId" | "year" | "make" | "model" | "trim" | "fits" | "donorId"
>): Promise<FitsOfPart> {
  const donor = donorId
    ? await selectRecords("dismantledVehicles")
        .select("engineType")
        .where("id", "=", donorId)
        .executeTakeFirst()
    : undefined;
  const engine = donor?.engineType ?? undefined;
  const [found] = await findFitsOfParts([{ entryId, year, make, model, trim, fits, engine }]);
  return found ? withEachCarOnce(found) : { fits: [], matches: [] };
}
