import { business } from "~/business/business.server";
import { findStoredRow, type StoredCollection, toHistoryRecord } from "~/collections/store.server";
import { now } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import { recordChange } from "~/history/changes.server";
import { formatDateTime } from "~/values/format";
import { ACCOUNT_PAYMENT_RECORDS } from "./account-payment.server";
import { CREDIT_NOTE_RECORDS } from "./credit-note.server";
import { SALE_RECORDS } from "./sale.server";

/** The papers whose second print says that it is a copy: what the history calls each, and whose history it is. */
const PAPERS = {
  receipt: { label: "Receipt", store: SALE_RECORDS },
  "credit-note": { label: "Credit note", store: CREDIT_NOTE_RECORDS },
  payment: { label: "Payment on account", store: ACCOUNT_PAYMENT_RECORDS },
  deposit: { label: "Deposit", store: SALE_RECORDS },
  "bill-of-sale": { label: "Bill of sale", store: SALE_RECORDS },
} as const;

/** A paper: its kind, and the id of what it shows. */
export interface Paper {
  kind: keyof typeof PAPERS;
  id: string;
}

/**
 * Records that a paper was printed, and in its record's history who printed it.
 * @param recordId of the record, if the paper is about a part of it
 */
export function recordPrint({ kind, id }: Paper, recordId = id): Promise<void> {
  const { label, store } = PAPERS[kind];
  return transaction(async () => {
    await db
      .insertInto("prints")
      .values({ paper: kind, paperId: id, firstAt: now().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const row = await findStoredRow(store as StoredCollection, recordId);
    if (row)
      await recordChange({
        record: toHistoryRecord(store as StoredCollection, row),
        action: "changed",
        after: { printed: label },
      });
  });
}

/** What any print but the first says: `Copy. First printed on Dec 20, 2026, 10:04 AM`. */
export async function findCopyNote({ kind, id }: Paper): Promise<string | undefined> {
  const print = await db
    .selectFrom("prints")
    .select("firstAt")
    .where("paper", "=", kind)
    .where("paperId", "=", id)
    .executeTakeFirst();
  return print && `Copy. First printed on ${formatDateTime(print.firstAt, business.timeZone)}`;
}
