import { anyOf, columnContains } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import { DAY_MS } from "~/values/days";
import { foldText } from "~/values/normalize";
import { phoneDigits } from "~/values/phone";
import { isListed } from "./open.server";
import type { RequestCollection, RequestRow } from "./request";

/** Within this time the same person asking for the same thing has most likely sent it twice. */
const DUPLICATE_MS = DAY_MS;

/**
 * The earlier request that a new one seems to repeat: within a day, by the same phone number or email address, about the same thing
 * or in the same words. A name alone says nothing.
 * @param row the columns of the new one
 * @returns its id; null if there is none
 */
export async function findDuplicate(
  kind: RequestCollection,
  row: RequestRow,
  now: Date,
): Promise<string | null> {
  const reach = [phoneDigits(row.customerPhone ?? ""), foldText(row.customerEmail ?? "")].filter(Boolean);
  if (reach.length === 0) return null;
  const since = new Date(now.getTime() - DUPLICATE_MS).toISOString();
  const recent = await db
    .selectFrom(kind.table)
    .selectAll()
    .where(isListed())
    .where("createdAt", ">", since)
    .where(anyOf(reach.map((text) => columnContains("searchText", text))))
    .orderBy("createdAt", "desc")
    .execute();
  const same = (recent as RequestRow[]).find(
    (other) => isSamePerson(row, other) && isSameSubject(kind, row, other),
  );
  // Of three, the second and the third repeat the first.
  return same ? (same.duplicateOf ?? same.id) : null;
}

function isSamePerson(one: RequestRow, other: RequestRow): boolean {
  const phone = ({ customerPhone }: RequestRow) => phoneDigits(customerPhone ?? "");
  const email = ({ customerEmail }: RequestRow) => (customerEmail ?? "").toLowerCase();
  return [phone, email].some((read) => read(one) !== "" && read(one) === read(other));
}

function isSameSubject({ sameIf }: RequestCollection, one: RequestRow, other: RequestRow): boolean {
  const read = (row: RequestRow, names: readonly (keyof RequestRow)[]) =>
    foldText(names.map((name) => row[name] ?? "").join("\n")).trim();
  const [subject, words] = [read(one, sameIf.subject), read(one, sameIf.words)];
  const hasSameWords = words === read(other, sameIf.words);
  const hasSameSubject = subject === read(other, sameIf.subject);
  // A callback names nothing, and may have no text.
  return subject === "" ? hasSameSubject && hasSameWords : hasSameSubject || (words !== "" && hasSameWords);
}
