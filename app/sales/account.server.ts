import { type Expression, type SqlBool, sql } from "kysely";
import { business } from "~/business/business.server";
import { indexRecord } from "~/collections/search-index.server";
import { findStoredRow, toHistoryRecord } from "~/collections/store.server";
import { actor, now, roleOfActor } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { formatPaymentNumber, type OwedSale, shareOut } from "./account";
import { ACCOUNT_PAYMENT_RECORDS, paymentSearchText } from "./account-payment.server";
import type { GivenAccountPayment } from "./account-schema";
import { CASH_SALE } from "./sale";
import { renewSale, SALE_RECORDS } from "./sale.server";
import { takeNumber } from "./series.server";

/** What someone owes: their sales that aren't fully paid, oldest first. */
export interface Account {
  /** The customer's id; for a removed customer, the sale's. */
  id: string;
  name: string;
  phone: string | null;
  sales: OwedSale[];
  owedCents: number;
}

/** Everyone who owes something, oldest sale first. */
export async function listAccounts(): Promise<Account[]> {
  const accounts = new Map<string, Account>();
  for (const { customerPhone, ...sale } of await listOwedSales()) {
    const id = sale.customerId ?? sale.id;
    const account = accounts.get(id) ?? { id, name: "", phone: null, sales: [], owedCents: 0 };
    account.name = sale.customerName ?? CASH_SALE;
    account.phone = customerPhone;
    account.sales.push(sale);
    account.owedCents += sale.owedCents;
    accounts.set(id, account);
  }
  return [...accounts.values()];
}

/** What a customer owes, sale by sale; empty if nothing. @param id a customer's, or a sale's whose customer was removed */
export async function listOwedOf(id: string): Promise<OwedSale[]> {
  const [customer, sale] = [sql.ref("sales.customerId"), sql.ref("sales.id")];
  const isTheirs = sql<SqlBool>`(${customer} = ${id} or (${customer} is null and ${sale} = ${id}))`;
  return (await listOwedSales(isTheirs)).map(({ customerPhone: _, ...one }) => one);
}

async function listOwedSales(condition?: Expression<SqlBool>) {
  const rows = await db
    .selectFrom("sales")
    .where("accountCents", ">", 0)
    .where("status", "=", "completed")
    .$if(condition !== undefined, (query) => query.where(condition ?? sql<SqlBool>`true`))
    .orderBy("soldOn")
    .orderBy("id")
    .select((eb) => [
      ...(["id", "number", "soldOn", "customerId", "customerName", "customerPhone", "accountCents"] as const),
      eb
        .selectFrom("payments")
        .whereRef("payments.saleId", "=", "sales.id")
        .where("isForAccount", "=", 1)
        .select((of) => of.fn.sum<number | null>("amountCents").as("cents"))
        .as("paidLater"),
      eb
        .selectFrom("creditNotes")
        .whereRef("creditNotes.saleId", "=", "sales.id")
        .where("method", "=", "account")
        .select((of) => of.fn.sum<number | null>("totalCents").as("cents"))
        .as("credited"),
    ])
    .execute();
  return rows
    .map(({ paidLater, credited, number, soldOn, ...sale }) => ({
      ...sale,
      ...{ number: number ?? 0, soldOn: soldOn ?? "" },
      owedCents: sale.accountCents - (paidLater ?? 0) - (credited ?? 0),
    }))
    .filter(({ owedCents }) => owedCents > 0);
}

/** What is still owed for one sale, in cents. */
export async function findOwed(sale: Pick<Row<"sales">, "id">): Promise<number> {
  const [owed] = await listOwedSales(sql<SqlBool>`${sql.ref("sales.id")} = ${sale.id}`);
  return owed?.owedCents ?? 0;
}

/** The outcome of taking a payment; `fields` are sentences by the name of a field. */
export type PaymentTaken =
  | { outcome: "done"; payment: Row<"accountPayments"> }
  | { outcome: "invalid"; fields: Record<string, string[]> }
  | { outcome: "nothing-owed" };

