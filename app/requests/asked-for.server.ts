import { db } from "~/db/connection.server";
import { findGenerationYears } from "~/interchange/find.server";
import { findModel } from "~/interchange/generation.server";
import { findEntryByName } from "~/parts/catalog";
import { toCar } from "~/vehicles/car-names.server";
import { PART_REQUESTS } from "./part-requests";

/** The most open requests that are looked at, the newest first. */
const MAX_REQUESTS = 2000;

interface Donor {
  year: number;
  make: string;
  model: string;
}

/**
 * How many open requests ask for each part of a car: those for the same model, of its year or of a year of the same generation.
 * @returns counts by the id of the catalog's entry, the most wanted first
 */
export async function countAskedFor(donor: Donor): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("partRequests")
    .select(["partComponent", "vehicleYear", "vehicleMake", "vehicleModel"])
    .where("deletedAt", "is", null)
    .where("spamAt", "is", null)
    .where("status", "not in", PART_REQUESTS.finished)
    .orderBy("createdAt", "desc")
    .limit(MAX_REQUESTS)
    .execute();
  const counts = new Map<string, number>();
  for (const { partComponent, vehicleYear, vehicleMake, vehicleModel } of rows) {
    const entry = findEntryByName(partComponent);
    const asked = { year: Number(vehicleYear), make: vehicleMake ?? "", model: vehicleModel ?? "" };
    if (!entry || !Number.isInteger(asked.year) || !isSameModel(asked, donor)) continue;
    const years = asked.year === donor.year ? undefined : findGenerationYears(asked, entry);
    const isWanted =
      asked.year === donor.year || (years && years.from <= donor.year && donor.year <= years.to);
    if (isWanted) counts.set(entry.id, (counts.get(entry.id) ?? 0) + 1);
  }
  return new Map([...counts].sort(([, one], [, other]) => other - one));
}

function isSameModel(asked: Donor, donor: Donor): boolean {
  const [one, other] = [asked, donor].map(({ make, model, year }) => {
    const known = findModel(make, model, year) ?? { make, model };
    const { makeKey, modelKey } = toCar(known.make, known.model);
    return modelKey && `${makeKey}:${modelKey}`;
  });
  return one !== "" && one === other;
}
