import { db } from "~/db/connection.server";
import { REQUEST_KINDS } from "~/requests/kinds";

/** Whether a customer has asked for anything, bought, brought back or paid anything. */
export async function isUsed(customerId: string): Promise<boolean> {
  const tables = [
    ...REQUEST_KINDS.map(({ table }) => table),
    ...(["sales", "creditNotes", "accountPayments"] as const),
  ];
  for (const table of tables) {
    const found = await db
      .selectFrom(table)
      .select("id")
      .where("customerId", "=", customerId)
      .executeTakeFirst();
    if (found) return true;
  }
  return false;
}
