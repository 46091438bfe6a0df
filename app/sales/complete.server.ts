import { business } from "~/business/business.server";
import { indexRecord } from "~/collections/search-index.server";
import { findStoredRow, toHistoryRecord, toHistoryValues } from "~/collections/store.server";
import { actor, now, roleOfActor } from "~/context.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { recordChange } from "~/history/changes.server";
import { findTradePurchase } from "~/purchases/find-purchase.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow, toRequest } from "~/requests/record.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { changeStatuses } from "~/requests/work.server";
import { formatTaxRate } from "~/values/decimal";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { formatExactPrice } from "~/values/money";
import { type ExpectedVersion, nextVersion } from "~/values/version";
import { findDeal, findDealFaults } from "./deal-row.server";
import { recordSale, refuseChange, type SaleFaults, type SaleWritten } from "./draft.server";
import { CASH_SALE, warrantyDays } from "./sale";
import { listLines, listPayments, SALE_RECORDS, saleSearchText, withDetails } from "./sale.server";
import type { Sale } from "./sales";
import { takeNumber } from "./series.server";
import { releaseStock, sellStock } from "./stock.server";
import { findNewRate, findTaxRate } from "./tax.server";
import { recordVehicleSold, undoVehicleSold } from "./vehicle-book.server";

/*
 * A completed draft gets its number, and from then on nothing in it changes; an owner can void it on the same day, and its number stays.
 * The migration's triggers enforce the same.
 */

/** The outcome of completing a sale. `isAgain`: it was completed before, by a double press or after a lost response. */
export type Completed =
  | { outcome: "completed"; sale: Sale; version: string; isAgain: boolean }
  | Exclude<SaleWritten, { outcome: "saved" }>;

const COMPLETE_MESSAGES = {
  empty: "Please add what is sold",
  price: "Please enter a price, or 0 if it's free",
  account: "A sale on account needs a known customer. Please find or add them",
  credit: (has: number) => `The customer has ${formatExactPrice(has / 100)} of store credit`,
  noCredit: "Store credit needs a known customer",
  due: (cents: number) => `${formatExactPrice(cents / 100)} is still due`,
  over: (cents: number) => `That's ${formatExactPrice(cents / 100)} more than is due. Only cash gives change`,
  rate: (place: string, rate: number) =>
    `The tax rate of ${place} is ${formatTaxRate(rate)} now. Save the draft to get the new total, and tell the customer`,
  newRate: (place: string, rate: number) =>
    `The tax rate of ${place} is ${formatTaxRate(rate)} now, and the total has changed. Tell the customer the new total, then complete it`,
  place: "Settings no longer has a tax rate for this place. Please choose another",
  shipTo: "Please enter where it's shipped to",
} as const;

/** Thrown to roll back what the completion has stored so far. */
class NotCompleted extends Error {
  constructor(readonly fields: SaleFaults) {
    super("The sale can't be completed.");
  }
}

/** Completes a draft: in one transaction it gets the next number, and what is on it is sold. One completed before is returned as is. */
export async function completeSale(
  id: string,
  { version }: { version?: ExpectedVersion } = {},
): Promise<Completed> {
  try {
    return await transaction(() => complete(id, version));
  } catch (error) {
    if (error instanceof NotCompleted) return { outcome: "invalid", fields: error.fields };
    throw error;
  }
}

