import { sql } from "kysely";
import { db } from "~/db/connection.server";
import { entryName } from "~/parts/catalog";
import { selectOldSales } from "~/sales/old-sale.server";
import { PAYMENT_METHODS, type PaymentMethod, SALE_LINE_LABELS, type SaleLineKind } from "~/sales/sale";
import { daysAfter } from "~/values/days";
import { formatCount } from "~/values/format";
import { forEachPacked, packRows, splitKey } from "./packed.server";
import { barsOf, type Days, formatCell, type Report, type ReportRow } from "./report";
import { sumFees } from "./tax.server";

/*
 * What was sold in some days. Only completed sales count, by the day on which they were completed; a voided one never happened. What came
 * back counts on the day it came back, below zero.
 */

/** Sales of some days, day by day, by kind of part, by clerk or by how they were paid. */
export function reportSold(days: Days, by: string): Promise<Report> {
  if (by === "part") return reportKinds(days);
  if (by === "clerk") return reportClerks(days);
  return by === "payment" ? reportPayments(days) : reportDays(days);
}

async function reportDays(days: Days): Promise<Report> {
  const [rows, imported] = await Promise.all([
    sumNet(days, "soldOn", "creditedOn"),
    sumImported(days, "soldOn"),
  ]);
  const net = new Map(imported);
  for (const { key, net: sold } of rows) net.set(key, (net.get(key) ?? 0) + sold);
  const table = withImported(salesTable("Day", "day", rows), imported, (day) => [day, 0, 0, 0, 0]);
  return {
    ...table,
    rows: [...table.rows].sort((one, other) => (String(one.cells[0]) < String(other.cells[0]) ? -1 : 1)),
    chart: { title: "Sold, before tax", kind: "money", bars: barsOf(net, days) },
  };
}

async function reportClerks(days: Days): Promise<Report> {
  return salesTable("Clerk", "text", await sumNet(days, "clerk", "clerk"));
}

const IMPORTED_NOTE =
  "Imported is what was sold before this program, as it was recorded, with tax or without. It isn't in the book or the journals.";

/** What was imported of old sales, by day or kind, in cents. */
async function sumImported({ from, to }: Days, by: "soldOn" | "entryId"): Promise<Map<string, number>> {
  const rows = await selectOldSales()
    .where("soldOn", ">=", from)
    .where("soldOn", "<", daysAfter(to, 1))
    .groupBy(by)
    .select((eb) => [eb.ref(by).as("key"), eb.fn.sum<number>("priceCents").as("cents")])
    .execute();
  const sums = new Map<string, number>();
  for (const { key, cents } of rows) {
    const name =
      by === "soldOn" ? (key ?? "").slice(0, 10) : (key && entryName(key)) || SALE_LINE_LABELS.part;
    sums.set(name, (sums.get(name) ?? 0) + cents);
  }
  return sums;
}

/**
 * A table with a column of what was imported, if anything was: apart from our own sales, which the receipts add up to.
 * @param emptyRow the cells of a row that has no sale of ours
 */
function withImported(
  table: Report,
  imported: ReadonlyMap<string, number>,
  emptyRow: (key: string) => ReportRow["cells"],
): Report {
  if (imported.size === 0) return table;
  const known = new Set(table.rows.map(({ cells: [key] }) => key));
  const others = [...imported.keys()]
    .filter((key) => !known.has(key))
    .map((key) => ({ cells: emptyRow(key) }));
  const sum = [...imported.values()].reduce((all, cents) => all + cents, 0);
  return {
    ...table,
    figures: [...table.figures, { label: "Imported", value: formatCell(sum, "money") }],
    columns: [...table.columns, { label: "Imported", kind: "money" }],
    rows: [...table.rows, ...others].map(({ cells, ...row }) => ({
      ...row,
      cells: [...cells, imported.get(String(cells[0])) ?? 0],
    })),
    ...(table.total ? { total: [...table.total, sum] } : {}),
    notes: [...(table.notes ?? []), IMPORTED_NOTE],
  };
}

interface SalesSums {
  key: string;
  count: number;
  net: number;
  tax: number;
  total: number;
}

