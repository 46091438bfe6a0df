import { business } from "~/business/business.server";
import { toHistoryRecord } from "~/collections/store.server";
import { actor, now } from "~/context.server";
import { findCustomerRow } from "~/customers/customer.server";
import { db, transaction } from "~/db/connection.server";
import { recordChange } from "~/history/changes.server";
import { dayInTimeZone } from "~/values/format";
import { newId } from "~/values/id.server";
import { formatExactPrice, toCents } from "~/values/money";
import { type ExpectedVersion, isExpectedVersion } from "~/values/version";
import { completeSale } from "./complete.server";
import { FEE_NAMES, FEES, toTradeIn } from "./deal";
import { findDeal } from "./deal-row.server";
import type { EndedDeal, GivenDeal, GivenDeposit } from "./deal-schema";
import {
  discardSaleDraft,
  nextPosition,
  type SaleFaults,
  type SaleWritten,
  saveDraft,
  sumTaken,
} from "./draft.server";
import { findSaleRow, listLines, renewSale, SALE_RECORDS } from "./sale.server";
import type { GivenLine, SaleInput } from "./sale-schema";

/** Thrown to roll back what was stored so far. */
class NotSaved extends Error {
  constructor(readonly written: Exclude<SaleWritten, { outcome: "saved" }>) {
    super(written.outcome);
  }
}

interface DealOptions {
  version?: ExpectedVersion;
  /** A deposit taken with it. */
  deposit?: GivenDeposit | undefined;
}

/**
 * Stores the draft of a deal, which holds the vehicle for its buyer: its vehicle and fees are lines of a sale, and its trade-in pays part
 * of it.
 * @param id of the sale; undefined for a new one
 */
export async function saveDeal(
  id: string | undefined,
  given: GivenDeal,
  { version, deposit }: DealOptions = {},
): Promise<SaleWritten> {
  const trade = toTradeIn({
    tradeYear: given.tradeYear ?? null,
    tradeMake: given.tradeMake ?? null,
    tradeModel: given.tradeModel ?? null,
    tradeCents: given.tradeAllowance ?? 0,
  });
  const input = toSaleInput(given);
  const save = async (saleId: string | undefined, expected?: ExpectedVersion) => {
    const written = await saveDraft(saleId, input, { trade, ...(expected ? { version: expected } : {}) });
    if (written.outcome === "saved") return written;
    throw new NotSaved(
      written.outcome === "invalid" ? { ...written, fields: toDealFields(written.fields) } : written,
    );
  };
  try {
    return await transaction(async () => {
      const saved = await save(id, version);
      const saleId = saved.sale._id;
      await storeDeal(saleId, given);
      if (!deposit) return saved;
      // The trade-in pays part of it too, and payments taken can't be lowered.
      const due = toCents(saved.sale.total ?? 0) - trade.cents - (await sumTaken(saleId));
      const left = Math.max(due, 0);
      if (deposit.depositAmount > left)
        throw new NotSaved({
          outcome: "invalid",
          fields: { depositAmount: [`That's more than is due, ${formatExactPrice(left / 100)}`] },
        });
      await storePayment(saleId, deposit.depositAmount, deposit.depositMethod, deposit.depositReference);
      // Less is left to pay now.
      return await save(saleId);
    });
  } catch (error) {
    if (error instanceof NotSaved) return error.written;
    throw error;
  }
}

/** The outcome of ending a deal. `closed`: it isn't a draft anymore, because it was completed in the meantime. */
type DealEnded =
  | { outcome: "ended"; saleId: string }
  | { outcome: "discarded" }
  | { outcome: "invalid"; fields: SaleFaults }
  | { outcome: "changed" | "closed" | "not-found" };

/**
 * Ends a deal that fell through. The vehicle is for sale again. Without a deposit the draft goes to the trash; with one, what is kept and
 * what goes back are completed as a sale with a number, so that the money that came and went is never lost.
 */
