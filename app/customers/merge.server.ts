import { findRecord, updateRecord } from "~/collections/records.server";
import { toHistoryRecord } from "~/collections/store.server";
import { deleteRecord } from "~/collections/trash.server";
import { actor, now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { CUSTOMER_RECORDS, findCustomerRow, withoutTaken } from "./customer.server";
import type { Customer } from "./customers";
import { mergeFields } from "./merge";
import { type MergeDetail, MOVED_TABLES } from "./merged.server";

/** The versions of both that the user has seen. */
interface SeenVersions {
  kept: string;
  other: string;
}

/** `changed`: one of them is not what it was when the question was asked. `not-found`: one of them is gone, or both are one. */
type Merged = { outcome: "merged"; kept: Customer } | { outcome: "changed" | "not-found" };

/**
 * Makes two customers one. The other's requests become the kept one's, its numbers, addresses and notes are added, and what the kept
 * one does not have is filled in. The other goes into the trash; taking it out of there undoes all of it.
 */
export async function mergeCustomers(keptId: string, otherId: string, seen: SeenVersions): Promise<Merged> {
  return transaction(async (): Promise<Merged> => {
    const [kept, other] = await Promise.all([keptId, otherId].map((id) => findRecord(CUSTOMER_RECORDS, id)));
    const before = await findCustomerRow(keptId);
    if (!kept || !other || !before || keptId === otherId) return { outcome: "not-found" };
    if (kept.version !== seen.kept || other.version !== seen.other) return { outcome: "changed" };
    const requests = await moveRequests(otherId, keptId);
    // Before the other's numbers become the kept one's: each is one customer's.
    await deleteRecord(CUSTOMER_RECORDS, otherId);
    const fields = await withoutTaken(mergeFields(kept.item, other.item), keptId);
    const saved = await updateRecord(CUSTOMER_RECORDS, keptId, fields);
    if (saved.outcome !== "saved") throw new Error(`Two customers could not be merged: ${saved.outcome}`);
    const after = await findCustomerRow(keptId);
    const detail: MergeDetail = { ...differing(before, after ?? before), requests };
    await db
      .insertInto("customerMerges")
      .values({
        ...{ mergedId: otherId, keptId, detail: JSON.stringify(detail) },
        mergedAt: now().toISOString(),
        mergedBy: actor().username ?? null,
      })
      .execute();
    await recordChange({
      record: toHistoryRecord(CUSTOMER_RECORDS, before),
      action: "changed",
      after: {
        merged: describeMerge(
          otherId,
          requests.filter(({ table }) => REQUEST_KINDS.some((kind) => kind.table === table)).length,
        ),
      },
    });
    return { outcome: "merged", kept: saved.item };
  });
}

async function moveRequests(from: string, to: string): Promise<MergeDetail["requests"]> {
  const moved: MergeDetail["requests"] = [];
  for (const table of MOVED_TABLES) {
    const rows = await db
      .updateTable(table)
      .set({ customerId: to })
      .where("customerId", "=", from)
      .returning("id")
      .execute();
    moved.push(...rows.map(({ id }) => ({ table, id })));
  }
  return moved;
}

const MERGED_COLUMNS = [
  ...(["business", "phones", "emails", "street", "city", "state", "zipCode"] as const),
  ...(["notes", "wholesalePercent", "taxExemptNumber", "language"] as const),
];

function differing(before: Row<"customers">, after: Row<"customers">): Pick<MergeDetail, "before" | "after"> {
  const names = MERGED_COLUMNS.filter((name) => before[name] !== after[name]);
  const pick = (row: Row<"customers">) => Object.fromEntries(names.map((name) => [name, row[name]]));
  return { before: pick(before), after: pick(after) };
}

/** Without the other's name, which must not outlive it. */
function describeMerge(otherId: string, requests: number): string {
  const end = otherId.slice(-6).toUpperCase();
  return `Customer ${end} with ${requests === 1 ? "1 request" : `${requests} requests`}`;
}
