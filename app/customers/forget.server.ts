import { sql } from "kysely";
import { COLLECTIONS } from "~/collections";
import { anyOf } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { type FieldValues, forgetValues } from "~/history/changes.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { foldText } from "~/values/normalize";
import { type ContactKey, contactKeys, isSameContact } from "./contact";
import { findOwners } from "./contact.server";
import { CUSTOMER_RECORDS } from "./customer.server";
import type { KnownData } from "./known-data.server";
import { isShops } from "./match.server";

/*
 * What the history says about a customer in lines of records that aren't theirs, or no longer are: a draft that became another customer's,
 * a customer that they were merged into by mistake. It doesn't have their id, so they are recognized by their numbers and addresses.
 */

/** The kinds of records that are about people. */
const KINDS = [...COLLECTIONS.filter(({ forgets }) => forgets === "all"), ...REQUEST_KINDS].map(
  ({ recordKind }) => recordKind,
);

/** What a person is recognized by: the numbers and addresses that they have or had and nobody else has today, and their names, folded. */
interface Person {
  contacts: ContactKey[];
  names: string[];
}

interface Line {
  id: number;
  before: FieldValues;
  after: FieldValues;
}

/**
 * Removes from the history what lines of others' records say about a customer: each line stays without these values. The customer's own
 * lines are left alone, as are those of their records.
 */
export async function forgetElsewhere(data: KnownData): Promise<void> {
  const { customer, mergedIds, requests, sales, boughtFrom } = data;
  const customerIds = [customer._id, ...mergedIds];
  const own = new Set([
    ...customerIds,
    ...requests.map(({ row }) => row.id),
    ...sales.map(({ id }) => id),
    ...boughtFrom.map(({ purchase }) => purchase._id),
  ]);
  const person = await findPerson(data, customerIds);
  const others = (await listRecordsWith(person.contacts)).filter(({ recordId }) => !own.has(recordId));
  for (const { recordKind, recordId } of others)
    await forgetValues(findTheirs(await listLines(recordKind, [recordId]), person));
}

async function findPerson({ customer }: KnownData, customerIds: readonly string[]): Promise<Person> {
  const lines = await listLines(CUSTOMER_RECORDS.recordKind, customerIds);
  const known = [{ ...customer } as FieldValues, ...lines.flatMap(({ before, after }) => [before, after])];
  const texts = (name: string) => known.flatMap((values) => textsIn({ [name]: values[name] }));
  const contacts = contactKeys({ phones: texts("phones"), emails: texts("emails") });
  const others = (await findOwners(contacts)).filter(({ customerId }) => !customerIds.includes(customerId));
  return {
    contacts: contacts.filter((key) => !isShops(key) && !others.some((other) => isSameContact(key, other))),
    names: [...new Set(texts("name").map(foldText))],
  };
}

/** The records whose history may have one of these numbers or addresses, however it was typed. */
async function listRecordsWith(
  contacts: readonly ContactKey[],
): Promise<Pick<Row<"changes">, "recordKind" | "recordId">[]> {
  const patterns = contacts.map(({ kind, key }) =>
    kind === "phone" ? `%${key.replace(/^(...)(...)/, "$1%$2%")}%` : `%${key.replace(/[^a-z0-9]/gu, "_")}%`,
  );
  const found = new Map<string, Pick<Row<"changes">, "recordKind" | "recordId">>();
  for (let from = 0; from < patterns.length; from += PATTERNS_AT_ONCE) {
    const some = patterns.slice(from, from + PATTERNS_AT_ONCE);
    const records = await db
      .selectFrom("changes")
      .select(["recordKind", "recordId"])
      .distinct()
      .where("recordKind", "in", KINDS)
      .where(
        anyOf(
          some.flatMap((pattern) =>
            ["before", "after"].map((column) => sql<boolean>`lower(${sql.ref(column)}) like ${pattern}`),
          ),
        ),
      )
      .execute();
    for (const record of records) found.set(record.recordId, record);
  }
  return [...found.values()];
}

/** SQLite's expressions are at most a thousand deep, and each pattern makes two. */
const PATTERNS_AT_ONCE = 100;

async function listLines(recordKind: string, recordIds: readonly string[]): Promise<Line[]> {
  const lines = await db
    .selectFrom("changes")
    .select(["id", "before", "after"])
    .where("recordKind", "=", recordKind)
    .where("recordId", "in", recordIds)
    .orderBy("id")
    .execute();
  return lines.map(({ id, before, after }) => ({
    id,
    before: JSON.parse(before ?? "{}"),
    after: JSON.parse(after ?? "{}"),
  }));
}

/** The fields that say whose a line is. */
const NAME_FIELD = /^(name|\w+Name|buyer)$/;

/**
 * The lines of a record that are about a person, by their numbers, with the fields that are: those with a number or an address of theirs
 * that the record no longer has, and those from when it had one and their name too. For a line with the name of someone else, who had the
 * number before or after, only the fields with the number. None if the record still has both, since then it is theirs and stays.
 */
function findTheirs(lines: readonly Line[], { contacts, names }: Person): Map<number, string[]> {
  const contactsIn = (values: FieldValues) => {
    const texts = textsIn(values);
    const keys = contactKeys({ phones: texts, emails: texts });
    return contacts.filter((contact) => keys.some((key) => isSameContact(key, contact)));
  };
  // As a sale has it, a name may be followed by the business.
  const isName = (text: string) =>
    names.some((name) => foldText(text) === name || foldText(text).startsWith(`${name},`));
  const isTheirs = (values: FieldValues) => contactsIn(values).length > 0 && textsIn(values).some(isName);
  const isOthers = (values: FieldValues) =>
    Object.entries(values).some(
      ([field, value]) => NAME_FIELD.test(field) && typeof value === "string" && !isName(value),
    );
  const today = lines.reduce((values, { before, after }) => exchange(values, before, after), {});
  const theirs = new Map<number, string[]>();
  if (isTheirs(today)) return theirs;
  const left = contactsIn(today);
  const hasLost = (values: FieldValues) => contactsIn(values).some((contact) => !left.includes(contact));
  let values = today;
  for (const { id, before, after } of lines.toReversed()) {
    const wasTheirs = isTheirs(values);
    values = exchange(values, after, before);
    const fields = Object.keys({ ...before, ...after });
    const withLost = fields.filter((field) => hasLost({ a: before[field], b: after[field] }));
    if (wasTheirs || isTheirs(values)) theirs.set(id, fields);
    else if (withLost.length > 0) theirs.set(id, isOthers(before) || isOthers(after) ? withLost : fields);
  }
  return theirs;
}

/** What a record has once one side of a line is put in the place of the other. */
function exchange(values: FieldValues, from: FieldValues, to: FieldValues): FieldValues {
  return { ...Object.fromEntries(Object.entries(values).filter(([name]) => !(name in from))), ...to };
}

function textsIn(values: FieldValues): string[] {
  return Object.values(values)
    .flat()
    .filter((value) => typeof value === "string");
}
