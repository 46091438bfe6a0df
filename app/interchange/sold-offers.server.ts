import { type RawBuilder, sql } from "kysely";
import { db } from "~/db/connection.server";

/**
 * The offers with whether their part was sold by them. A part that was offered for two requests counts for the one whose sale it is on;
 * one that is on a sale of no request, or was sold without one, for the newest offer that it has not come back from.
 */
export function selectSoldOffers() {
  return db
    .selectFrom("fitOffers")
    .leftJoin("parts", (join) =>
      join.onRef("parts.id", "=", "fitOffers.partId").on("parts.status", "=", "Sold"),
    )
    .leftJoin("sales", "sales.id", "parts.saleId");
}

/** How many of a group of `selectSoldOffers` were sold and are not back; `orReturned` counts those that did not fit too. */
export function countSold({ orReturned }: { orReturned: boolean }): RawBuilder<number> {
  const [part, request, own, id, partId, returned] = [
    "parts.id",
    "sales.partRequestId",
    "fitOffers.requestId",
    "fitOffers.id",
    "fitOffers.partId",
    "fitOffers.returnedAt",
  ].map((name) => sql.ref(name));
  const newest = db
    .selectFrom("fitOffers as offer")
    .select("offer.id")
    .where(sql<boolean>`${sql.ref("offer.partId")} = ${partId}`)
    .where("offer.returnedAt", "is", null)
    .orderBy("offer.offeredAt", "desc")
    .orderBy("offer.id", "desc")
    .limit(1);
  const isSold = sql`${part} is not null and (${request} = ${own} or (${request} is null and ${id} = (${newest})))`;
  const counts = orReturned ? sql`(${isSold}) or ${returned} is not null` : isSold;
  return sql<number>`sum(case when ${counts} then 1 else 0 end)`;
}
