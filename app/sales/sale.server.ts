import { sql } from "kysely";
import { searchWords } from "~/collections/search-text";
import {
  findStoredRow,
  type StoredCollection,
  toRecord,
  type VersionedRecord,
} from "~/collections/store.server";
import { now } from "~/context.server";
import { anyOf, type Condition, columnContains, compareColumn } from "~/db/conditions.server";
import { db, transaction } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { StaffQuery } from "~/lists/staff";
import { MAX_LIMIT } from "~/lists/window";
import { foldText } from "~/values/normalize";
import { phoneDigits } from "~/values/phone";
import { formatSaleNumber } from "~/values/sale-number";
import { nextVersion } from "~/values/version";
import type { PaymentMethod, SaleLineKind } from "./sale";
import { type Deal, type Payment, SALES, type Sale, type SaleLine, type SaleSummary } from "./sales";
import { releaseStock } from "./stock.server";

interface SaleTypes {
  row: Row<"sales">;
  fields: Record<string, never>;
  record: SaleSummary;
  publicRecord: { _id: string };
  publicQuery: { sort: string; page: number };
}

/** The sales, and how they are searched. A draft in the trash releases what it holds. */
export const SALE_RECORDS: StoredCollection<SaleTypes> = {
  ...SALES,
  besidesOf,
  staffFilters,
  withDetails: (sales) => findSales(sales.map(({ _id }) => _id)),
  isStatusFixed: () => true,
  afterDelete: releaseDraft,
  restoreNote: async ({ id }) => {
    const hasStock = (await listLines(id)).some(
      ({ partId, vehicleId }) => partId !== null || vehicleId !== null,
    );
    return hasStock ? "What's on it is for sale to anyone until you save it again." : undefined;
  },
};

/** One sale with its lines and payments; undefined if there is none, or it is in the trash. */
export async function findSale(id: string): Promise<VersionedRecord<Sale> | undefined> {
  const row = await findStoredRow(SALE_RECORDS, id);
  return row && { item: await withDetails(row), version: row.updatedAt };
}

/** The row of one sale; undefined if there is none, or it is in the trash. */
export async function findSaleRow(id: string): Promise<Row<"sales"> | undefined> {
  return findStoredRow(SALE_RECORDS, id);
}

/** Sales with their lines and payments, in the order of the ids. */
export async function findSales(ids: readonly string[]): Promise<Sale[]> {
  const rows: Row<"sales">[] = [];
  // In batches, because SQLite limits the number of ids in one query.
  for (let start = 0; start < ids.length; start += MAX_LIMIT)
    rows.push(
      ...(await db
        .selectFrom("sales")
        .selectAll()
        .where("id", "in", ids.slice(start, start + MAX_LIMIT))
        .where("deletedAt", "is", null)
        .execute()),
    );
  const found = new Map(rows.map((row) => [row.id, row]));
  return withAllDetails(ids.flatMap((id) => found.get(id) ?? []));
}

/** Gives a sale a new version, because what the API returns for it has changed: what is owed, or its delivery. */
export async function renewSale({ id, updatedAt }: Pick<Row<"sales">, "id" | "updatedAt">): Promise<void> {
  await db
    .updateTable("sales")
    .set({ updatedAt: nextVersion(now(), updatedAt) })
    .where("id", "=", id)
    .execute();
}

/**
 * Fills in the sort order of sales that a process of an older version stored while this one runs: it doesn't know what a list sorts and
 * searches by.
 */
export async function fillSalesOfOlderVersions(): Promise<void> {
  const rows = await db.selectFrom("sales").selectAll().where("listedAt", "=", "").execute();
  if (rows.length === 0) return;
  await transaction(async () => {
    for (const { id, completedAt, createdAt, customerName } of rows)
      await db
        .updateTable("sales")
        .set({ listedAt: completedAt ?? createdAt, customerSearchText: foldText(customerName ?? "") })
        .where("id", "=", id)
        .where("listedAt", "=", "")
        .execute();
  });
}