/**
 * Takes a payment of what someone owes: for one of their sales, or for the oldest ones first. It has its own number, and the sales stay as
 * they were.
 * @param id see `listOwedOf`
 */
export function takeAccountPayment(
  id: string,
  { amount, method, on, note }: GivenAccountPayment,
  { saleId }: { saleId?: string | undefined } = {},
): Promise<PaymentTaken> {
  return transaction(async (): Promise<PaymentTaken> => {
    const all = await listOwedOf(id);
    const owed = saleId === undefined ? all : all.filter((sale) => sale.id === saleId);
    const [first] = owed;
    if (!first) return { outcome: "nothing-owed" };
    const today = dayInTimeZone(business.timeZone, now());
    const takenOn = on ?? today;
    const shares = shareOut(amount, owed);
    const fields: Record<string, string[]> = {};
    if (!shares)
      fields.amount = [
        `That's more than what is owed, ${formatExactPrice(owed.reduce((sum, { owedCents }) => sum + owedCents, 0) / 100)}`,
      ];
    if (takenOn > today) fields.on = ["This day is in the future"];
    const isTooEarly = shares?.some(
      (share) => takenOn < (owed.find((sale) => sale.id === share.saleId)?.soldOn ?? ""),
    );
    if (isTooEarly) fields.on = ["That's before the day of the sale"];
    if (!shares || Object.keys(fields).length > 0) return { outcome: "invalid", fields };
    const payment = await storePayment(
      {
        ...{ customerId: first.customerId, customerName: first.customerName, method, amountCents: amount },
        balanceCents: all.reduce((sum, { owedCents }) => sum + owedCents, 0) - amount,
        ...{ note: note ?? null, takenOn, takesBackId: null },
      },
      shares,
    );
    return { outcome: "done", payment };
  });
}

/** The outcome of reversing a payment; `refused` says why. */
type PaymentReversed =
  | { outcome: "done"; payment: Row<"accountPayments"> }
  | { outcome: "refused"; reason: string }
  | { outcome: "not-found" };

/** Reverses a payment that was wrong or didn't arrive, by a negative one dated today. Only owners may. */
export function reversePayment(id: string, reason: string): Promise<PaymentReversed> {
  return transaction(async (): Promise<PaymentReversed> => {
    const found = await findAccountPayment(id);
    if (!found) return { outcome: "not-found" };
    const refused = checkReversal(found);
    if (refused) return { outcome: "refused", reason: refused };
    const { customerId, customerName, method, amountCents, shares } = found;
    const owed = await listOwedOf(customerId ?? shares[0]?.saleId ?? "");
    const payment = await storePayment(
      {
        ...{ customerId, customerName, method, amountCents: -amountCents },
        balanceCents: owed.reduce((sum, { owedCents }) => sum + owedCents, 0) + amountCents,
        ...{ note: reason, takenOn: dayInTimeZone(business.timeZone, now()), takesBackId: id },
      },
      shares.map(({ saleId, cents }) => ({ saleId, cents: -cents })),
    );
    return { outcome: "done", payment };
  });
}

/** Why the current account can't reverse a payment; undefined if it can. */
export function checkReversal({ takesBackId, reversedBy }: AccountPayment): string | undefined {
  if ((roleOfActor() ?? "owner") !== "owner") return "Only an owner of the site can reverse a payment";
  if (takesBackId !== null) return "This already reverses a payment";
  return reversedBy === undefined
    ? undefined
    : `It was reversed by ${formatPaymentNumber(reversedBy.number)}`;
}

/** A payment with how much of it went to which sale, and the one that reverses it. */
export type AccountPayment = Row<"accountPayments"> & {
  shares: { saleId: string; saleNumber: number; soldOn: string; cents: number }[];
  reverses?: Pick<Row<"accountPayments">, "id" | "number"> | undefined;
  reversedBy?: Pick<Row<"accountPayments">, "id" | "number"> | undefined;
};

