import { business } from "~/business/business.server";
import { postalAddress } from "~/business/links";
import { toAbsoluteUrl } from "~/business/public-url";
import { config } from "~/config.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { type QrCode, renderQrCode } from "~/seo/qr-code.server";
import { formatDateTime, formatDay } from "~/values/format";
import { formatExactPrice, toCents } from "~/values/money";
import { formatSaleNumber } from "~/values/sale-number";
import { formatPaymentNumber, LATER_METHODS, type LaterMethod } from "./account";
import { type AccountPayment, nameOfShare } from "./account.server";
import type { Replacement } from "./exchange.server";
import { readReceiptKey, receiptPath } from "./receipt-link.server";
import {
  addUpRefund,
  formatCreditNumber,
  REFUND_METHODS,
  RETURN_REASONS,
  type RefundMethod,
  type RefundSums,
  type ReturnableLine,
  type ReturnReason,
  warrantyOn,
} from "./returns";
import { listOpenLines } from "./returns.server";
import { CASH_SALE, DELIVERIES } from "./sale";
import { findSale, findSales } from "./sale.server";
import { afterTradeIn, describePayment, listGiven, type Sale, type SaleLine } from "./sales";

/** The most receipts on a customer's page, the newest first. */
const MOST_RECEIPTS = 100;

/** A receipt as printed; all text. */
export interface ReceiptView {
  id: string;
  /** `Receipt S-1004`, or an invoice if something is still to be paid. */
  title: string;
  /** `Dec 20, 2026, 10:04 AM` */
  date: string;
  /** `Voided on …`, for one that no longer counts. */
  voided?: string;
  shop: string[];
  customer: string[];
  /** A page of the staff's, where a fact has one. */
  facts: [label: string, text: string, page?: string][];
  lines: {
    description: string;
    details: string[];
    quantity: string;
    price: string;
    amount: string;
    isTaxed: boolean;
  }[];
  sums: [label: string, amount: string][];
  paid: [label: string, amount: string][];
  /** What the customer may still get back, or owes. */
  notes: string[];
  /** A code that leads to this customer's receipts; undefined without PUBLIC_URL. */
  code?: QrCode;
}

/** The receipt of a completed or voided sale. */
export function toReceipt(sale: Sale): ReceiptView {
  const owed = toCents(sale.owed ?? 0);
  const url = toAbsoluteUrl(config.PUBLIC_URL, receiptPath(sale._id));
  return {
    id: sale._id,
    title: `${(sale.account ?? 0) > 0 ? "Invoice" : "Receipt"} ${sale.number}`,
    date: formatDateTime(sale.completedAt ?? sale.createdAt, business.timeZone),
    ...(sale.voidedAt ? { voided: `Voided on ${formatDateTime(sale.voidedAt, business.timeZone)}` } : {}),
    shop: shopLines(),
    customer: [
      sale.customerName ?? CASH_SALE,
      sale.customerAddress,
      sale.customerPhone,
      sale.customerEmail,
    ].flatMap((text) => (text ? [text] : [])),
    facts: factsOf(sale),
    lines: sale.lines.map((line) => ({
      description: line.kind === "part" ? `Used part: ${line.description}` : line.description,
      details: detailsOf(line, sale.soldOn),
      quantity: line.kind === "discount" ? "" : String(line.quantity),
      price: line.percent === undefined ? formatExactPrice(line.price ?? 0) : `${line.percent}%`,
      amount: formatExactPrice(line.amount),
      isTaxed: line.taxPercent > 0,
    })),
    sums: [
      ["Subtotal", formatExactPrice((sale.goods ?? 0) - (sale.discount ?? 0))],
      [taxLabel(sale), formatExactPrice(sale.tax ?? 0)],
      ["Total", formatExactPrice(sale.total ?? 0)],
    ],
    paid: listGiven(sale.payments).map(([label, amount]) => [label, formatExactPrice(amount)]),
    // The promises on a voided one no longer hold.
    notes: sale.voidedAt ? [] : notesOf(sale, owed),
    ...(url ? { code: renderQrCode(url) } : {}),
  };
}