async function complete(id: string, version: ExpectedVersion): Promise<Completed> {
  const stored = await findStoredRow(SALE_RECORDS, id);
  if (!stored) return { outcome: "not-found" };
  if (stored.status === "completed")
    return {
      outcome: "completed",
      sale: await withDetails(stored),
      version: stored.updatedAt,
      isAgain: true,
    };
  const refused = await refuseChange(stored, version);
  if (refused) return refused;
  const [lines, payments] = [await listLines(id), await listPayments(id)];
  const faults = await findFaults(stored, lines, payments);
  if (Object.keys(faults).length > 0) throw new NotCompleted(faults);
  const soldOn = dayInTimeZone(business.timeZone, now());
  const deal = await findDeal(id);
  const odometer = deal?.odometer ?? undefined;
  for (const [index, line] of lines.entries()) {
    if (line.kind === "vehicle") await recordVehicleSold(line, stored, { soldOn, odometer });
    const reason = await sellStock(id, line, stored.customerName ?? CASH_SALE);
    if (reason) throw new NotCompleted({ [`lines.${index}.${line.kind}`]: [reason] });
    const days = warrantyDays(line.warranty, soldOn) ?? null;
    await db.updateTable("saleLines").set({ soldOn, warrantyDays: days }).where("id", "=", line.id).execute();
  }
  const completedAt = now().toISOString();
  await takePayments(stored, payments, { takenAt: completedAt, takenOn: soldOn });
  const number = await takeNumber("sale", business.sales.firstNumber);
  const columns = {
    ...{ number, status: "completed", completedAt, listedAt: completedAt, soldOn, typed: null },
    searchText: saleSearchText({ ...stored, number }, lines),
    updatedAt: nextVersion(now(), stored.updatedAt),
  };
  const row = await db
    .updateTable("sales")
    .set(columns)
    .where("id", "=", id)
    // In addition to the write lock, so that nothing can complete one twice.
    .where("status", "=", "draft")
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordSale(row, { row: stored, lines }, lines);
  if (row.partRequestId !== null) await changeStatuses(PART_REQUESTS, [row.partRequestId], PART_REQUESTS.won);
  // A deal that fell through is completed too, for the deposit that was kept.
  if (deal?.vehicleInquiryId && deal.endedAt === null)
    await changeStatuses(VEHICLE_INQUIRIES, [deal.vehicleInquiryId], VEHICLE_INQUIRIES.won);
  return { outcome: "completed", sale: await withDetails(row), version: row.updatedAt, isAgain: false };
}

/**
 * What a draft lacks to be completed; empty if nothing.
 * @param options `isAddedUpAnew`: it has just got a new tax rate, which nobody has seen yet
 */
export async function checkSale(
  id: string,
  { isAddedUpAnew = false }: { isAddedUpAnew?: boolean } = {},
): Promise<SaleFaults> {
  const stored = await findStoredRow(SALE_RECORDS, id);
  if (stored?.status !== "draft") return {};
  const faults = await findFaults(stored, await listLines(id), await listPayments(id));
  if (isAddedUpAnew) faults.taxPlace ??= [COMPLETE_MESSAGES.newRate(stored.taxPlace ?? "", stored.taxRate)];
  return faults;
}

/**
 * Whether a draft was added up with a tax rate that is no longer in Settings: a page that saves it before completing it recalculates it,
 * and must say so first.
 */
export async function hasOldRate(id: string): Promise<boolean> {
  const stored = await findStoredRow(SALE_RECORDS, id);
  return stored?.status === "draft" && findNewRate(stored) !== undefined;
}

/** What a draft needs to be completed. */
async function findFaults(
  sale: Row<"sales">,
  lines: readonly Row<"saleLines">[],
  payments: readonly Row<"payments">[],
): Promise<SaleFaults> {
  const deal = await findDeal(sale.id);
  const faults: SaleFaults = deal ? findDealFaults(sale, deal) : {};
  if (lines.length === 0) faults.lines = [COMPLETE_MESSAGES.empty];
  for (const [index, { priceCents, percent }] of lines.entries())
    if (priceCents === null && percent === null) faults[`lines.${index}.price`] = [COMPLETE_MESSAGES.price];
  if (sale.delivery === "ship" && !sale.shipTo && !sale.customerAddress)
    faults.shipTo = [COMPLETE_MESSAGES.shipTo];
  const newRate = findNewRate(sale);
  if (!findTaxRate(sale.taxPlace ?? undefined)) faults.taxPlace = [COMPLETE_MESSAGES.place];
  else if (newRate) faults.taxPlace = [COMPLETE_MESSAGES.rate(newRate.place, newRate.rate)];
  const left = sale.totalCents - sale.paidCents;
  if (left > 0) faults.payments = [COMPLETE_MESSAGES.due(left)];
  if (left < 0) faults.payments = [COMPLETE_MESSAGES.over(-left)];
  const sumOf = (name: string) =>
    payments.reduce((sum, { method, amountCents }) => sum + (method === name ? amountCents : 0), 0);
  if (sumOf("account") > 0 && sale.customerId === null) faults.payments = [COMPLETE_MESSAGES.account];
  const credit = sumOf("credit");
  if (credit > 0) {
    const has = sale.customerId === null ? undefined : await findStoreCredit(sale.customerId);
    if (has === undefined) faults.payments = [COMPLETE_MESSAGES.noCredit];
    else if (has < credit) faults.payments = [COMPLETE_MESSAGES.credit(has)];
  }
  return faults;
}

