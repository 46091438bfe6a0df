import { db } from "~/db/connection.server";
import { purchasePage } from "./paths";
import { purchaseName } from "./purchases";

/** The purchase that a sale's trade-in has become; undefined until it is one. */
export async function findTradePurchase(saleId: string): Promise<{ id: string } | undefined> {
  return db
    .selectFrom("purchases")
    .select("id")
    .where("tradeSaleId", "=", saleId)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/** A purchase as a link; undefined if it is deleted. */
export async function findPurchaseName(id: string): Promise<{ path: string; name: string } | undefined> {
  const row = await db
    .selectFrom("purchases")
    .select(["stockNumber", "year", "make", "model"])
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const { stockNumber, year, make, model } = row;
  const name = purchaseName({
    stockNumber: stockNumber ?? undefined,
    year: year ?? undefined,
    make: make ?? undefined,
    model: model ?? undefined,
  });
  return { path: purchasePage(id), name };
}
