import { updateRecord } from "~/collections/records.server";
import { toRecord } from "~/collections/store.server";
import { transaction } from "~/db/connection.server";
import { contactKeys, isSameContact, phoneKey } from "./contact";
import { findOwners } from "./contact.server";
import { CUSTOMER_RECORDS, findCustomerRow } from "./customer.server";
import { type Customer, MAX_CONTACTS } from "./customers";
import { keysOfRequest } from "./match.server";
import { listContacts } from "./split.server";

/*
 * Numbers and addresses that came with a customer's requests, and that no staff member has confirmed: someone who knows one of a customer's
 * numbers can send a request with their own address. Only the request itself uses them.
 */

/** Those that are nobody's yet, as they were typed. */
export async function listUnconfirmed(
  customer: Pick<Customer, "_id" | "phones" | "emails">,
): Promise<string[]> {
  const given = (await listContacts(customer._id)).flatMap((request) => {
    const { customerPhone, customerEmail } = request;
    return keysOfRequest(request).map((key) => ({
      key,
      text: (key.kind === "phone" ? customerPhone : customerEmail) ?? "",
    }));
  });
  const known = [...contactKeys(customer), ...(await findOwners(given.map(({ key }) => key)))];
  const unknown = given.filter(({ key }) => !known.some((one) => isSameContact(one, key)));
  return [...new Set(unknown.map(({ text }) => text))];
}

/**
 * Makes a number or an address that came with a customer's request theirs.
 * @returns false if it is none of those, or the customer has as many as one may
 */
export async function confirmContact(customerId: string, text: string): Promise<boolean> {
  return transaction(async () => {
    const row = await findCustomerRow(customerId);
    if (!row) return false;
    const customer: Customer = toRecord(CUSTOMER_RECORDS, row);
    if (!(await listUnconfirmed(customer)).includes(text)) return false;
    const field = phoneKey(text) ? "phones" : "emails";
    if (customer[field].length >= MAX_CONTACTS) return false;
    const confirmed = { ...customer, [field]: [...customer[field], text] };
    return (await updateRecord(CUSTOMER_RECORDS, customerId, confirmed)).outcome === "saved";
  });
}