/** A customer's store credit, in cents. */
export async function findStoreCredit(customerId: string): Promise<number> {
  const rows = await db
    .selectFrom("storeCredits")
    .select("amountCents")
    .where("customerId", "=", customerId)
    .execute();
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

async function takePayments(
  { id, customerId }: Row<"sales">,
  payments: readonly Row<"payments">[],
  taken: { takenAt: string; takenOn: string },
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ ...taken, takenBy: actor().username ?? null })
    .where("saleId", "=", id)
    .where("takenAt", "is", null)
    .execute();
  const credit = payments.reduce(
    (sum, { method, amountCents }) => sum + (method === "credit" ? amountCents : 0),
    0,
  );
  if (credit > 0 && customerId !== null) await addStoreCredit(customerId, -credit, { saleId: id });
}

/** Gives a customer store credit, or deducts what they use. */
export async function addStoreCredit(
  customerId: string,
  amountCents: number,
  { saleId = null, creditNoteId = null }: { saleId?: string | null; creditNoteId?: string | null },
): Promise<void> {
  await db
    .insertInto("storeCredits")
    .values({
      id: newId(now()),
      ...{ customerId, amountCents, saleId, creditNoteId },
      at: now().toISOString(),
      by: actor().username ?? "",
    })
    .execute();
}

/** The outcome of voiding a sale; `refused` says why. */
export type Voided =
  | { outcome: "voided"; sale: Sale; version: string; isAgain: boolean }
  | { outcome: "refused"; reason: string }
  | { outcome: "not-found" };

const VOID_MESSAGES = {
  owner: "Only an owner of the site can void a sale",
  draft: "A draft is discarded, not voided",
  day: "A sale can be voided only on the day it was completed. After that, return it",
} as const;
/** Why not even an owner can void a sale of today. */
const IN_THE_WAY = {
  returned: "Some of it already came back. Return the rest",
  deposit: "A deposit was taken on an earlier day, which is already counted. Return the sale instead",
  paid: "Money came in for what was on account. Reverse that payment first",
  trade: "The trade-in was already bought, and it's in the book. Delete that purchase first",
} as const;

/** Voids a sale that was completed today: it keeps its number and says why, and what was on it comes back. Only owners may. */
export function voidSale(id: string, reason: string): Promise<Voided> {
  return transaction(async (): Promise<Voided> => {
    const stored = await findStoredRow(SALE_RECORDS, id);
    if (!stored) return { outcome: "not-found" };
    if (stored.status === "voided")
      return { outcome: "voided", sale: await withDetails(stored), version: stored.updatedAt, isAgain: true };
    const refused = await refuseVoid(stored);
    if (refused) return { outcome: "refused", reason: refused.reason };
    const lines = await listLines(id);
    for (const line of lines) {
      await releaseStock(id, line);
      if (line.kind === "vehicle") await undoVehicleSold(line, "The sale was voided.");
    }
    const used = await db.selectFrom("storeCredits").selectAll().where("saleId", "=", id).execute();
    for (const { customerId, amountCents } of used)
      await addStoreCredit(customerId, -amountCents, { saleId: id });
    if (stored.partRequestId !== null && !(await isSoldOtherwise(stored)))
      await reopenRequest(stored.partRequestId);
    const deal = await findDeal(id);
    // One that fell through has won none: another deal may have.
    if (deal?.vehicleInquiryId && deal.endedAt === null) await reopenInquiry(deal.vehicleInquiryId);
    await db.updateTable("saleLines").set({ soldOn: null }).where("saleId", "=", id).execute();
    const row = await db
      .updateTable("sales")
      .set({
        status: "voided",
        voidedAt: now().toISOString(),
        voidedBy: actor().username ?? "",
        voidReason: reason,
        updatedAt: nextVersion(now(), stored.updatedAt),
      })
      .where("id", "=", id)
      .where("status", "=", "completed")
      .returningAll()
      .executeTakeFirstOrThrow();
    await recordChange({
      record: toHistoryRecord(SALE_RECORDS, row),
      action: "changed",
      before: toHistoryValues(SALE_RECORDS, stored),
      after: toHistoryValues(SALE_RECORDS, row),
    });
    await indexRecord(SALE_RECORDS, row);
    return { outcome: "voided", sale: await withDetails(row), version: row.updatedAt, isAgain: false };
  });
}

