import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { findRecord } from "~/collections/records.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import type { Customer } from "~/customers/customers";
import { findKept } from "~/customers/merged.server";
import { customerPage } from "~/customers/paths";
import { isValidId } from "~/values/id";

/**
 * The customer that the URL names, and their version.
 * @throws Response 404, or a redirect to the customer that they were merged into
 */
export async function requireCustomer({
  params: { id },
}: Pick<LoaderFunctionArgs, "params">): Promise<{ item: Customer; version: string }> {
  const found = isValidId(id) ? await findRecord(CUSTOMER_RECORDS, id) : undefined;
  if (found) return found;
  const keptId = isValidId(id) ? await findKept(id) : undefined;
  if (keptId) throw redirect(customerPage(keptId));
  throw new Response(null, { status: 404 });
}
