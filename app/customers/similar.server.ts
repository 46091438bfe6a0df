import { allOf } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { foldText } from "~/values/normalize";
import { findOwners } from "./contact.server";
import { CUSTOMER_RECORDS } from "./customer.server";
import { CUSTOMERS } from "./customers";
import { keysOfRequest } from "./match.server";
import { listContacts } from "./split.server";

/** A customer in a list of a few. */
export interface CustomerHead {
  _id: string;
  name: string;
  phones: string[];
  emails: string[];
}

/** The most customers in such a list. */
const MOST_SHOWN = 10;

/** Who may be the same person: another customer has a number or an address that one of this customer's requests was sent with. */
export async function findPossiblySame(customerId: string): Promise<CustomerHead[]> {
  const keys = (await listContacts(customerId)).flatMap(keysOfRequest);
  const distinct = [...new Map(keys.map((key) => [`${key.kind} ${key.key}`, key])).values()];
  const owners = await findOwners(distinct);
  return findHeads(owners.map((owner) => owner.customerId).filter((id) => id !== customerId));
}

/** The other customers that a search finds; without one, those of the same name. */
export async function findOthers(
  customer: { _id: string; name: string },
  q: string | undefined,
): Promise<CustomerHead[]> {
  const found = q === undefined ? [] : ((await CUSTOMER_RECORDS.searchConditions?.(q)) ?? []);
  const rows = await db
    .selectFrom("customers")
    .select("id")
    .where("deletedAt", "is", null)
    .where("id", "!=", customer._id)
    .$if(q === undefined, (query) => query.where("nameKey", "=", foldText(customer.name)))
    .where(allOf(found))
    .orderBy("createdAt", "desc")
    .limit(MOST_SHOWN)
    .execute();
  return findHeads(rows.map(({ id }) => id));
}

/** The customers with these ids that are not in the trash, at most ten. */
async function findHeads(ids: readonly string[]): Promise<CustomerHead[]> {
  const distinct = [...new Set(ids)].slice(0, MOST_SHOWN);
  const rows = await db
    .selectFrom("customers")
    .select(["id", "name", "business", "phones", "emails"])
    .where("id", "in", distinct)
    .where("deletedAt", "is", null)
    .execute();
  return rows.map(({ id, name, business, phones, emails }) => ({
    _id: id,
    name: CUSTOMERS.nameOf({ name, business: business ?? undefined }),
    phones: JSON.parse(phones),
    emails: JSON.parse(emails),
  }));
}
