import { actor } from "~/context.server";
import { transaction } from "~/db/connection.server";
import { formatExactPrice } from "~/values/money";
import { formatPhone } from "~/values/phone";
import { isAnother, type Shown } from "./customer.server";
import { listEstimates, storeApproval } from "./estimate.server";
import type { RecordedApproval } from "./estimate-schema";
import { findRequestRow } from "./record.server";
import { REPAIR_REQUESTS } from "./repair-requests";
import { addNote, writeColumns } from "./work.server";

/** How a customer approved an estimate other than on their private page. */
const APPROVED_HOW = { phone: "by phone", counter: "in person", writing: "in writing" } as const;

/**
 * Records an approval given to staff: by phone with the number, as 15 NYCRR 82.5 requires, at the counter, or in writing. It counts like
 * one that the customer typed.
 */
export function recordApproval(
  id: string,
  { number, shown }: Shown,
  { name, how, phone, oldParts }: RecordedApproval,
): Promise<"done" | "again" | "replaced" | "not-found"> {
  return transaction(async () => {
    const stored = await findRequestRow(REPAIR_REQUESTS, id);
    if (!stored || stored.deletedAt !== null) return "not-found";
    const estimate = (await listEstimates(id)).find((one) => one.number === number);
    if (estimate && isAnother(shown, formatExactPrice(estimate.figures.total / 100))) return "replaced";
    // Written first, which locks the row until all of it is stored.
    const row = await writeColumns(REPAIR_REQUESTS, stored, {});
    const by = actor().username;
    const words = [
      how === "phone" ? `${APPROVED_HOW.phone} at ${formatPhone(phone ?? "")}` : APPROVED_HOW[how],
      ...(by ? [`recorded by ${by}`] : []),
    ].join(", ");
    const approval = await storeApproval(row, number, { name, oldParts }, words);
    if (typeof approval === "string") return approval;
    await writeColumns(REPAIR_REQUESTS, row, { keptUntil: approval.keptUntil });
    await addNote(REPAIR_REQUESTS, id, approval.note);
    return "done";
  });
}
