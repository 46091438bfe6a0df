import { indexRecord } from "~/collections/search-index.server";
import { type StoredCollection, toHistoryRecord, toHistoryValues } from "~/collections/store.server";
import { now } from "~/context.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { nextVersion } from "~/values/version";
import { claimContacts } from "./contact.server";
import { CUSTOMERS } from "./customers";
import { customerSearchText } from "./search-text";

/*
 * A customer that was merged into another is in the trash, and taking it out of there undoes the merge: there is no second way.
 */

/** What a merge moves from one customer to the other. */
export const MOVED_TABLES = [
  ...REQUEST_KINDS.map(({ table }) => table),
  // What they bought and brought back, what they have of store credit, and what they paid on account.
  ...(["sales", "creditNotes", "storeCredits", "accountPayments"] as const),
];

/** What a merge has changed. */
export interface MergeDetail {
  /** The kept customer's columns before and after; only those that differ. */
  before: Partial<Row<"customers">>;
  after: Partial<Row<"customers">>;
  /** The requests that were the other's. */
  requests: {
    table: (typeof MOVED_TABLES)[number];
    id: string;
  }[];
}

/** The customer that one was merged into; undefined if it was not. Follows a customer that was itself merged later. */
export async function findKept(mergedId: string): Promise<string | undefined> {
  const chain = await listKept(mergedId);
  return chain.at(-1);
}

/**
 * Undoes a merge, when the merged customer comes out of the trash: its requests go back, and what the kept customer got from it goes,
 * unless someone has changed that since.
 */
export async function undoMerge(mergedId: string): Promise<void> {
  const chain = await listKept(mergedId);
  const merge = await db
    .deleteFrom("customerMerges")
    .where("mergedId", "=", mergedId)
    .returningAll()
    .executeTakeFirst();
  if (!merge) return;
  const { before, after, requests } = JSON.parse(merge.detail) as MergeDetail;
  const isSpent = await hasSpent(chain, requests);
  for (const { table, id } of requests) {
    // A made-up backup may name any.
    if (!MOVED_TABLES.includes(table) || (table === "storeCredits" && isSpent)) continue;
    await db
      .updateTable(table)
      .set({ customerId: mergedId })
      .where("id", "=", id)
      .where("customerId", "in", chain)
      .execute();
  }
  await restoreKept(merge.keptId, { before, after });
}

/** Whether store credit that came with a merge was used since: if it were still given back, it could be used twice. */
async function hasSpent(chain: readonly string[], moved: MergeDetail["requests"]): Promise<boolean> {
  const ids = new Set(moved.filter(({ table }) => table === "storeCredits").map(({ id }) => id));
  if (ids.size === 0) return false;
  const credits = await db
    .selectFrom("storeCredits")
    .select(["id", "amountCents"])
    .where("customerId", "in", chain)
    .execute();
  const rest = credits.filter(({ id }) => !ids.has(id));
  return rest.reduce((sum, { amountCents }) => sum + amountCents, 0) < 0;
}

/** The customers that one was merged into, one after the other. */
async function listKept(mergedId: string): Promise<string[]> {
  const chain: string[] = [];
  for (let id = mergedId; ; ) {
    const merge = await db
      .selectFrom("customerMerges")
      .select("keptId")
      .where("mergedId", "=", id)
      .executeTakeFirst();
    // Only in a made-up backup is a customer in the trash merged into one that was merged into it.
    if (!merge || merge.keptId === mergedId || chain.includes(merge.keptId)) break;
    id = merge.keptId;
    chain.push(id);
  }
  return chain;
}

async function restoreKept(
  id: string,
  { before, after }: Pick<MergeDetail, "before" | "after">,
): Promise<void> {
  const stored = await db.selectFrom("customers").selectAll().where("id", "=", id).executeTakeFirst();
  if (!stored) return;
  const restored = Object.entries(before).filter(
    ([name]) => stored[name as keyof typeof stored] === after[name as keyof typeof after],
  );
  const columns = { ...stored, ...Object.fromEntries(restored) };
  const row = await db
    .updateTable("customers")
    .set({
      ...columns,
      searchText: customerSearchText(columns),
      updatedAt: nextVersion(now(), stored.updatedAt),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const store: StoredCollection = CUSTOMERS;
  await indexRecord(store, row);
  await recordChange({
    record: toHistoryRecord(store, row),
    action: "changed",
    before: toHistoryValues(store, stored),
    after: toHistoryValues(store, row),
  });
  if (row.deletedAt === null) await claimContacts(row);
}

/** The customers in the trash that were merged into this one, the last first. */
export async function listMerges(
  keptId: string,
): Promise<{ mergedId: string; name: string; mergedAt: string; mergedBy: string | null }[]> {
  return db
    .selectFrom("customerMerges")
    .innerJoin("customers", "customers.id", "mergedId")
    .select(["mergedId", "name", "mergedAt", "mergedBy"])
    .where("keptId", "=", keptId)
    .orderBy("mergedAt", "desc")
    .execute();
}
