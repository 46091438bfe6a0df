import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { SaleFaults } from "./draft.server";

/** A sale's deal; undefined if it isn't one. */
export async function findDeal(saleId: string): Promise<Row<"deals"> | undefined> {
  return db.selectFrom("deals").selectAll().where("saleId", "=", saleId).executeTakeFirst();
}

/** What a deal lacks to be completed. */
export function findDealFaults(
  sale: Pick<Row<"sales">, "customerName" | "customerAddress">,
  { odometer, isMileageUnknown, endedAt, tradeCents, tradeVin, tradeYear, tradeMake }: Row<"deals">,
): SaleFaults {
  if (endedAt !== null) return {};
  return {
    ...(sale.customerName ? {} : { customerName: ["Please enter the buyer's name"] }),
    ...(sale.customerAddress ? {} : { customerAddress: ["Please enter the buyer's address"] }),
    ...(odometer === null && isMileageUnknown === 0
      ? { odometer: ["Please enter the odometer, or say that the true mileage is unknown"] }
      : {}),
    ...(tradeCents > 0 && !tradeVin && !(tradeYear && tradeMake)
      ? { tradeVin: ["Please enter the trade-in's VIN, or its year and make"] }
      : {}),
  };
}
