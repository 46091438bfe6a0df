import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { type ContactKey, contactKeys, isSameContact } from "./contact";

/*
 * Which customer has a phone number or an email address. Each belongs to one customer, which the table's key enforces, so that someone who
 * asks twice at once becomes one customer.
 */

/** A number or an address, and whose it is. */
type OwnedContact = ContactKey & { customerId: string };

/** Whose these are, in order; those that are nobody's are left out. */
export async function findOwners(keys: readonly ContactKey[]): Promise<OwnedContact[]> {
  const owned = await db
    .selectFrom("customerContacts")
    .selectAll()
    .where("kind", "in", ["phone", "email"])
    .where("key", "in", [...new Set(keys.map(({ key }) => key))])
    .execute();
  return keys.flatMap((key) => owned.find((contact) => isSameContact(contact, key)) ?? []);
}

/** Makes a customer's numbers and addresses theirs, unless they are someone else's, and releases those that they no longer have. */
export async function claimContacts(row: Pick<Row<"customers">, "id" | "phones" | "emails">): Promise<void> {
  await releaseContacts(row.id);
  const keys = keysOfRow(row);
  if (keys.length === 0) return;
  await db
    .insertInto("customerContacts")
    .values(keys.map((key) => ({ ...key, customerId: row.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Makes a customer's numbers and addresses nobody's. */
export async function releaseContacts(customerId: string): Promise<void> {
  await db.deleteFrom("customerContacts").where("customerId", "=", customerId).execute();
}

/** The keys of all that a customer has. */
function keysOfRow({ phones, emails }: Pick<Row<"customers">, "phones" | "emails">): ContactKey[] {
  return contactKeys({ phones: JSON.parse(phones), emails: JSON.parse(emails) });
}
