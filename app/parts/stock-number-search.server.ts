import { sql } from "kysely";
import { uniqueKey } from "~/collections/collection";
import { isPublic } from "~/collections/lists.server";
import { selectRecords } from "~/collections/store.server";
import { DISMANTLED_RECORDS, findPublicDismantledVehicle } from "~/vehicles/dismantled.server";
import type { PublicDismantledVehicle } from "~/vehicles/dismantled-vehicles";
import { donorPath } from "~/vehicles/inventory";
import { typedStockNumber } from "./finder.server";
import { partPath } from "./part";
import { findPartPage } from "./public-part.server";

/** The page of the sold part, or of the car in the yard, whose stock number is all that was typed. */
export async function findNumberedPage(q: string, now: Date): Promise<string | undefined> {
  const number = typedStockNumber(q);
  if (number === undefined) return undefined;
  const part = await selectRecords("parts")
    .select(["id", "status"])
    .where("stockNumberKey", "=", number)
    .executeTakeFirst();
  if (part) {
    const page = part.status === "Sold" ? await findPartPage(part.id, now) : undefined;
    return page && page !== "gone" ? partPath(page) : undefined;
  }
  const car = await findNumberedCar([number]);
  return car && donorPath(car);
}

/** The car in the yard whose stock number is one of these words. */
export async function findNumberedCar(
  words: readonly string[],
): Promise<PublicDismantledVehicle | undefined> {
  const numbers = words.filter((word) => /\d/.test(word)).map(uniqueKey);
  if (numbers.length === 0) return undefined;
  const found = await selectRecords("dismantledVehicles")
    .select("id")
    .where(isPublic(DISMANTLED_RECORDS))
    .where(sql<boolean>`${sql.ref("stockNumberKey")} in (${sql.join(numbers)})`)
    .executeTakeFirst();
  return found && findPublicDismantledVehicle(found.id);
}
