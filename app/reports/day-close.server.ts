import { sql } from "kysely";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { newId } from "~/values/id.server";
import type { IsoDay } from "~/values/typed-date";
import { sumCarCash } from "./car-cash.server";
import { addUpCash, type ExpectedCash } from "./day-close";

/** What a day's sales, returns, cars bought and costs of cars say about the cash of its drawer, in cents. */
export async function findExpectedCash(day: IsoDay): Promise<ExpectedCash> {
  const isDeposit = sql<number>`case when "sales"."soldOn" = "takenOn" then 0 else 1 end`;
  const payments = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    // A deposit for a draft is in the drawer too.
    .where("sales.status", "!=", "voided")
    .where("takenOn", "=", day)
    .where("method", "=", "cash")
    .groupBy(["isForAccount", isDeposit])
    .select((eb) => [
      ...(["isForAccount", isDeposit.as("isDeposit")] as const),
      eb.fn.sum<number>("amountCents").as("cents"),
    ])
    .execute();
  const refunds = await db
    .selectFrom("creditNotes")
    .where("creditedOn", "=", day)
    .where("method", "=", "cash")
    .select((eb) => eb.fn.sum<number | null>("totalCents").as("cents"))
    .executeTakeFirstOrThrow();
  const cars = await sumCarCash({ from: day, to: day });
  const sum = (all: readonly { cents: number }[]) => all.reduce((total, { cents }) => total + cents, 0);
  return {
    sales: sum(payments.filter((one) => one.isForAccount === 0 && one.isDeposit === 0)),
    deposits: sum(payments.filter((one) => one.isForAccount === 0 && one.isDeposit === 1)),
    onAccount: sum(payments.filter((one) => one.isForAccount === 1)),
    carIncome: sum(cars.filter(({ isIncome }) => isIncome)),
    refunds: refunds.cents ?? 0,
    bought: sum(cars.filter(({ of }) => of === "bought")),
    costs: sum(cars.filter(({ of }) => of === "costs")),
  };
}

/** What someone reports about a drawer at the end of a day, in cents. */
interface CountedCash {
  day: IsoDay;
  openingCents: number;
  countedCents: number;
  reason: string | undefined;
}

/**
 * Closes a day, or closes it again: every close stays, and the last one counts.
 * @returns the difference in cents, above 0 for too much; not closed where the drawer doesn't match what is expected of it now, and
 *   nothing says why
 */
export function closeDay({
  day,
  openingCents,
  countedCents,
  reason,
}: CountedCash): Promise<{ isClosed: boolean; differenceCents: number }> {
  return transaction(async () => {
    const expectedCents = openingCents + addUpCash(await findExpectedCash(day));
    const differenceCents = countedCents - expectedCents;
    if (differenceCents !== 0 && reason === undefined) return { isClosed: false, differenceCents };
    await db
      .insertInto("dayCloses")
      .values({
        id: newId(now()),
        ...{ day, openingCents, expectedCents, countedCents },
        reason: reason ?? null,
        closedAt: now().toISOString(),
        closedBy: actor().username ?? "",
      })
      .execute();
    return { isClosed: true, differenceCents };
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