export async function endDeal(
  saleId: string,
  { kept = 0, method, reason }: EndedDeal,
  { version }: { version?: ExpectedVersion } = {},
): Promise<DealEnded> {
  try {
    return await transaction(async (): Promise<DealEnded> => {
      const [sale, deal] = [await findSaleRow(saleId), await findDeal(saleId)];
      if (!sale || !deal) return { outcome: "not-found" };
      // A second press gets the same answer as the first.
      if (sale.status !== "draft")
        return deal.endedAt === null ? { outcome: "closed" } : { outcome: "ended", saleId };
      if (!isExpectedVersion(version, sale.updatedAt)) return { outcome: "changed" };
      const taken = await sumTaken(saleId);
      if (taken === 0 && kept === 0) {
        const discarded = await discardSaleDraft(saleId);
        return discarded.outcome === "discarded" ? { outcome: "discarded" } : { outcome: "closed" };
      }
      if (kept > taken)
        return {
          outcome: "invalid",
          fields: { kept: [`The deposit was ${formatExactPrice(taken / 100)}`] },
        };
      if (kept < taken && method === undefined)
        return { outcome: "invalid", fields: { method: ["Please choose how the deposit goes back"] } };
      if (method !== undefined && kept < taken) await storePayment(saleId, kept - taken, method, reason);
      const [vehicle] = await listLines(saleId);
      const what = kept > 0 ? "Deposit kept" : "Deposit returned";
      const line = toLine("other", {
        description: [what, vehicle?.description].filter(Boolean).join(", "),
        priceCents: kept,
        isTaxed: false,
      });
      await db
        .updateTable("deals")
        .set({ tradeCents: 0, endedAt: now().toISOString(), endedReason: reason })
        .where("saleId", "=", saleId)
        .execute();
      // The deposit of a deleted customer can still be kept or refunded.
      const customer = await findCustomerRow(sale.customerId ?? "");
      const head = {
        customerId: customer?.id,
        customerName: sale.customerName ?? undefined,
        customerPhone: sale.customerPhone ?? undefined,
        customerEmail: sale.customerEmail ?? undefined,
        customerAddress: sale.customerAddress ?? undefined,
        taxExemptNumber: sale.taxExemptNumber ?? undefined,
        notes: [sale.notes, reason].filter(Boolean).join("\n"),
      };
      const saved = await saveDraft(saleId, { ...NO_SHIPPING, ...head, lines: [line], payments: [] });
      if (saved.outcome !== "saved") throw new NotSaved(saved);
      const completed = await completeSale(saleId);
      if (completed.outcome !== "completed") throw new NotSaved(completed);
      return { outcome: "ended", saleId };
    });
  } catch (error) {
    if (!(error instanceof NotSaved)) throw error;
    const { written } = error;
    return written.outcome === "invalid" ? written : { outcome: "changed" };
  }
}

/** The outcome of setting a vehicle's delivery day. `closed`: the deal is not completed, or fell through. */
type DeliveryWritten = "saved" | "changed" | "closed" | "not-found";

/** Sets the day on which the buyer got the vehicle, after the sale is completed. */
export function setDelivered(
  saleId: string,
  deliveredOn: string,
  { version }: { version?: ExpectedVersion } = {},
): Promise<DeliveryWritten> {
  return transaction(async () => {
    const [sale, deal] = [await findSaleRow(saleId), await findDeal(saleId)];
    if (!sale || !deal) return "not-found";
    if (sale.status !== "completed" || deal.endedAt !== null) return "closed";
    if (!isExpectedVersion(version, sale.updatedAt)) return "changed";
    await db.updateTable("deals").set({ deliveredOn }).where("saleId", "=", saleId).execute();
    await renewSale(sale);
    await recordChange({
      record: toHistoryRecord(SALE_RECORDS, sale),
      action: "changed",
      before: { deliveredOn: deal.deliveredOn },
      after: { deliveredOn },
    });
    return "saved";
  });
}