/** A credit note on the same paper: what came back, how it was paid, and what replaces it. */
export function toCreditReceipt(
  note: Row<"creditNotes"> & { lines: Row<"creditNoteLines">[] },
  replacements: readonly Replacement[],
): ReceiptView {
  const price = (cents: number) => formatExactPrice(cents / 100);
  return {
    id: note.id,
    title: `Credit Note ${formatCreditNumber(note.number)}`,
    date: formatDateTime(note.createdAt, business.timeZone),
    shop: shopLines(),
    customer: [note.customerName ?? CASH_SALE],
    facts: [
      ["For sale", formatSaleNumber({ id: note.saleId, number: note.saleNumber })],
      ["Processed by", note.clerk],
      ...replacements.map(({ page, number, isDraft, what }): [string, string, string] => [
        isDraft ? "To be replaced on" : "Replaced on",
        what ? `${number}: ${what}` : number,
        page,
      ]),
      ...(note.notes ? [["Notes", note.notes] as [string, string]] : []),
    ],
    lines: note.lines.map((line) => ({
      description: line.description,
      details: [
        line.stockNumber && `Stock # ${line.stockNumber}`,
        RETURN_REASONS[line.reason as ReturnReason],
      ].flatMap((text) => (text ? [text] : [])),
      quantity: String(line.quantity / 100),
      price: price(Math.round((line.amountCents * 100) / line.quantity)),
      amount: price(line.amountCents),
      isTaxed: line.taxRate > 0,
    })),
    sums: [
      ["Subtotal", price(note.goodsCents)],
      ["Tax", price(note.taxCents)],
      ...(note.feeCents > 0 ? [["Restocking fee", price(-note.feeCents)] as [string, string]] : []),
      ["Total", price(note.totalCents)],
    ],
    paid: [[`Paid back, ${REFUND_LABELS[note.method as RefundMethod]}`, price(note.totalCents)]],
    notes: [],
  };
}

/** A payment on account on the same paper: which sales it pays, and what is still owed. */
export function toPaymentReceipt(payment: AccountPayment): ReceiptView {
  const price = (cents: number) => formatExactPrice(cents / 100);
  const { number, reverses, reversedBy, shares, amountCents, balanceCents } = payment;
  const how = [LATER_METHODS[payment.method as LaterMethod], payment.note].filter(Boolean).join(", ");
  return {
    id: payment.id,
    title: reverses
      ? `Reversal of Payment ${formatPaymentNumber(reverses.number)}`
      : `Payment ${formatPaymentNumber(number)}`,
    date: formatDay(`${payment.takenOn}T00:00:00.000Z`),
    ...(reversedBy ? { voided: `Reversed by ${formatPaymentNumber(reversedBy.number)}` } : {}),
    shop: shopLines(),
    customer: [payment.customerName ?? CASH_SALE],
    facts: [
      ["Number", formatPaymentNumber(number)],
      ["Taken by", payment.takenBy],
    ],
    lines: shares.map((share) => ({
      description: `Sale ${nameOfShare(share)} of ${formatDay(`${share.soldOn}T00:00:00.000Z`)}`,
      details: [],
      ...{ quantity: "", price: "", amount: price(share.cents), isTaxed: false },
    })),
    sums: [["Total", price(amountCents)]],
    paid: [
      [amountCents < 0 ? `Reversed, ${how}` : `Paid, ${how}`, price(amountCents)],
      ["Still owed on account", price(balanceCents)],
    ],
    notes: [],
  };
}

/** What the buyer of a car gets for a deposit on it; undefined if none was taken, or the deal is completed. */
export function toDepositReceipt(sale: Sale): ReceiptView | undefined {
  const taken = sale.payments.filter(({ takenAt }) => takenAt !== undefined);
  const last = taken.at(-1);
  if (sale.status !== "draft" || !last) return undefined;
  const inCents = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + toCents(amount), 0);
  const trade = sale.payments.filter(({ method }) => method === "trade").map(({ amount }) => amount);
  const left = inCents([sale.total ?? 0]) - inCents(taken.map(({ amount }) => amount)) - inCents(trade);
  return {
    id: sale._id,
    title: `Deposit, ${sale.number}`,
    date: formatDateTime(last.takenAt ?? "", business.timeZone),
    shop: shopLines(),
    customer: [sale.customerName ?? CASH_SALE, sale.customerAddress].flatMap((text) => (text ? [text] : [])),
    facts: [["Taken by", last.takenBy ?? ""]],
    lines: sale.lines.map((line) => ({
      description: line.description,
      details: [line.stockNumber && `Stock # ${line.stockNumber}`, line.vin && `VIN ${line.vin}`].flatMap(
        (text) => (text ? [text] : []),
      ),
      quantity: String(line.quantity),
      price: formatExactPrice(line.price ?? 0),
      amount: formatExactPrice(line.amount),
      isTaxed: line.taxPercent > 0,
    })),
    sums: [
      [taxLabel(sale), formatExactPrice(sale.tax ?? 0)],
      ["Total", formatExactPrice(sale.total ?? 0)],
      ...(trade.length > 0
        ? [["Trade-in", formatExactPrice(-inCents(trade) / 100)] as [string, string]]
        : []),
    ],
    paid: [
      ...taken.map((payment): [string, string] => [
        `Deposit, ${describePayment(payment)}`,
        formatExactPrice(payment.amount),
      ]),
      ["Balance", formatExactPrice(left / 100)],
    ],
    notes: [],
  };
}

