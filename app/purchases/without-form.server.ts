import { db } from "~/db/connection.server";
import { purchaseName } from "./purchases";

/** The most that are listed. */
const MAX_LISTED = 100;

/**
 * The cars that are in the book without the number of the state's form, the oldest first.
 * @param notFor the kinds of titles that need no form
 */
export async function findWithoutForm(notFor: readonly string[]) {
  const rows = await selectWithoutForm(notFor)
    .select(["id", "boughtOn", "stockNumber", "year", "make", "model"])
    .orderBy("boughtOn")
    .orderBy("id")
    .limit(MAX_LISTED)
    .execute();
  return rows.map(({ id, boughtOn, stockNumber, year, make, model }) => ({
    id,
    boughtOn,
    name: purchaseName({
      stockNumber: stockNumber ?? undefined,
      year: year ?? undefined,
      make: make ?? undefined,
      model: model ?? undefined,
    }),
  }));
}

/** How many there are of each day on which one was bought. */
export function countWithoutForm(notFor: readonly string[]): Promise<{ boughtOn: string; count: number }[]> {
  return selectWithoutForm(notFor)
    .groupBy("boughtOn")
    .select((eb) => ["boughtOn", eb.fn.countAll<number>().as("count")])
    .execute();
}

function selectWithoutForm(notFor: readonly string[]) {
  return (
    db
      .selectFrom("purchases")
      .where("deletedAt", "is", null)
      .where("what", "=", "car")
      .where("becomes", "=", "dismantled")
      .where("formNumber", "is", null)
      // What was imported has its form on paper.
      .where("vehicleId", "is not", null)
      .where((eb) => eb.or([eb("titleKind", "is", null), eb("titleKind", "not in", [...notFor, ""])]))
  );
}
