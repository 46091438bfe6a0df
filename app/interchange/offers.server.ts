import { sql } from "kysely";
import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import { newId } from "~/values/id.server";
import type { NamedCar } from "./fitments.server";
import type { OfferGrade } from "./offers";

/** A part that was offered for a request: how sure it was that it fits. */
export interface Offer {
  requestId: string;
  partId: string;
  entryId: string;
  grade: OfferGrade;
  from: NamedCar;
  car: NamedCar;
}

/** Notes that a part was offered; once for each request. */
export async function noteOffer({ requestId, partId, entryId, grade, from, car }: Offer): Promise<void> {
  await db
    .insertInto("fitOffers")
    .values({
      ...{ id: newId(now()), requestId, partId, entryId, grade, ...car, offeredAt: now().toISOString() },
      ...{ fromYear: from.year, fromMake: from.make, fromModel: from.model, returnedAt: null },
    })
    .onConflict((conflict) => conflict.columns(["requestId", "partId"]).doNothing())
    .execute();
}

/**
 * Notes that a sold part came back because it does not fit: for whoever takes a return.
 * @returns the offer that it was sold by; undefined for a part that nobody offered for a request
 */
export async function noteReturn(partId: string): Promise<Offer | undefined> {
  const row = await db
    .selectFrom("fitOffers")
    .selectAll()
    .where("partId", "=", partId)
    .where("returnedAt", "is", null)
    .orderBy("offeredAt", "desc")
    .executeTakeFirst();
  if (!row) return undefined;
  await db
    .updateTable("fitOffers")
    .set({ returnedAt: now().toISOString() })
    .where("id", "=", row.id)
    .execute();
  const { requestId, entryId, year, make, model } = row;
  return {
    ...{ requestId, partId, entryId, grade: row.grade as OfferGrade, car: { year, make, model } },
    from: { year: row.fromYear, make: row.fromMake, model: row.fromModel },
  };
}

/** How parts of one grade have done, of one entry of the catalog. */
export interface GradeCount {
  entryId: string;
  grade: OfferGrade;
  offered: number;
  sold: number;
  returned: number;
}

/** How each grade has done by entry, the most offered first. */
export async function countOffers(): Promise<GradeCount[]> {
  const rows = await db
    .selectFrom("fitOffers")
    .leftJoin("parts", (join) =>
      join.onRef("parts.id", "=", "fitOffers.partId").on("parts.status", "=", "Sold"),
    )
    .select(({ fn }) => [
      "fitOffers.entryId",
      "grade",
      fn.countAll<number>().as("offered"),
      // One that came back is on the shelf again.
      sql<number>`sum(case when ${sql.ref("parts.id")} is null and ${sql.ref("returnedAt")} is null then 0 else 1 end)`.as(
        "sold",
      ),
      fn.count<number>("returnedAt").as("returned"),
    ])
    .groupBy(["fitOffers.entryId", "grade"])
    .execute();
  return rows
    .map(({ entryId, grade, offered, sold, returned }) => ({
      ...{ entryId, grade: grade as OfferGrade },
      ...{ offered: Number(offered), sold: Number(sold), returned: Number(returned) },
    }))
    .sort((one, other) => other.offered - one.offered);
}
