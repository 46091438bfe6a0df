import type { Row } from "~/db/schema";
import { findPurchaseRow } from "~/purchases/purchase.server";
import { isValidId } from "~/values/id";

/** The purchase that an address names. @throws Response 404 */
export async function requirePurchase(id: string | undefined): Promise<Row<"purchases">> {
  const row = isValidId(id) ? await findPurchaseRow(id) : undefined;
  if (!row) throw new Response(null, { status: 404 });
  return row;
}