async function storeDeal(saleId: string, given: GivenDeal): Promise<void> {
  const columns = {
    ...{ coBuyerName: given.coBuyerName ?? null, coBuyerAddress: given.coBuyerAddress ?? null },
    ...{ condition: given.condition, odometer: given.odometer ?? null },
    isMileageUnknown: given.isMileageUnknown ? 1 : 0,
    ...{ tradeVin: given.tradeVin ?? null, tradeYear: given.tradeYear ?? null },
    ...{ tradeMake: given.tradeMake ?? null, tradeModel: given.tradeModel ?? null },
    ...{ tradeOdometer: given.tradeOdometer ?? null, tradeCents: given.tradeAllowance ?? 0 },
    deliveredOn: given.deliveredOn ?? null,
  };
  await db
    .insertInto("deals")
    .values({
      ...{ saleId, vehicleInquiryId: given.vehicleInquiryId ?? null },
      ...{ ...columns, endedAt: null, endedReason: null },
    })
    .onConflict((conflict) => conflict.column("saleId").doUpdateSet(columns))
    .execute();
}

/** Money that came in for a draft, or went out, below zero: it counts now, whatever happens to the draft. */
async function storePayment(
  saleId: string,
  amountCents: number,
  method: string,
  reference: string | undefined,
): Promise<void> {
  // Payments that are only typed follow it.
  await db.deleteFrom("payments").where("saleId", "=", saleId).where("takenAt", "is", null).execute();
  await db
    .insertInto("payments")
    .values({
      id: newId(now()),
      ...{ saleId, position: await nextPosition(saleId), method, amountCents },
      ...{ tenderedCents: null, changeCents: 0, reference: reference ?? null, isForAccount: 0 },
      takenAt: now().toISOString(),
      takenOn: dayInTimeZone(business.timeZone, now()),
      takenBy: actor().username ?? null,
    })
    .execute();
}

const NO_SHIPPING = {
  ...{ delivery: "pickup" as const, shipTo: undefined, carrier: undefined, tracking: undefined },
  ...{ weight: undefined, length: undefined, width: undefined, height: undefined },
  ...{ partRequestId: undefined, repairRequestId: undefined, creditNoteId: undefined, taxPlace: undefined },
};

function toLine(
  kind: GivenLine["kind"],
  line: Partial<GivenLine> & Pick<GivenLine, "priceCents" | "isTaxed">,
): GivenLine {
  return { kind, quantity: 100, percent: null, ...line };
}

function toSaleInput(given: GivenDeal): SaleInput {
  const { customerId, customerName, customerPhone, customerEmail, customerAddress } = given;
  return {
    ...NO_SHIPPING,
    ...{ customerId, customerName, customerPhone, customerEmail, customerAddress },
    ...{ taxExemptNumber: given.taxExemptNumber, taxPlace: given.taxPlace, notes: given.notes },
    lines: [
      toLine("vehicle", { vehicle: given.vehicle, priceCents: given.price ?? null, isTaxed: undefined }),
      ...FEE_NAMES.flatMap((name) => {
        const { amount, isTaxed } = given.fees[name];
        return amount
          ? [toLine("other", { description: FEES[name].label, priceCents: amount, isTaxed })]
          : [];
      }),
    ],
    payments: given.payments.map((payment) => payment && { ...payment, givenCents: payment.amount ?? null }),
  };
}

/** `lines.0.vehicle` as the deal's form calls it. */
export function toDealFields(faults: SaleFaults): SaleFaults {
  return Object.fromEntries(
    Object.entries(faults).map(([name, messages]) => {
      if (name === "lines.0.price") return ["price", messages];
      if (name === "payments") return ["payments.0.amount", messages];
      return [name.startsWith("lines") || name === "customerId" ? "vehicle" : name, messages];
    }),
  );
}
