import { sql } from "kysely";
import type { NamedRecord } from "~/collections/collection";
import { searchTextHas } from "~/collections/search-text.server";
import type { StoredCollection } from "~/collections/store.server";
import { type Condition, columnContains } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { StaffQuery } from "~/lists/staff";
import { foldText } from "~/values/normalize";
import { isPhoneNumber, phoneDigits } from "~/values/phone";
import { type ContactKey, contactKeys, isSameContact } from "./contact";
import { claimContacts, findOwners, releaseContacts } from "./contact.server";
import { CUSTOMERS, type Customer, type CustomerFields } from "./customers";
import { undoMerge } from "./merged.server";
import { customerPage, mergeUrl } from "./paths";
import { countRequests, ofCustomersWithOpenRequests, type RequestCounts } from "./request-counts.server";
import { customerSearchText } from "./search-text";
import { isUsed } from "./used.server";

interface CustomerTypes {
  row: Row<"customers">;
  fields: CustomerFields;
  record: Customer;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

/** The customers, how they are searched, and whose their numbers and addresses are. */
export const CUSTOMER_RECORDS: StoredCollection<CustomerTypes> = {
  ...CUSTOMERS,
  searchText: customerSearchText,
  searchConditions,
  staffFilters,
  listBesides: countRequests,
  deriveColumns: async (fields, { stored }) => {
    const invalid = await findTaken(fields, stored?.id);
    return Object.keys(invalid).length > 0 ? { invalid } : { nameKey: foldText(fields.name) };
  },
  findHolders,
  listIdentities: (typed) =>
    typedContacts(typed).map(({ kind, key }) => ({ ...CONTACT_FIELDS[kind], key: `${kind} ${key}` })),
  findSame: async (typed) => {
    const [owner] = await findOwners(typedContacts(typed));
    return owner && findCustomerRow(owner.customerId);
  },
  isUsed,
  // Their store credit would go with them.
  staysInTrash: {
    condition: sql<boolean>`exists (select 1 from "storeCredits" where "storeCredits"."customerId" = "customers"."id"
      group by "storeCredits"."customerId" having sum("amountCents") <> 0)`,
    why: "they have store credit",
  },
  afterWrite: claimContacts,
  afterDelete: releaseContacts,
  afterRestore: async (id) => {
    await undoMerge(id);
    const row = await findCustomerRow(id);
    if (row) await claimContacts(row);
  },
  restoreNote: async (row) => {
    const taken = await findTaken({ phones: JSON.parse(row.phones), emails: JSON.parse(row.emails) }, row.id);
    return Object.values(taken).flat().join(" ") || undefined;
  },
  deleteNote: async (id) => describeRequestsThatStay((await countRequests([id])).get(id)),
};

/** The numbers and addresses in a row of a file. */
function typedContacts({ phones = "", emails = "" }: Readonly<Record<string, string>>): ContactKey[] {
  return contactKeys({ phones: phones.split("\n"), emails: emails.split("\n") });
}

/** Where a row of a file has them. */
const CONTACT_FIELDS = {
  phone: { field: "phones", noun: "phone number" },
  email: { field: "emails", noun: "email address" },
} as const satisfies Record<ContactKey["kind"], object>;

/** The customer with this id, unless it is in the trash. */
export async function findCustomerRow(id: string): Promise<Row<"customers"> | undefined> {
  return db
    .selectFrom("customers")
    .selectAll()
    .where("id", "=", id)
    .where("deletedAt", "is", null)
    .executeTakeFirst();
}

/**
 * The fields without the numbers and addresses that are another customer's: one that was in the trash may have some that became someone
 * else's in the meantime.
 */
export async function withoutTaken(fields: CustomerFields, id: string): Promise<CustomerFields> {
  const { phones, emails } = fields;
  const owners = await findOwners(contactKeys({ phones, emails }));
  const taken = owners.filter(({ customerId }) => customerId !== id);
  const isFree = (text: string) =>
    !contactKeys({ phones: [text], emails: [text] }).some((key) =>
      taken.some((other) => isSameContact(other, key)),
    );
  return { ...fields, phones: phones.filter(isFree), emails: emails.filter(isFree) };
}

/** Which of these numbers and addresses are another customer's, in words, by field. */
async function findTaken(
  { phones, emails }: Pick<CustomerFields, "phones" | "emails">,
  id: string | undefined,
): Promise<Record<string, string[]>> {
  const taken: Record<string, string[]> = {};
  for (const [field, texts] of Object.entries({ phones, emails })) {
    const keys = contactKeys({ phones: [], emails: [], [field]: texts });
    const others = (await findOwners(keys)).filter(({ customerId }) => customerId !== id);
    if (others.length === 0) continue;
    taken[field] = await Promise.all(
      others.map(async (owned) => {
        const text = texts.find((one) =>
          contactKeys({ phones: [one], emails: [one] }).some((key) => isSameContact(key, owned)),
        );
        const owner = await findCustomerRow(owned.customerId);
        const name = owner ? CUSTOMERS.nameOf(owner) : "another customer";
        // A new one is not stored yet, so there is nothing to merge.
        return `${text} belongs to ${name}. Open that customer${id === undefined ? " instead" : ", or merge the two"}.`;
      }),
    );
  }
  return taken;
}

/** Whose they are, and how to make the two one. */
async function findHolders(
  fields: Pick<CustomerFields, "phones" | "emails">,
  stored: Customer | undefined,
): Promise<NamedRecord[]> {
  const owners = new Set((await findOwners(contactKeys(fields))).map(({ customerId }) => customerId));
  const rows = await Promise.all(
    [...owners].filter((id) => id !== stored?._id).map((id) => findCustomerRow(id)),
  );
  return rows
    .filter((row) => row !== undefined)
    .flatMap((row) => {
      const name = CUSTOMERS.nameOf(row);
      const merge = stored ? [{ name: `Merge with ${name}`, to: mergeUrl(stored._id, row.id) }] : [];
      return [{ name, to: customerPage(row.id) }, ...merge];
    });
}

/** A phone number in any writing is one word, its digits. */
async function searchConditions(q: string): Promise<Condition[]> {
  if (isPhoneNumber(q)) return [columnContains("searchText", phoneDigits(q))];
  return searchTextHas(q);
}

function staffFilters(filters: StaffQuery["filters"]): Condition[] {
  switch (filters?.show) {
    case "open":
      return [ofCustomersWithOpenRequests()];
    case "wholesale":
      return [sql`"wholesalePercent" is not null`];
    case "tax-exempt":
      return [sql`"taxExemptNumber" is not null`];
    default:
      return [];
  }
}

function describeRequestsThatStay(counts: RequestCounts | undefined): string | undefined {
  if (!counts) return undefined;
  return counts.all === 1
    ? "Their request stays, without a customer."
    : `Their ${counts.all} requests stay, without a customer.`;
}
