import { sql } from "kysely";
import { selectRecords } from "~/collections/store.server";
import { fitKeys } from "~/parts/fits";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import type { AskedCar } from "./find.server";
import type { Match } from "./match";

/** The most parts that are looked at. */
const MAX_PARTS = 50;

/** The cars that parts on the shelf are from, which staff say fit a car. Staff write its make and model, or the model alone. */
export async function findConfirmed({ make, model, year }: AskedCar, entryId: string): Promise<Match[]> {
  const keys = [`${make} ${model}`, model].map((vehicle) =>
    fitKeys([{ vehicle, yearFrom: year, yearTo: year }]),
  );
  const rows = await selectRecords("parts")
    .select(["make", "model", "year", "stockNumber"])
    .where("entryId", "=", entryId)
    .where("status", "in", PUBLIC_PART_STATUSES)
    .where((where) => where.or(keys.map((key) => sql<boolean>`${sql.ref("fitKeys")} like ${`%${key}%`}`)))
    .orderBy("stockNumber")
    .limit(MAX_PARTS)
    .execute();
  return rows.flatMap(({ make, model, year, stockNumber }) =>
    make && model && year
      ? [
          {
            ...{ make, model, yearFrom: year, yearTo: year, grade: "confirmed here" as const },
            reason: `Our staff say that stock # ${stockNumber} fits.`,
          },
        ]
      : [],
  );
}