/** The lines of a sale, in their order. */
export async function listLines(saleId: string): Promise<Row<"saleLines">[]> {
  return db.selectFrom("saleLines").selectAll().where("saleId", "=", saleId).orderBy("position").execute();
}

/** The payments of a sale, in their order. */
export async function listPayments(saleId: string): Promise<Row<"payments">[]> {
  return db.selectFrom("payments").selectAll().where("saleId", "=", saleId).orderBy("position").execute();
}

/** A row as the API's record, with its lines and payments. */
export async function withDetails(row: Row<"sales">): Promise<Sale> {
  const [sale] = await withAllDetails([row]);
  return sale as Sale;
}

async function withAllDetails(rows: readonly Row<"sales">[]): Promise<Sale[]> {
  const ids = rows.map(({ id }) => id);
  const [lines, payments] = [new Map<string, SaleLine[]>(), new Map<string, Payment[]>()];
  const deals = new Map<string, Deal>();
  const owed = new Map(
    rows.map(({ id, status, accountCents }) => [id, status === "completed" ? accountCents : 0]),
  );
  const lessOwed = (id: string, cents: number) => owed.set(id, (owed.get(id) ?? 0) - cents);
  for (let start = 0; start < ids.length; start += MAX_LIMIT) {
    const batch = ids.slice(start, start + MAX_LIMIT);
    const found = await db
      .selectFrom("saleLines")
      .selectAll()
      .where("saleId", "in", batch)
      .orderBy("position")
      .execute();
    for (const line of found) lines.set(line.saleId, [...(lines.get(line.saleId) ?? []), toLine(line)]);
    const paid = await db
      .selectFrom("payments")
      .selectAll()
      .where("saleId", "in", batch)
      .orderBy("position")
      .execute();
    for (const one of paid) payments.set(one.saleId, [...(payments.get(one.saleId) ?? []), toPayment(one)]);
    for (const one of paid) if (one.isForAccount === 1) lessOwed(one.saleId, one.amountCents);
    const credited = await db
      .selectFrom("creditNotes")
      .select(["saleId", "totalCents"])
      .where("saleId", "in", batch)
      .where("method", "=", "account")
      .execute();
    for (const { saleId, totalCents } of credited) lessOwed(saleId, totalCents);
    for (const deal of await db.selectFrom("deals").selectAll().where("saleId", "in", batch).execute())
      deals.set(deal.saleId, toDeal(deal));
  }
  return rows.map((row) => ({
    ...toRecord(SALE_RECORDS, row),
    lines: lines.get(row.id) ?? [],
    payments: payments.get(row.id) ?? [],
    ...((owed.get(row.id) ?? 0) > 0 ? { owed: (owed.get(row.id) ?? 0) / 100 } : {}),
    ...(deals.has(row.id) ? { deal: deals.get(row.id) } : {}),
  }));
}

/** What a search of the list and of everything finds a sale by: its number, its customer, and what is on it. */
export function saleSearchText(
  row: Pick<Row<"sales">, "id" | "number" | "customerName" | "customerPhone" | "customerEmail" | "tracking">,
  lines: readonly Pick<Row<"saleLines">, "description" | "stockNumber" | "vin">[],
): string {
  const { customerName, customerPhone, customerEmail, tracking } = row;
  const texts = [
    formatSaleNumber(row),
    ...[row.number === null ? "" : String(row.number), customerName, customerPhone, customerEmail, tracking],
    phoneDigits(customerPhone ?? ""),
    ...lines.flatMap(({ description, stockNumber, vin }) => [description, stockNumber, vin]),
  ];
  return ` ${foldText(texts.filter(Boolean).join(" "))} `;
}

