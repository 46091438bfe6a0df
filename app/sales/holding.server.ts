import { db } from "~/db/connection.server";
import { formatSaleNumber } from "~/values/sale-number";

/*
 * A part or a vehicle that a sale has: a draft holds it, a completed one has sold it. Its status then follows from the sale, and nobody
 * sets it by hand.
 */

/** A sale that has something, as staff call it. */
interface HoldingSale {
  id: string;
  /** `S-1004`, or `SD-7K3M9Q` for a draft. */
  name: string;
  isDraft: boolean;
  clerk: string;
}

/** The sale that has something; undefined if it is gone. */
async function findHoldingSale(saleId: string): Promise<HoldingSale | undefined> {
  const row = await db
    .selectFrom("sales")
    .select(["id", "number", "status", "clerk"])
    .where("id", "=", saleId)
    .executeTakeFirst();
  return (
    row && { id: row.id, name: formatSaleNumber(row), isDraft: row.status === "draft", clerk: row.clerk }
  );
}

/** Why something that a sale has can't be sold, held or made available otherwise, and what to do. */
export async function refuseWhileOnSale(saleId: string): Promise<string> {
  const sale = await findHoldingSale(saleId);
  if (!sale) return "It's on a sale.";
  return sale.isDraft
    ? `It's held for sale ${sale.name}, a draft by ${sale.clerk}. Take it off that draft first.`
    : `It was sold on sale ${sale.name} by ${sale.clerk}. If the customer brings it back, return it on that sale.`;
}
