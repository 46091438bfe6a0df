import { COLLECTIONS, collectionAt } from "~/collections";
import type { StoredCollection } from "~/collections/store.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { FITMENT_RECORDS } from "~/interchange/fitments.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { ACCOUNT_PAYMENT_RECORDS } from "~/sales/account-payment.server";
import { CREDIT_NOTE_RECORDS } from "~/sales/credit-note.server";
import { OLD_SALE_RECORDS } from "~/sales/old-sale.server";
import { SALE_RECORDS } from "~/sales/sale.server";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";

/** The collections of which the server knows more than their definition says. */
const EXTENDED: readonly StoredCollection[] = [
  DISMANTLED_RECORDS,
  RETAIL_RECORDS,
  PART_RECORDS,
  CUSTOMER_RECORDS,
  FITMENT_RECORDS,
  SALE_RECORDS,
  CREDIT_NOTE_RECORDS,
  ACCOUNT_PAYMENT_RECORDS,
  PURCHASE_RECORDS,
  OLD_SALE_RECORDS,
];

/** Every collection, as the server stores it. */
export const STORED_COLLECTIONS: readonly StoredCollection[] = COLLECTIONS.map(
  (collection) => EXTENDED.find(({ table }) => table === collection.table) ?? collection,
);

/** The collection that a request's address names. @throws Response 404 */
export function storedCollectionAt(request: Request): StoredCollection {
  const collection = collectionAt(new URL(request.url).pathname);
  const stored = STORED_COLLECTIONS.find(({ table }) => table === collection?.table);
  if (!stored) throw new Response(null, { status: 404 });
  return stored;
}

/** The same, whose records are written and deleted as their definition says. @throws Response 404 */
export function editedCollectionAt(request: Request): StoredCollection {
  const stored = storedCollectionAt(request);
  if (stored.isWrittenBySubject) throw new Response(null, { status: 404 });
  return stored;
}
