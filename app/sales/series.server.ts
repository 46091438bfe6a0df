import { db } from "~/db/connection.server";

/** The series of numbers without a gap. */
export type Series = "sale" | "creditNote" | "accountPayment";

/**
 * The next number of a series. Call it in the transaction that uses the number: if that rolls back, the next one gets the number, so none
 * is missing or used twice. Both engines write one at a time, and the clock plays no part.
 * @param first the number that the series starts with
 */
export async function takeNumber(series: Series, first: number): Promise<number> {
  const taken = await db
    .updateTable("numberSeries")
    .set((eb) => ({ next: eb("next", "+", 1) }))
    .where("name", "=", series)
    .returning("next")
    .executeTakeFirst();
  if (taken) return taken.next - 1;
  await db
    .insertInto("numberSeries")
    .values({ name: series, next: first + 1 })
    .execute();
  return first;
}
