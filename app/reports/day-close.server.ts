import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { newId } from "~/values/id.server";
import type { IsoDay } from "~/values/typed-date";
import type { ExpectedCash } from "./day-close";

/** What a day's sales and returns say about the cash of its drawer, in cents. */
export async function findExpectedCash(day: IsoDay): Promise<ExpectedCash> {
  const { cents } = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    // A deposit for a draft is in the drawer too.
    .where("sales.status", "!=", "voided")
    .where("takenOn", "=", day)
    .where("method", "=", "cash")
    .select((eb) => eb.fn.sum<number | null>("amountCents").as("cents"))
    .executeTakeFirstOrThrow();
  const refunds = await db
    .selectFrom("creditNotes")
    .where("creditedOn", "=", day)
    .where("method", "=", "cash")
    .select((eb) => eb.fn.sum<number | null>("totalCents").as("cents"))
    .executeTakeFirstOrThrow();
  return { taken: cents ?? 0, refunded: refunds.cents ?? 0 };
}

/** What somebody says of a drawer at the end of a day, in cents. */
export interface CountedCash {
  day: IsoDay;
  openingCents: number;
  countedCents: number;
  reason: string | undefined;
}

/**
 * Closes a day, or closes it again: every close stays, and the last one counts.
 * @returns the difference in cents, above 0 for too much
 */
export function closeDay({
  day,
  openingCents,
  countedCents,
  reason,
}: CountedCash): Promise<Row<"dayCloses">> {
  return transaction(async () => {
    const { taken, refunded } = await findExpectedCash(day);
    const expectedCents = openingCents + taken - refunded;
    return db
      .insertInto("dayCloses")
      .values({
        id: newId(now()),
        ...{ day, openingCents, expectedCents, countedCents },
        reason: reason ?? null,
        closedAt: now().toISOString(),
        closedBy: actor().username ?? "",
      })
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

/** How often a day was closed, the last time first. */
export function listCloses(day: IsoDay): Promise<Row<"dayCloses">[]> {
  return db
    .selectFrom("dayCloses")
    .selectAll()
    .where("day", "=", day)
    .orderBy("closedAt", "desc")
    .orderBy("id", "desc")
    .execute();
}
