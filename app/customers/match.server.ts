import { business } from "~/business/business.server";
import { createRecord, updateRecord } from "~/collections/records.server";
import { toRecord } from "~/collections/store.server";
import { undoCreation } from "~/collections/trash.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { RequestCollection, RequestRow } from "~/requests/request";
import { foldText } from "~/values/normalize";
import { type ContactKey, contactKeys, emailKey, isSameContact, phoneKey } from "./contact";
import { findOwners } from "./contact.server";
import { CUSTOMER_RECORDS, findCustomerRow, withoutTaken } from "./customer.server";
import { type Customer, type CustomerFields, MAX_CONTACTS } from "./customers";

/*
 * Whose a request is. It is matched in the transaction that stores it: by its phone number, or else its email address, and never just by
 * its name, since two people may have the same name.
 */

type Kind = Pick<RequestCollection, "table">;

/** `made`: nobody had this number or address. `none`: the request has neither, or it is spam. */
export type Matched = "matched" | "made" | "none";

/**
 * Finds the customer of a stored request, or creates one, and links the request. If its number is one customer's and its address another's,
 * it is the number's, and nothing else changes: staff may merge the two.
 * @param options.teaches whether what is new in it becomes the customer's, as where staff took it down. Anyone can send a request with a
 * known number, and their own address would then get the customer's receipts (unconfirmed.server.ts)
 */
export async function matchRequest(kind: Kind, row: RequestRow, { teaches = false } = {}): Promise<Matched> {
  const keys = isNobodys(row) ? [] : keysOfRequest(row);
  if (keys.length === 0) return "none";
  const owners = await findOwners(keys);
  const [owner] = owners;
  const found = owner && (await findCustomerRow(owner.customerId));
  const id = found?.id ?? (await makeCustomer(row));
  if (found && teaches) await learnContacts(found, row, owners);
  await db.updateTable(kind.table).set({ customerId: id }).where("id", "=", row.id).execute();
  return found ? "matched" : "made";
}

/**
 * Takes a request away from its customer, because it turned out to be spam. The customer is removed permanently if it was created for this
 * request, has no other and no sale, and no staff member has changed it.
 */
export async function unmatchRequest(kind: Kind, row: RequestRow): Promise<void> {
  if (row.customerId === null) return;
  await db.updateTable(kind.table).set({ customerId: null }).where("id", "=", row.id).execute();
  const customer = await findCustomerRow(row.customerId);
  if (!customer || !isMadeFor(customer, row)) return;
  if (await isStaffs(customer.id)) return;
  await undoCreation(CUSTOMER_RECORDS, customer);
}

/**
 * Whether a customer was made for a request, or for one no older: a request that came later was matched, and so was one whose number
 * staff wrote down with another name while it was spam.
 */
export function isMadeFor(customer: Row<"customers">, row: RequestRow): boolean {
  return (
    customer.createdAt >= row.createdAt && foldText(customer.name) === foldText(fieldsOfRequest(row).name)
  );
}

/** The keys of a request's number and address, the number first. The shop's own say nothing of who asked. */
export function keysOfRequest({
  customerPhone,
  customerEmail,
}: Pick<RequestRow, "customerPhone" | "customerEmail">): ContactKey[] {
  return contactKeys({ phones: [customerPhone], emails: [customerEmail] }).filter((key) => !isShops(key));
}

/** Whether a number or an address is the shop's own, which says nothing about the person who gave it as theirs. */
export function isShops(key: ContactKey): boolean {
  const own = contactKeys({ phones: [business.phone], emails: [business.email, business.privacyEmail] });
  return own.some((other) => isSameContact(key, other));
}

function isNobodys({ spamAt }: RequestRow): boolean {
  return spamAt !== null;
}

/** The fields of a customer that a request tells of. */
export function fieldsOfRequest(row: RequestRow): CustomerFields {
  const { customerName, customerPhone, customerEmail } = row;
  const keys = keysOfRequest(row);
  return {
    // A request that staff took down may have no name.
    name: customerName || customerPhone || customerEmail || "",
    phones: customerPhone && keys.some(({ kind }) => kind === "phone") ? [customerPhone] : [],
    emails: customerEmail && keys.some(({ kind }) => kind === "email") ? [customerEmail] : [],
    // Of a repair request.
    street: row.addressStreet ?? undefined,
    city: row.addressCity ?? undefined,
    state: row.addressState?.slice(0, 40),
    zipCode: row.addressZipCode?.slice(0, 20),
  };
}

async function makeCustomer(row: RequestRow): Promise<string> {
  const made = await createRecord(CUSTOMER_RECORDS, fieldsOfRequest(row));
  if (made.outcome !== "saved") throw new Error("A customer of a new number could not be stored.");
  return made.item._id;
}

/** Adds the number or the address that the customer isn't known by yet, unless it is someone else's, and where they live. */
async function learnContacts(
  customer: Row<"customers">,
  row: RequestRow,
  owners: readonly ContactKey[],
): Promise<void> {
  const known: Customer = toRecord(CUSTOMER_RECORDS, customer);
  const isNew = (key: ContactKey | undefined) =>
    key !== undefined && !owners.some((owned) => isSameContact(owned, key));
  const { phones, emails, street, city, state, zipCode } = fieldsOfRequest(row);
  const newPhones = phones.filter((phone) => isNew(phoneKey(phone)));
  const newEmails = emails.filter((email) => isNew(emailKey(email)));
  const isAddressNew =
    (street ?? city ?? state ?? zipCode) !== undefined &&
    (known.street ?? known.city ?? known.state ?? known.zipCode) === undefined;
  if (newPhones.length + newEmails.length === 0 && !isAddressNew) return;
  const learned = {
    ...known,
    ...(isAddressNew ? { street, city, state, zipCode } : {}),
    phones: [...known.phones, ...newPhones].slice(0, MAX_CONTACTS),
    emails: [...known.emails, ...newEmails].slice(0, MAX_CONTACTS),
  };
  await updateRecord(CUSTOMER_RECORDS, customer.id, await withoutTaken(learned, customer.id));
}

/** Whether a staff member has added or changed it. */
async function isStaffs(customerId: string): Promise<boolean> {
  const change = await db
    .selectFrom("changes")
    .select("id")
    .where("recordId", "=", customerId)
    .where("recordKind", "=", CUSTOMER_RECORDS.recordKind)
    .where("accountId", "is not", null)
    .executeTakeFirst();
  return change !== undefined;
}
