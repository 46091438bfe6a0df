import { type RawBuilder, sql } from "kysely";
import { db } from "~/db/connection.server";

/**
 * The offers with whether their part was sold by them. A part that was offered for two requests counts for the one whose sale it is on;
 * one that is on a sale of no request, or was sold without one, for whoever it was offered to.
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
  const [part, request, own, returned] = [
    "parts.id",
    "sales.partRequestId",
    "fitOffers.requestId",
    "returnedAt",
  ].map((name) => sql.ref(name));
  const isSold = sql`${part} is not null and (${request} is null or ${request} = ${own})`;
  const counts = orReturned ? sql`(${isSold}) or ${returned} is not null` : isSold;
  return sql<number>`sum(case when ${counts} then 1 else 0 end)`;
}
