import { isReferredTo, type Reference } from "~/db/references.server";
import { REQUEST_KINDS } from "~/requests/kinds";

const TABLES = [
  ...REQUEST_KINDS.map(({ table }) => table),
  ...(["sales", "creditNotes", "accountPayments"] as const),
];
const REFERENCES: readonly Reference[] = TABLES.map((table) => [table, "customerId"]);

/** Whether a customer has asked for anything, bought, brought back or paid anything. */
export function isUsed(customerId: string): Promise<boolean> {
  return isReferredTo(customerId, REFERENCES);
}
