import type { StoredCollection } from "~/collections/store.server";
import { compareColumn } from "~/db/conditions.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { foldText } from "~/values/normalize";
import { formatSaleNumber } from "~/values/sale-number";
import { formatPaymentNumber } from "./account";
import { ACCOUNT_PAYMENTS, type AccountPaymentRecord } from "./account-payments";

interface AccountPaymentTypes {
  row: Row<"accountPayments">;
  fields: Record<string, never>;
  record: AccountPaymentRecord;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

/** The payments on account, and how they are listed. */
export const ACCOUNT_PAYMENT_RECORDS: StoredCollection<AccountPaymentTypes> = {
  ...ACCOUNT_PAYMENTS,
  staffFilters: ({ method, from, to } = {}) => [
    ...compareColumn("method", "=", method),
    ...compareColumn("takenOn", ">=", from),
    ...compareColumn("takenOn", "<=", to),
  ],
  isStatusFixed: () => true,
  besidesOf: ({ number, customerId, takenAt, takesBackId }) => ({
    number: formatPaymentNumber(number),
    ...{ customerId, takenAt, takesBackId },
  }),
  withDetails: addShares,
};

/** What a search finds a payment by: its number, its customer and its note. */
export function paymentSearchText({
  number,
  customerName,
  note,
}: Pick<Row<"accountPayments">, "number" | "customerName" | "note">): string {
  return ` ${foldText([formatPaymentNumber(number), customerName, note].filter(Boolean).join(" "))} `;
}

/** At most `MAX_LIMIT` at once, as the API's lists are read. */
async function addShares(payments: readonly AccountPaymentRecord[]): Promise<AccountPaymentRecord[]> {
  if (payments.length === 0) return [];
  const ids = payments.map(({ _id }) => _id);
  const rows = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    .where("accountPaymentId", "in", ids)
    .orderBy("sales.soldOn")
    .orderBy("sales.id")
    .select(["accountPaymentId", "saleId", "number", "amountCents"])
    .execute();
  return payments.map((payment) => ({
    ...payment,
    shares: rows
      .filter(({ accountPaymentId }) => accountPaymentId === payment._id)
      .map(({ saleId, number, amountCents }) => ({
        ...{ saleId, saleNumber: formatSaleNumber({ id: saleId, number }), amount: amountCents / 100 },
      })),
  }));
}
