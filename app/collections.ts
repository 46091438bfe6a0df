import type { Collection } from "~/collections/collection";
import { CUSTOMERS } from "~/customers/customers";
import { FITMENTS } from "~/interchange/fitments";
import { PARTS } from "~/parts/parts";
import { PURCHASES } from "~/purchases/purchases";
import { ACCOUNT_PAYMENTS } from "~/sales/account-payments";
import { CREDIT_NOTES } from "~/sales/credit-notes";
import { OLD_SALES } from "~/sales/old-sales";
import { SALES } from "~/sales/sales";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

/** Every kind of record that has a definition. Staff pages, history, trash, import, export and the API loop over it. */
export const COLLECTIONS: readonly Collection[] = [
  DISMANTLED_VEHICLES,
  RETAIL_VEHICLES,
  PARTS,
  CUSTOMERS,
  FITMENTS,
  PURCHASES,
  SALES,
  CREDIT_NOTES,
  ACCOUNT_PAYMENTS,
  OLD_SALES,
];

/** Those whose records a file can hold. */
export const IMPORTED_COLLECTIONS: readonly Collection[] = COLLECTIONS.filter(
  ({ isWrittenBySubject }) => !isWrittenBySubject,
);

/**
 * The collection that an address of the staff pages or of the API names, whatever its case and escapes: `/admin/parts/new`,
 * `/api/admin/parts`. The dashboard's address, `/admin`, is that of its first list.
 */
export function collectionAt(pathname: string): Collection | undefined {
  // Split first, as the router does: an escaped slash is a part of a name.
  const [first, ...rest] = pathname
    .split("/")
    .filter(Boolean)
    .map((name) => decodeURIComponent(name).toLowerCase());
  if (first === "admin" && rest.length === 0) return COLLECTIONS.find(({ list }) => list.path === "/admin");
  const name = first === "api" && rest[0] === "admin" ? rest[1] : rest[0];
  return COLLECTIONS.find(({ list }) => list.name === name);
}
