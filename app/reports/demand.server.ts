import { business } from "~/business/business.server";
import { startOfDay } from "~/business/business-hours";
import { selectRecords } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { entryName, findEntryByName } from "~/parts/catalog";
import { PUBLIC_PART_STATUSES } from "~/parts/part";
import { compactText } from "~/values/normalize";
import { type Days, nextDay } from "./report";

/*
 * What people want, by kind of part and model: what was asked for, what was sold, and what is on the shelf. Model years count as one,
 * because a part mostly fits several.
 */

/** A kind of part of a model, with how often it was asked for, sold, and is here. */
export interface Demand {
  /** As a reader calls the part. */
  part: string;
  make: string;
  model: string;
  asked: number;
  /** Of those asked for, how many were closed because we had none. */
  lacked: number;
  sold: number;
  /** What those sold brought, in cents, before tax. */
  soldCents: number;
  onShelf: number;
}

/** What was asked for and sold on some days, and what is on the shelf now. */
export async function findDemand(days: Days): Promise<Demand[]> {
  const demand = new Map<string, Demand>();
  const of = (part: string, make: string, model: string): Demand => {
    const key = [part, make, model].map(compactText).join(":");
    const known = demand.get(key) ?? {
      ...{ part, make, model },
      ...{ asked: 0, lacked: 0, sold: 0, soldCents: 0, onShelf: 0 },
    };
    demand.set(key, known);
    return known;
  };
  const [asked, sold, onShelf] = await Promise.all([listAsked(days), sumSold(days), countShelf()]);
  for (const { partComponent, vehicleMake, vehicleModel, status, lostReason } of asked) {
    if (status === "fulfilled" || !vehicleMake || !vehicleModel) continue;
    const one = of(findEntryByName(partComponent)?.name ?? partComponent, vehicleMake, vehicleModel);
    one.asked += 1;
    if (lostReason === "not-in-stock") one.lacked += 1;
  }
  for (const { entryId, make, model, count, cents } of sold) {
    const one = of(entryName(entryId ?? "") ?? "", make ?? "", model ?? "");
    one.sold += count;
    one.soldCents += cents;
  }
  for (const { entryId, make, model, count } of onShelf)
    of(entryName(entryId) ?? entryId, make ?? "", model ?? "").onShelf += count;
  return [...demand.values()];
}

function listAsked({ from, to }: Days) {
  const [start, end] = [from, nextDay(to)].map((day) => startOfDay(business.timeZone, day).toISOString());
  return db
    .selectFrom("partRequests")
    .where("createdAt", ">=", start ?? "")
    .where("createdAt", "<", end ?? "")
    .where("deletedAt", "is", null)
    .where("spamAt", "is", null)
    .select(["partComponent", "vehicleMake", "vehicleModel", "status", "lostReason"])
    .execute();
}

function sumSold({ from, to }: Days) {
  return db
    .selectFrom("saleLines")
    .innerJoin("sales", "sales.id", "saleLines.saleId")
    .where("sales.status", "=", "completed")
    .where("sales.soldOn", ">=", from)
    .where("sales.soldOn", "<=", to)
    .where("saleLines.kind", "=", "part")
    .where("saleLines.entryId", "is not", null)
    .where("saleLines.make", "is not", null)
    .where("saleLines.model", "is not", null)
    .groupBy(["saleLines.entryId", "saleLines.make", "saleLines.model"])
    .select((eb) => [
      "saleLines.entryId",
      "saleLines.make",
      "saleLines.model",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>(eb("saleLines.amountCents", "-", eb.ref("saleLines.discountCents"))).as("cents"),
    ])
    .execute();
}

function countShelf() {
  return selectRecords("parts")
    .where("status", "in", PUBLIC_PART_STATUSES)
    .groupBy(["entryId", "make", "model"])
    .select((eb) => ["entryId", "make", "model", eb.fn.countAll<number>().as("count")])
    .execute();
}