/** Whether another sale of the same part request stands. */
async function isSoldOtherwise({ id, partRequestId }: Row<"sales">): Promise<boolean> {
  const other = await db
    .selectFrom("sales")
    .select("id")
    .where("partRequestId", "=", partRequestId)
    .where("status", "=", "completed")
    .where("id", "!=", id)
    .executeTakeFirst();
  return other !== undefined;
}

/** The request that a voided sale had fulfilled waits for its part again. */
async function reopenRequest(id: string): Promise<void> {
  const request = await findRequestRow(PART_REQUESTS, id);
  if (request?.status !== PART_REQUESTS.won) return;
  const isQuoted = toRequest(PART_REQUESTS, request).quote !== undefined;
  await changeStatuses(PART_REQUESTS, [id], isQuoted ? "quoted" : "processing");
}

/** The inquiry that a voided deal had won is open again. */
async function reopenInquiry(id: string): Promise<void> {
  const inquiry = await findRequestRow(VEHICLE_INQUIRIES, id);
  if (inquiry?.status === VEHICLE_INQUIRIES.won) await changeStatuses(VEHICLE_INQUIRIES, [id], "contacted");
}

/** Why the current account can't void a sale now; undefined if it can. `isInTheWay`: they may void sales of its day, but not this one. */
export async function refuseVoid(
  sale: Row<"sales">,
): Promise<{ reason: string; isInTheWay: boolean } | undefined> {
  if ((roleOfActor() ?? "owner") !== "owner") return { reason: VOID_MESSAGES.owner, isInTheWay: false };
  return refuseVoidByOwner(sale);
}

/** The same for an owner, regardless of who acts. */
export async function refuseVoidByOwner(sale: Row<"sales">): ReturnType<typeof refuseVoid> {
  const refused = (reason: string, isInTheWay = false) => ({ reason, isInTheWay });
  if (sale.status !== "completed" || sale.soldOn === null) return refused(VOID_MESSAGES.draft);
  // After the clock was set back, the day may be ahead of today.
  if (dayInTimeZone(business.timeZone, now()) > sale.soldOn) return refused(VOID_MESSAGES.day);
  const reason = await findInTheWay(sale);
  return reason === undefined ? undefined : refused(reason, true);
}

async function findInTheWay(sale: Row<"sales">): Promise<string | undefined> {
  if (await findTradePurchase(sale.id)) return IN_THE_WAY.trade;
  const returned = await db
    .selectFrom("creditNotes")
    .select("id")
    .where("saleId", "=", sale.id)
    .executeTakeFirst();
  if (returned) return IN_THE_WAY.returned;
  const payments = await listPayments(sale.id);
  if (payments.some(({ takenOn }) => takenOn !== null && takenOn < (sale.soldOn ?? "")))
    return IN_THE_WAY.deposit;
  // A returned one leaves nothing.
  const later = payments.reduce(
    (sum, { isForAccount, amountCents }) => sum + (isForAccount === 1 ? amountCents : 0),
    0,
  );
  return later === 0 ? undefined : IN_THE_WAY.paid;
}
