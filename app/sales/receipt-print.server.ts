import { business } from "~/business/business.server";
import { toHistoryRecord } from "~/collections/store.server";
import { db } from "~/db/connection.server";
import { recordChange } from "~/history/changes.server";
import { formatDateTime } from "~/values/format";
import { formatSaleNumber } from "~/values/sale-number";
import { findSaleRow, SALE_RECORDS } from "./sale.server";

/** Writes into a sale's history that its receipt was printed. */
export async function recordPrint(saleId: string): Promise<void> {
  const sale = await findSaleRow(saleId);
  if (sale)
    await recordChange({
      record: toHistoryRecord(SALE_RECORDS, sale),
      action: "changed",
      after: { printed: formatSaleNumber(sale) },
    });
}

/** What a print says that is not the first: `Copy. First printed on Dec 20, 2026, 10:04 AM`. */
export async function findCopyNote(saleId: string): Promise<string | undefined> {
  const first = await db
    .selectFrom("changes")
    .where("recordKind", "=", SALE_RECORDS.recordKind)
    .where("recordId", "=", saleId)
    .where("after", "like", '{"printed":%')
    .orderBy("at")
    .limit(1)
    .select("at")
    .executeTakeFirst();
  return first && `Copy. First printed on ${formatDateTime(first.at, business.timeZone)}`;
}