function besidesOf(row: Row<"sales">): Record<string, unknown> {
  const { customerId, partRequestId, repairRequestId, creditNoteId, exchangeFor } = row;
  return {
    number: formatSaleNumber(row),
    ...{ customerId, partRequestId, repairRequestId, creditNoteId, exchangeFor },
    ...{ completedAt: row.completedAt, voidedAt: row.voidedAt, voidedBy: row.voidedBy },
    taxPercent: row.taxRate / 1000,
    untaxed: row.untaxedCents > 0 ? row.untaxedCents / 100 : null,
    ...{ weight: row.weightPounds, length: row.lengthInches },
    ...{ width: row.widthInches, height: row.heightInches },
  };
}

function toLine(row: Row<"saleLines">): SaleLine {
  const { id, kind, quantity, priceCents, percent, isTaxed, taxRate, ...line } = row;
  return known({
    _id: id,
    kind: kind as SaleLineKind,
    ...{ partId: line.partId, vehicleId: line.vehicleId, description: line.description },
    ...{ stockNumber: line.stockNumber, vin: line.vin, entryId: line.entryId, donorId: line.donorId },
    quantity: quantity / 100,
    price: inDollars(priceCents),
    percent: percent === null ? null : percent / 1000,
    isTaxed: isTaxed === 1,
    taxPercent: taxRate / 1000,
    taxPlace: line.taxPlace,
    amount: line.amountCents / 100,
    discount: line.discountCents / 100,
    tax: line.taxCents / 100,
    ...{ warranty: line.warranty, warrantyDays: line.warrantyDays },
  });
}

function toPayment(row: Row<"payments">): Payment {
  return known({
    _id: row.id,
    method: row.method as PaymentMethod,
    amount: row.amountCents / 100,
    tendered: inDollars(row.tenderedCents),
    change: row.changeCents / 100,
    reference: row.reference,
    isForAccount: row.isForAccount === 1,
    ...{ takenAt: row.takenAt, takenOn: row.takenOn, takenBy: row.takenBy },
  });
}

function toDeal(row: Row<"deals">): Deal {
  const { coBuyerName, coBuyerAddress, condition, odometer, deliveredOn, endedAt, endedReason } = row;
  const { tradeVin: vin, tradeYear: year, tradeMake: make, tradeModel: model, tradeCents } = row;
  const tradeIn = known({ vin, year, make, model, odometer: row.tradeOdometer, allowance: tradeCents / 100 });
  return known({
    ...{ coBuyerName, coBuyerAddress, condition, odometer, isMileageUnknown: row.isMileageUnknown === 1 },
    tradeIn: tradeCents > 0 || vin !== null || make !== null ? tradeIn : null,
    ...{ deliveredOn, endedAt, endedReason },
  });
}

function inDollars(cents: number | null): number | null {
  return cents === null ? null : cents / 100;
}

/** Without the names that have no value. */
function known<Value extends object>(value: { [Name in keyof Value]: Value[Name] | null }): Value {
  return Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null)) as Value;
}

const IS_DEAL = sql<boolean>`exists (select 1 from "deals" where "deals"."saleId" = "sales"."id")`;

/** By clerk and customer as typed, and by kind and days. */
function staffFilters(filters: StaffQuery["filters"] = {}): Condition[] {
  const { clerk, customer, kind, from, to } = filters;
  return [
    ...compareColumn("clerk", "=", clerk),
    ...compareColumn("soldOn", ">=", from),
    ...compareColumn("soldOn", "<=", to),
    ...(kind === undefined ? [] : [kind === "deal" ? IS_DEAL : sql<boolean>`not ${IS_DEAL}`]),
    ...(customer === undefined
      ? []
      : searchWords(customer).map((forms) =>
          anyOf(forms.map((form) => columnContains("customerSearchText", form))),
        )),
  ];
}

async function releaseDraft(id: string): Promise<void> {
  for (const line of await listLines(id)) await releaseStock(id, line);
  await db.updateTable("saleLines").set({ heldBefore: null }).where("saleId", "=", id).execute();
}