/** Sales less what came back, by day or clerk; a restocking fee stays with us. */
async function sumNet(
  days: Days,
  soldBy: "soldOn" | "clerk",
  returnedBy: "creditedOn" | "clerk",
): Promise<SalesSums[]> {
  const [sold, returned] = await Promise.all([sumSales(days, soldBy), sumReturns(days, returnedBy)]);
  const rows = new Map<string, SalesSums>();
  for (const { key, count, net, tax, total } of [...sold, ...returned]) {
    const row = rows.get(key ?? "") ?? { key: key ?? "", count: 0, net: 0, tax: 0, total: 0 };
    row.count += count;
    row.net += net;
    row.tax += tax;
    row.total += total;
    rows.set(row.key, row);
  }
  return [...rows.values()].sort((one, other) => one.key.localeCompare(other.key));
}

async function sumReturns({ from, to }: Days, key: "creditedOn" | "clerk") {
  const rows = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .groupBy(key)
    .select((eb) => [
      eb.ref(key).as("key"),
      sql<number>`sum("feeCents" - "goodsCents")`.as("net"),
      sql<number>`sum(0 - "taxCents")`.as("tax"),
      sql<number>`sum(0 - "totalCents")`.as("total"),
    ])
    .execute();
  return rows.map((row) => ({ ...row, count: 0 }));
}

async function sumSales({ from, to }: Days, key: "soldOn" | "clerk") {
  return db
    .selectFrom("sales")
    .where("status", "=", "completed")
    .where("soldOn", ">=", from)
    .where("soldOn", "<=", to)
    .groupBy(key)
    .orderBy(key)
    .select((eb) => [
      eb.ref(key).as("key"),
      eb.fn.countAll<number>().as("count"),
      sql<number>`sum("goodsCents" - "discountCents")`.as("net"),
      eb.fn.sum<number>("taxCents").as("tax"),
      eb.fn.sum<number>("totalCents").as("total"),
    ])
    .execute();
}

function salesTable(label: string, kind: "day" | "text", rows: readonly SalesSums[]): Report {
  const sum = (of: "count" | "net" | "tax" | "total") => rows.reduce((all, row) => all + row[of], 0);
  const [count, net, tax, total] = [sum("count"), sum("net"), sum("tax"), sum("total")];
  return {
    figures: [
      { label: "Sold, before tax", value: formatCell(net, "money") },
      { label: "Tax", value: formatCell(tax, "money") },
      { label: "Sales", value: formatCount(count) },
    ],
    columns: [
      { label, kind },
      { label: "Sales", kind: "count" },
      { label: "Sold", kind: "money" },
      { label: "Tax", kind: "money" },
      { label: "Total", kind: "money" },
    ],
    rows: rows.map(({ key, count, net, tax, total }) => ({ cells: [key, count, net, tax, total] })),
    total: ["Total", count, net, tax, total],
  };
}

async function reportKinds({ from, to }: Days): Promise<Report> {
  const days = await db
    .selectFrom("saleLines")
    .where("soldOn", ">=", from)
    .where("soldOn", "<=", to)
    .where("kind", "!=", "discount")
    .groupBy("soldOn")
    .select(packRows(sql`"amountCents" - "discountCents"`, ["kind", "entryId"]).as("packed"))
    .execute();
  const sums = new Map<string, { count: number; net: number }>();
  for (const { packed } of days)
    forEachPacked(packed, (key, cents) => {
      const sum = sums.get(key);
      if (!sum) sums.set(key, { count: 1, net: cents });
      else {
        sum.count += 1;
        sum.net += cents;
      }
    });
  const sold = [...sums].map(([key, sum]) => {
    const [kind = "", entryId = ""] = splitKey(key);
    return { kind, entryId, ...sum };
  });
  const returned = await sumReturnedKinds({ from, to });
  const imported = await sumImported({ from, to }, "entryId");
  const kinds = new Map<string, { name: string; count: number; net: number }>();
  for (const { kind, entryId, count, net } of [...sold, ...returned]) {
    // A core charge is given back, and counted among its part's lines it would halve what one brings.
    const ofPart = kind === "part" && entryId ? entryName(entryId) : undefined;
    const name = ofPart || SALE_LINE_LABELS[kind as SaleLineKind] || kind;
    const row = kinds.get(name) ?? { name, count: 0, net: 0 };
    row.count += count;
    row.net += net;
    kinds.set(name, row);
  }
  const rows = [...kinds.values()].sort(
    (one, other) => other.net - one.net || one.name.localeCompare(other.name),
  );
  const net = rows.reduce((all, row) => all + row.net, 0);
  const count = rows.reduce((all, row) => all + row.count, 0);
  const table: Report = {
    figures: [
      { label: "Sold, before tax", value: formatCell(net, "money") },
      { label: "Lines", value: formatCount(count) },
    ],
    columns: [
      { label: "Kind", kind: "text" },
      { label: "Lines", kind: "count" },
      { label: "Sold", kind: "money" },
      { label: "Each, on average", kind: "money" },
    ],
    rows: rows.map(
      ({ name, count, net }): ReportRow => ({
        cells: [name, count, net, count === 0 ? null : Math.round(net / count)],
      }),
    ),
    total: ["Total", count, net, null],
    chart: {
      title: "Sold, before tax",
      kind: "money",
      bars: rows.slice(0, 20).map(({ name, net }) => ({ label: name, value: net })),
    },
  };
  return withImported(table, imported, (name) => [name, 0, 0, null]);
}

