import { business } from "~/business/business.server";
import { db } from "~/db/connection.server";
import { dayInTimeZone, formatDay } from "~/values/format";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { CREDIT_NOTES_PAGE, formatCreditNumber } from "./returns";
import { SALE_STATUSES, SALES_PAGE, type SaleStatus } from "./sale";

/** A sale or a credit note as its customer's page shows it. */
export interface SaleOrReturn {
  to: string;
  /** `S-1002`, `CN-1001` */
  number: string;
  /** `Nov 29, 2026`; for a draft, when it was started. */
  day: string;
  kind: string;
  status: { label: string; tone: (typeof SALE_STATUSES)[SaleStatus]["tone"] } | undefined;
  total: string;
}

/** What a customer has bought and brought back, the newest first; `total` is how many there are, drafts and voided ones too. */
export async function listSalesAndReturns(
  customerId: string,
  limit: number,
): Promise<{ newest: SaleOrReturn[]; total: number }> {
  const [sales, notes, total] = await Promise.all([
    db
      .selectFrom("sales")
      .select(["id", "number", "status", "soldOn", "createdAt", "listedAt", "totalCents"])
      .where("customerId", "=", customerId)
      .where("deletedAt", "is", null)
      .orderBy("listedAt", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .execute(),
    db
      .selectFrom("creditNotes")
      .select(["id", "number", "creditedOn", "createdAt", "totalCents"])
      .where("customerId", "=", customerId)
      .orderBy("createdAt", "desc")
      .limit(limit)
      .execute(),
    countSalesAndReturns(customerId),
  ]);
  const found = [
    ...sales.map(({ id, number, status, soldOn, createdAt, listedAt, totalCents }) => ({
      listedAt,
      to: `${SALES_PAGE}/${id}`,
      number: formatSaleNumber({ id, number }),
      day: formatDay(`${soldOn ?? dayInTimeZone(business.timeZone, new Date(createdAt))}T00:00:00.000Z`),
      kind: "Sale",
      status: status === "completed" ? undefined : SALE_STATUSES[status as SaleStatus],
      total: formatExactPrice(totalCents / 100),
    })),
    ...notes.map(({ id, number, creditedOn, createdAt, totalCents }) => ({
      listedAt: createdAt,
      to: `${CREDIT_NOTES_PAGE}/${id}`,
      number: formatCreditNumber(number),
      day: formatDay(`${creditedOn}T00:00:00.000Z`),
      kind: "Credit note",
      status: undefined,
      total: formatExactPrice(-totalCents / 100),
    })),
  ];
  return {
    newest: found
      .sort((one, other) => (one.listedAt < other.listedAt ? 1 : -1))
      .slice(0, limit)
      .map(({ listedAt: _, ...one }) => one),
    total: total.sales + total.creditNotes,
  };
}

/** How many sales and credit notes a customer has, without discarded drafts. */
export async function countSalesAndReturns(
  customerId: string,
): Promise<{ sales: number; creditNotes: number }> {
  const [sales, notes] = await Promise.all(
    (["sales", "creditNotes"] as const).map((table) =>
      db
        .selectFrom(table)
        .where("customerId", "=", customerId)
        .where("deletedAt", "is", null)
        .select((eb) => eb.fn.countAll<number>().as("count"))
        .executeTakeFirstOrThrow(),
    ),
  );
  return { sales: Number(sales?.count ?? 0), creditNotes: Number(notes?.count ?? 0) };
}
