import { COST_KINDS, type CostKind } from "~/costs/costs";
import { db } from "~/db/connection.server";
import { daysAfter } from "~/values/days";
import type { IsoDay } from "~/values/typed-date";
import type { Days } from "./report";

/** What the drawer paid in cash for cars, or got for them besides sales, on a day, in cents. */
export interface CarCash {
  day: IsoDay;
  /** Bought, or what a cost of a car is: spent, or brought in by scrap or the whole car. */
  of: "bought" | "costs" | "scrap" | "car";
  /** Whether the drawer got it. */
  isIncome: boolean;
  cents: number;
}

/**
 * The cash of cars by day: purchases and costs that say they were paid in cash. A purchase that is not in the book was imported: the
 * drawer of its day was counted long before.
 */
export async function sumCarCash({ from, to }: Days): Promise<CarCash[]> {
  const purchases = await db
    .selectFrom("purchases")
    .where("paidBy", "=", "cash")
    .where("boughtOn", ">=", from)
    .where("boughtOn", "<", daysAfter(to, 1))
    .where("deletedAt", "is", null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom("bookLines").whereRef("subjectId", "=", "purchases.id").select("sequence")),
    )
    .select(["boughtOn", "priceCents"])
    .execute();
  const costs = await db
    .selectFrom("carCosts")
    .where("onDay", ">=", from)
    .where("onDay", "<=", to)
    .where("paidBy", "=", "cash")
    .select(["onDay", "kind", "cents"])
    .execute();
  const sums = new Map<string, CarCash>();
  const add = (day: IsoDay, of: CarCash["of"], cents: number) => {
    const isIncome = of === "scrap" || of === "car";
    const sum = sums.get(`${day} ${of}`) ?? { day, of, isIncome, cents: 0 };
    sums.set(`${day} ${of}`, { ...sum, cents: sum.cents + cents });
  };
  for (const { boughtOn, priceCents } of purchases) add(boughtOn.slice(0, 10), "bought", priceCents ?? 0);
  for (const { onDay, kind, cents } of costs)
    add(onDay, COST_KINDS[kind as CostKind]?.isIncome ? (kind as "scrap" | "car") : "costs", cents);
  return [...sums.values()];
}
