import { createRecord, updateRecord } from "~/collections/records.server";
import { toRecord } from "~/collections/store.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { REQUEST_KINDS } from "~/requests/kinds";
import { findRequestRow } from "~/requests/record.server";
import type { RequestCollection, RequestRow } from "~/requests/request";
import { type ContactKey, contactKeys, isSameContact } from "./contact";
import { CUSTOMER_RECORDS, findCustomerRow, withoutTaken } from "./customer.server";
import type { Customer } from "./customers";
import { fieldsOfRequest, isMadeFor, keysOfRequest } from "./match.server";

/** What a split would do. */
interface SplitPlan {
  /** The name of the customer that is made. */
  name: string;
  /** The numbers and addresses that go with the request: it has brought them, and no other of the customer's has them. */
  phones: string[];
  emails: string[];
  /** The request's numbers and addresses that stay, because others have them too, or the customer had them before. */
  staying: string[];
}

/** What splitting a request off its customer would do; undefined if it is not theirs, or their only one. */
export async function planSplit(
  customerId: string,
  kind: RequestCollection,
  requestId: string,
): Promise<SplitPlan | undefined> {
  const row = await findRequestRow(kind, requestId);
  const customer = await findCustomerRow(customerId);
  if (!row || !customer || row.customerId !== customerId || row.deletedAt !== null) return undefined;
  const others = (await listContacts(customerId)).filter(({ id }) => id !== requestId);
  if (others.length === 0) return undefined;
  const own = (await mayHaveBrought(kind, row, customer))
    ? []
    : contactKeys(toRecord(CUSTOMER_RECORDS, customer));
  const kept = [...others.flatMap(keysOfRequest), ...own];
  const { name, phones, emails } = fieldsOfRequest(row);
  const goes = (text: string) => !keysOf(text).some((key) => kept.some((one) => isSameContact(one, key)));
  return {
    name,
    phones: phones.filter(goes),
    emails: emails.filter(goes),
    staying: [...phones, ...emails].filter((text) => !goes(text)),
  };
}

/**
 * Whether a customer may have a number or an address because of a request: they were created for it, or a staff member took it down. Any
 * other came from someone who knows one of theirs, and takes none of it along.
 */
async function mayHaveBrought(
  { recordKind }: RequestCollection,
  row: RequestRow,
  customer: Row<"customers">,
): Promise<boolean> {
  if (isMadeFor(customer, row)) return true;
  const takenDown = await db
    .selectFrom("changes")
    .select("id")
    .where("recordId", "=", row.id)
    .where("recordKind", "=", recordKind)
    .where("action", "=", "created")
    .where("accountId", "is not", null)
    .executeTakeFirst();
  return takenDown !== undefined;
}

/**
 * Moves a request to a new customer, who gets the number and the address that it has brought (`planSplit`).
 * @returns the id of the customer that was made; undefined as in `planSplit`
 */
export async function splitRequest(
  customerId: string,
  kind: RequestCollection,
  requestId: string,
): Promise<string | undefined> {
  return transaction(async () => {
    const plan = await planSplit(customerId, kind, requestId);
    const row = await findRequestRow(kind, requestId);
    const former = await findCustomerRow(customerId);
    if (!plan || !row || !former) return undefined;
    const { phones, emails } = plan;
    const fields: Customer = toRecord(CUSTOMER_RECORDS, former);
    const left = (texts: readonly string[], gone: readonly string[]) => {
      const goneKeys = gone.flatMap(keysOf);
      return texts.filter(
        (text) => !keysOf(text).some((key) => goneKeys.some((one) => isSameContact(one, key))),
      );
    };
    // First, because each number is one customer's.
    const rest = { ...fields, phones: left(fields.phones, phones), emails: left(fields.emails, emails) };
    await updateRecord(CUSTOMER_RECORDS, customerId, await withoutTaken(rest, customerId));
    const own = await withoutTaken({ ...fieldsOfRequest(row), phones, emails }, "");
    const made = await createRecord(CUSTOMER_RECORDS, own);
    if (made.outcome !== "saved") throw new Error(`A request could not be split off: ${made.outcome}`);
    await db.updateTable(kind.table).set({ customerId: made.item._id }).where("id", "=", requestId).execute();
    return made.item._id;
  });
}

type Contacts = Pick<RequestRow, "id" | "customerPhone" | "customerEmail">;

/** The number and the address of each request of a customer that is not deleted, the oldest of a kind first. */
export async function listContacts(customerId: string): Promise<Contacts[]> {
  const found = await Promise.all(
    REQUEST_KINDS.map(({ table }) =>
      db
        .selectFrom(table)
        .select(["id", "customerPhone", "customerEmail"])
        .where("customerId", "=", customerId)
        .where("deletedAt", "is", null)
        .orderBy("createdAt")
        .execute(),
    ),
  );
  return found.flat();
}

/** Of a number or an address. */
function keysOf(text: string): ContactKey[] {
  return contactKeys({ phones: [text], emails: text.includes("@") ? [text] : [] });
}