/** A payment; undefined if there is none. */
export async function findAccountPayment(id: string): Promise<AccountPayment | undefined> {
  const payment = await db.selectFrom("accountPayments").selectAll().where("id", "=", id).executeTakeFirst();
  if (!payment) return undefined;
  const shares = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    .where("accountPaymentId", "=", id)
    .orderBy("sales.soldOn")
    .orderBy("sales.id")
    .select(["saleId", "number", "soldOn", "amountCents"])
    .execute();
  const others = await db
    .selectFrom("accountPayments")
    .select(["id", "number", "takesBackId"])
    .where((eb) => eb.or([eb("takesBackId", "=", id), eb("id", "=", payment.takesBackId ?? "")]))
    .execute();
  return {
    ...payment,
    shares: shares.map(({ saleId, number, soldOn, amountCents }) => ({
      ...{ saleId, saleNumber: number ?? 0, soldOn: soldOn ?? "", cents: amountCents },
    })),
    reversedBy: others.find(({ takesBackId }) => takesBackId === id),
    reverses: others.find((other) => other.id === payment.takesBackId),
  };
}

/** The payments of a customer, the newest first. @param limit how many at most */
export function listAccountPayments(customerId: string, limit: number): Promise<Row<"accountPayments">[]> {
  return db
    .selectFrom("accountPayments")
    .selectAll()
    .where("customerId", "=", customerId)
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

async function storePayment(
  values: Pick<
    Row<"accountPayments">,
    | ("customerId" | "customerName" | "method" | "amountCents" | "balanceCents" | "note")
    | ("takenOn" | "takesBackId")
  >,
  shares: readonly { saleId: string; cents: number }[],
): Promise<Row<"accountPayments">> {
  const takenAt = now().toISOString();
  const takenBy = actor().username ?? "";
  const number = await takeNumber("accountPayment", 1001);
  const payment = await db
    .insertInto("accountPayments")
    .values({
      id: newId(now()),
      number,
      ...values,
      ...{ takenAt, takenBy, createdAt: takenAt, updatedAt: takenAt },
      searchText: paymentSearchText({ number, ...values }),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await indexRecord(ACCOUNT_PAYMENT_RECORDS, payment);
  for (const { saleId, cents } of shares) {
    const { position } = await db
      .selectFrom("payments")
      .where("saleId", "=", saleId)
      .select((eb) => eb.fn.max<number>("position").as("position"))
      .executeTakeFirstOrThrow();
    await db
      .insertInto("payments")
      .values({
        id: newId(now()),
        ...{ saleId, position: position + 1, method: values.method, amountCents: cents },
        ...{ tenderedCents: null, changeCents: 0, reference: values.note, isForAccount: 1 },
        ...{ accountPaymentId: payment.id, takenAt, takenOn: values.takenOn, takenBy },
      })
      .execute();
    await recordOnSale(saleId, payment, cents);
  }
  return payment;
}

/** A line in the sale's history, and a new version: what the API returns for it has changed. */
async function recordOnSale(saleId: string, payment: Row<"accountPayments">, cents: number): Promise<void> {
  const sale = await findStoredRow(SALE_RECORDS, saleId);
  if (!sale) return;
  await renewSale(sale);
  const said = [formatPaymentNumber(payment.number), formatExactPrice(cents / 100), payment.note];
  await recordChange({
    record: toHistoryRecord(SALE_RECORDS, sale),
    action: "changed",
    before: {},
    after: { [cents > 0 ? "paidLater" : "paymentReversed"]: said.filter(Boolean).join(", ") },
  });
}

/** A share of a payment as staff read it: `S-1004`. */
export function nameOfShare({ saleId, saleNumber }: AccountPayment["shares"][number]): string {
  return formatSaleNumber({ id: saleId, number: saleNumber });
}
