import { business } from "~/business/business.server";
import type { Row } from "~/db/schema";
import { findPurchaseRow } from "~/purchases/purchase.server";
import { isValidId } from "~/values/id";

/** The purchase that an address names. @throws Response 404 */
export async function requirePurchase(id: string | undefined): Promise<Row<"purchases">> {
  const row = isValidId(id) ? await findPurchaseRow(id) : undefined;
  if (!row) throw new Response(null, { status: 404 });
  return row;
}

/** The yard as its papers name it. */
export function yardOnPaper() {
  const { name, phone, address, buying } = business;
  const { street, city, state, zipCode } = address;
  return {
    name,
    phone,
    address: `${street}, ${city}, ${state} ${zipCode}`,
    registration: buying.registration,
  };
}