const REFUND_LABELS: Record<RefundMethod, string> = {
  ...REFUND_METHODS,
  credit: "as store credit",
  account: "off what is owed on account",
};

function shopLines(): string[] {
  return [business.name, postalAddress(business), business.phone, business.email];
}

/**
 * What a receipt's key opens: that receipt, and the customer's others while the sale stands. A voided or returned one may have named the
 * wrong customer, whose other receipts must stay private.
 */
export async function findReceipts(key: string): Promise<ReceiptView[] | undefined> {
  const saleId = readReceiptKey(key);
  const found = saleId === undefined ? undefined : await findSale(saleId);
  if (!found || found.item.status === "draft") return undefined;
  const { item: sale } = found;
  const others = sale.customerId && (await stands(sale)) ? await listReceiptIds(sale.customerId) : [];
  const sales = await findSales(others.filter((id) => id !== sale._id));
  return [sale, ...sales].map(toReceipt);
}

/** Whether a sale counts, and something of it has not come back. */
async function stands({ _id, status }: Sale): Promise<boolean> {
  return status === "completed" && (await listOpenLines(_id)).some(({ left }) => left > 0);
}

async function listReceiptIds(customerId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("sales")
    .select("id")
    .where("customerId", "=", customerId)
    .where("status", "in", ["completed", "voided"])
    .where("deletedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(MOST_RECEIPTS)
    .execute();
  return rows.map(({ id }) => id);
}

function taxLabel(sale: Sale): string {
  const { taxPlace, taxPercent, taxExemptNumber } = sale;
  if (taxExemptNumber) return "Tax, exempt";
  return [`Tax${afterTradeIn(sale)}`, taxPlace, taxPercent > 0 ? `${taxPercent}%` : undefined]
    .filter(Boolean)
    .join(", ");
}

function factsOf(sale: Sale): [string, string][] {
  const all: [string, string | undefined][] = [
    ["Sold by", sale.clerk],
    ["In exchange for", sale.exchangeFor],
    ["Tax exempt number", sale.taxExemptNumber],
    ["Our sales tax number", business.sales.taxNumber],
    [DELIVERIES[sale.delivery], sale.delivery === "ship" ? (sale.shipTo ?? sale.customerAddress) : undefined],
    ["Carrier", [sale.carrier, sale.tracking].filter(Boolean).join(", ")],
  ];
  return all.filter((fact): fact is [string, string] => Boolean(fact[1]));
}

function detailsOf(
  { kind, stockNumber, vin, warranty, warrantyDays }: SaleLine,
  soldOn: string | undefined,
): string[] {
  // By the business's day, as a return counts: the evening of a sale is the next day in UTC.
  const warrantyEnd = soldOn && warrantyOn({ soldOn, warrantyDays: warrantyDays ?? null }, soldOn)?.until;
  const until = warrantyEnd ? ` until ${formatDay(`${warrantyEnd}T00:00:00.000Z`)}` : "";
  return [
    stockNumber && `Stock # ${stockNumber}`,
    vin && (kind === "vehicle" ? `VIN ${vin}` : `From VIN ${vin}`),
    warranty && `${warranty}${until}`,
  ].flatMap((text) => (text ? [text] : []));
}

/** A whole line, before anything of it came back. */
function toReturnable({ amount, discount, tax }: SaleLine): ReturnableLine {
  const [netCents, taxCents] = [toCents(amount - discount), toCents(tax)];
  return { quantity: 1, netCents, taxCents, returned: { quantity: 0, netCents: 0, taxCents: 0 } };
}

/** `, $21.63 with its tax` */
function withTax({ taxCents, totalCents }: RefundSums): string {
  return taxCents > 0 ? `, ${formatExactPrice(totalCents / 100)} with its tax` : "";
}

function notesOf(sale: Sale, owed: number): string[] {
  const cores = addUpRefund(
    sale.lines
      .filter(({ kind }) => kind === "core")
      .map((line) => ({ returnable: toReturnable(line), quantity: 1 })),
  );
  return [
    ...(owed > 0 ? [`${formatExactPrice(owed / 100)} is on account and still to be paid.`] : []),
    ...(cores.totalCents > 0
      ? [
          `Bring the old part back with this receipt, and you get the core charge of ${formatExactPrice(cores.goodsCents / 100)} back${withTax(cores)}.`,
        ]
      : []),
    // Only for parts: a car is sold as is, and a kept deposit isn't refunded.
    ...(business.returnPolicy && sale.lines.some(({ kind }) => kind === "part")
      ? [business.returnPolicy.sentence]
      : []),
  ];
}