/** What came back, by kind, below zero; restocking fees are a separate kind. */
async function sumReturnedKinds({ from, to }: Days) {
  const lines = await db
    .selectFrom("creditNoteLines")
    .innerJoin("creditNotes", "creditNotes.id", "creditNoteLines.creditNoteId")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .groupBy(["kind", "entryId"])
    .select(["kind", "entryId", sql<number>`sum(0 - "amountCents")`.as("net")])
    .execute();
  const fees = await sumFees({ from, to });
  return [
    ...lines.map((line) => ({ ...line, count: 0 })),
    ...(fees ? [{ kind: "Restocking fees", entryId: null, count: 0, net: fees }] : []),
  ];
}

async function reportPayments({ from, to }: Days): Promise<Report> {
  const sums = await db
    .selectFrom("payments")
    .innerJoin("sales", "sales.id", "payments.saleId")
    // A deposit for a draft was taken too.
    .where("sales.status", "!=", "voided")
    .where("takenOn", ">=", from)
    .where("takenOn", "<=", to)
    .groupBy(["method", "isForAccount"])
    .select((eb) => [
      "method",
      "isForAccount",
      eb.fn.countAll<number>().as("count"),
      eb.fn.sum<number>("amountCents").as("amount"),
    ])
    .execute();
  const order = Object.keys(PAYMENT_METHODS);
  const refunds = await db
    .selectFrom("creditNotes")
    .where("creditedOn", ">=", from)
    .where("creditedOn", "<=", to)
    .groupBy("method")
    .select((eb) => [
      "method",
      eb.fn.countAll<number>().as("count"),
      sql<number>`sum(0 - "totalCents")`.as("amount"),
    ])
    .execute();
  const paid = sums
    .map(({ method, isForAccount, count, amount }) => ({
      name: PAYMENT_METHODS[method as PaymentMethod] + (isForAccount ? ", for a sale on account" : ""),
      place: order.indexOf(method) * 2 + isForAccount,
      isMoney: method !== "account" && method !== "credit" && method !== "trade",
      count,
      amount,
    }))
    .sort((one, other) => one.place - other.place);
  const rows = [
    ...paid,
    ...refunds.map(({ method, count, amount }) => ({
      name: `Paid back: ${PAYMENT_METHODS[method as PaymentMethod]}`,
      isMoney: method !== "credit" && method !== "account",
      count,
      amount,
    })),
  ];
  const money = rows.reduce((all, { isMoney, amount }) => all + (isMoney ? amount : 0), 0);
  return {
    figures: [{ label: "Money taken in, less refunds", value: formatCell(money, "money") }],
    columns: [
      { label: "Payment", kind: "text" },
      { label: "Times", kind: "count" },
      { label: "Amount", kind: "money" },
    ],
    rows: rows.map(({ name, count, amount }) => ({ cells: [name, count, amount] })),
    total: [
      "Total",
      rows.reduce((all, { count }) => all + count, 0),
      rows.reduce((all, { amount }) => all + amount, 0),
    ],
    notes: ["By the day it was paid. On account, store credit and trade-ins aren't money taken in."],
  };
}
