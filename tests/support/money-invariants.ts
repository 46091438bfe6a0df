import type { CompiledQuery } from "kysely";
import { verifyBook } from "~/book/book.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import { findBookkeepingFile } from "~/reports/bookkeeping.server";
import { addUpCash, type ExpectedCash } from "~/reports/day-close";
import { findExpectedCash } from "~/reports/day-close.server";
import type { Days, Report } from "~/reports/report";
import { reportSold } from "~/reports/sold.server";
import { reportTax } from "~/reports/tax.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import type { SaleLineKind } from "~/sales/sale";
import { addUpSale } from "~/sales/sums";

/*
 * What must be true of the money and the stock whatever was done: read from the database, and of the drawer, the reports and the journal
 * from what they say, so that it holds of any history, on either engine.
 */

/** What the rules are about: built once, because to build a query takes longer than to do it. */
const READS = {
  sales: db.selectFrom("sales").selectAll().compile(),
  lines: db.selectFrom("saleLines").selectAll().orderBy("position").compile(),
  payments: db.selectFrom("payments").selectAll().compile(),
  notes: db.selectFrom("creditNotes").selectAll().orderBy("number").compile(),
  noteLines: db.selectFrom("creditNoteLines").selectAll().compile(),
  credits: db.selectFrom("storeCredits").selectAll().compile(),
  accountPayments: db.selectFrom("accountPayments").selectAll().orderBy("number").compile(),
  deals: db.selectFrom("deals").selectAll().compile(),
  series: db.selectFrom("numberSeries").selectAll().compile(),
  parts: db.selectFrom("parts").selectAll().compile(),
  vehicles: db.selectFrom("retailVehicles").selectAll().compile(),
  purchases: db.selectFrom("purchases").selectAll().compile(),
  costs: db.selectFrom("carCosts").selectAll().compile(),
  requests: db.selectFrom("partRequests").selectAll().compile(),
};

/** All rows of these tables. */
type Stored = {
  [Name in keyof typeof READS]: (typeof READS)[Name] extends CompiledQuery<infer One> ? One[] : never;
};

async function readStored(): Promise<Stored> {
  const stored: Record<string, unknown[]> = {};
  for (const [name, read] of Object.entries(READS))
    stored[name] = (await db.executeQuery<unknown>(read)).rows;
  return stored as Stored;
}

/** Every rule that is broken, in words; empty if none is. */
export async function findBrokenInvariants(): Promise<string[]> {
  const stored = await readStored();
  const { sales, lines, payments } = stored;
  const book = await verifyBook();
  const linesOf = groupBy(lines, ({ saleId }) => saleId);
  const paymentsOf = groupBy(payments, ({ saleId }) => saleId);
  const drawers = new Map<string, ExpectedCash>();
  for (const day of daysOf(stored)) drawers.set(day, await findExpectedCash(day));
  return [
    ...sales.flatMap((sale) => checkSums(sale, linesOf.get(sale.id) ?? [], paymentsOf.get(sale.id) ?? [])),
    ...checkSeries(stored),
    ...checkStock(stored),
    ...checkReturns(stored),
    ...checkStoreCredit(stored),
    ...checkAccounts(stored),
    ...checkDeals(stored),
    ...checkRequests(stored),
    ...checkCash(stored, drawers),
    ...(await checkReports(stored)),
    ...(await checkJournal(stored, drawers)),
    ...(book.ok ? [] : [book.why]),
  ];
}

/** The sums of the lines are the sale's, each rounded as the rule says, and what pays for a completed sale is its total. */
function checkSums(
  sale: Row<"sales">,
  lines: readonly Row<"saleLines">[],
  payments: readonly Row<"payments">[],
): string[] {
  const at = `Sale ${sale.number ?? sale.id}`;
  const sums = addUpSale({
    lines: lines.map(({ kind, isTaxed, ...line }) => ({
      ...line,
      kind: kind as SaleLineKind,
      isTaxed: isTaxed === 1,
    })),
    taxRate: sale.taxRate,
    isExempt: sale.taxExemptNumber !== null,
    untaxedCents: sale.untaxedCents,
  });
  const sum = (read: (line: Row<"saleLines">) => number) => lines.reduce((all, line) => all + read(line), 0);
  const given = payments.filter(({ isForAccount }) => isForAccount === 0);
  const paid = given.reduce((all, { amountCents }) => all + amountCents, 0);
  return [
    expectEqual(
      `${at}: lines add up to the total`,
      sum((line) => line.amountCents + line.taxCents),
      sale.totalCents,
    ),
    expectEqual(
      `${at}: tax of the lines`,
      sum(({ taxCents }) => taxCents),
      sale.taxCents,
    ),
    expectEqual(
      `${at}: shares of the discount`,
      sum(({ discountCents }) => discountCents),
      sale.discountCents,
    ),
    expectEqual(`${at}: total by the rule`, sums.totalCents, sale.totalCents),
    ...lines.flatMap((line, index) => [
      expectEqual(
        `${at}: day of line ${index}`,
        line.soldOn,
        sale.status === "completed" ? sale.soldOn : null,
      ),
      expectEqual(`${at}: amount of line ${index}`, line.amountCents, sums.lines[index]?.amountCents),
      expectEqual(`${at}: tax of line ${index}`, line.taxCents, sums.lines[index]?.taxCents),
    ]),
    ...(sale.status === "draft"
      ? []
      : [
          expectEqual(`${at}: payments`, paid, sale.totalCents),
          ...given.map(({ takenAt }) => expectEqual(`${at}: payment taken`, takenAt === null, false)),
        ]),
    ...given.map(({ method, tenderedCents, amountCents, changeCents }) =>
      expectEqual(
        `${at}: change of a payment`,
        method === "cash" && tenderedCents !== null ? tenderedCents - amountCents : 0,
        changeCents,
      ),
    ),
  ].filter((fault) => fault !== undefined);
}

/** No number is missing, none is there twice, and a sale has one exactly if it was completed. */
function checkSeries({ sales, ...stored }: Stored): string[] {
  const series = stored.series.find(({ name }) => name === "sale");
  const numbers = sales.flatMap(({ number }) => number ?? []).sort((a, b) => a - b);
  const first = numbers[0] ?? 0;
  return [
    ...numbers.map((number, index) => expectEqual("A number of the series", number, first + index)),
    expectEqual(
      "The next number",
      series?.next,
      numbers.length > 0 ? (numbers.at(-1) ?? 0) + 1 : series?.next,
    ),
    ...sales.map(({ id, number, status }) =>
      expectEqual(`Sale ${id} has a number`, number !== null, status !== "draft"),
    ),
  ].filter((fault) => fault !== undefined);
}

/** Each part and vehicle is on one sale at most, which has sold it if it is completed and holds it if it is a draft. */
function checkStock({ sales, lines, parts, vehicles, noteLines }: Stored): string[] {
  const statusOf = new Map(sales.map(({ id, status, deletedAt }) => [id, deletedAt ? "voided" : status]));
  const stock = new Map([...parts, ...vehicles].map((one) => [one.id, one]));
  const faults: (string | undefined)[] = [];
  const owners = new Map<string, string[]>();
  const returned = new Set(noteLines.map(({ saleLineId }) => saleLineId));
  for (const { id: lineId, kind, partId, vehicleId, saleId, heldBefore } of lines) {
    if (returned.has(lineId)) continue;
    const id = kind === "part" ? partId : kind === "vehicle" ? vehicleId : null;
    const status = statusOf.get(saleId);
    // A draft that came back from the trash names what it no longer holds, until it is saved.
    if (!id || status === "voided" || (status === "draft" && heldBefore === null)) continue;
    owners.set(id, [...(owners.get(id) ?? []), saleId]);
    const one = stock.get(id);
    // One that was deleted for good leaves the sale as it was.
    if (one && !one.deletedAt)
      faults.push(expectEqual(`${one.stockNumber} is on its sale`, one.saleId, saleId));
  }
  for (const [id, saleIds] of owners)
    faults.push(expectEqual(`${stock.get(id)?.stockNumber ?? id} is on one sale`, saleIds.length, 1));
  for (const { id, saleId, status, stockNumber } of stock.values()) {
    if (saleId === null) continue;
    faults.push(
      expectEqual(`${stockNumber} is a line of the sale that has it`, owners.get(id)?.includes(saleId), true),
    );
    const sold = statusOf.get(saleId) === "completed";
    faults.push(expectEqual(`${stockNumber} is sold`, status.toLowerCase() === "sold", sold));
  }
  return faults.filter((fault) => fault !== undefined);
}

/** A credit note adds up, its numbers have no gap, and nothing comes back twice or for more than it cost. */
function checkReturns({ lines: sold, notes, noteLines: lines }: Stored): string[] {
  const linesOf = groupBy(lines, ({ creditNoteId }) => creditNoteId);
  const sum = (of: "amountCents" | "taxCents" | "quantity", all: readonly Row<"creditNoteLines">[]) =>
    all.reduce((total, line) => total + line[of], 0);
  const soldLines = new Map(sold.map((line) => [line.id, line]));
  return [
    ...notes.flatMap((note, index) => [
      expectEqual("A number of the credit notes", note.number, (notes[0]?.number ?? 0) + index),
      expectEqual(
        `Credit note ${note.number}: goods`,
        sum("amountCents", linesOf.get(note.id) ?? []),
        note.goodsCents,
      ),
      expectEqual(
        `Credit note ${note.number}: tax`,
        sum("taxCents", linesOf.get(note.id) ?? []),
        note.taxCents,
      ),
      expectEqual(
        `Credit note ${note.number}: total`,
        note.goodsCents + note.taxCents - note.feeCents,
        note.totalCents,
      ),
    ]),
    ...[...groupBy(lines, ({ saleLineId }) => saleLineId)].flatMap(([id, returned]) => {
      const line = soldLines.get(id);
      if (!line) return [`Line ${id} came back and was never sold`];
      const isWhole = sum("quantity", returned) === line.quantity;
      return [
        expectEqual(`Line ${id} came back at most once`, sum("quantity", returned) <= line.quantity, true),
        ...(isWhole
          ? [
              expectEqual(
                `Line ${id}: all of it`,
                sum("amountCents", returned),
                line.amountCents - line.discountCents,
              ),
              expectEqual(`Line ${id}: all of its tax`, sum("taxCents", returned), line.taxCents),
            ]
          : []),
      ];
    }),
  ].filter((fault) => fault !== undefined);
}

/** Nobody has used more store credit than they had. */
function checkStoreCredit({ credits }: Stored): string[] {
  return [...groupBy(credits, ({ customerId }) => customerId)].flatMap(([customerId, entries]) => {
    const has = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return has < 0 ? [`Customer ${customerId} has ${has} cents of store credit`] : [];
  });
}

/** What was paid later is the shares of payments that have a number each, and no sale was paid more than what was put on account. */
function checkAccounts({ sales, payments, accountPayments: taken, notes }: Stored): string[] {
  const later = payments.filter(({ isForAccount }) => isForAccount === 1);
  const sum = (all: readonly { amountCents: number }[]) =>
    all.reduce((total, { amountCents }) => total + amountCents, 0);
  const credited = notes.filter(({ method }) => method === "account");
  return [
    ...taken.flatMap((payment, index) => {
      const shares = later.filter(({ accountPaymentId }) => accountPaymentId === payment.id);
      const at = `Payment ${payment.number}`;
      return [
        expectEqual("A number of the payments", payment.number, (taken[0]?.number ?? 0) + index),
        expectEqual(`${at}: its shares`, sum(shares), payment.amountCents),
        ...shares.map((share) => expectEqual(`${at}: day of a share`, share.takenOn, payment.takenOn)),
        ...(payment.takesBackId === null
          ? []
          : [
              expectEqual(
                `${at} takes back all of another`,
                -payment.amountCents,
                taken.find(({ id }) => id === payment.takesBackId)?.amountCents,
              ),
            ]),
      ];
    }),
    ...later.map(({ id, accountPaymentId }) =>
      expectEqual(`Share ${id} is of a payment`, accountPaymentId !== null, true),
    ),
    ...sales
      .filter(({ status }) => status === "completed")
      .flatMap(({ id, number, accountCents }) => {
        const left =
          accountCents -
          sum(later.filter(({ saleId }) => saleId === id)) -
          credited.reduce((all, note) => all + (note.saleId === id ? note.totalCents : 0), 0);
        return left < 0 ? [`Sale ${number} was paid ${-left} cents more than was on account`] : [];
      }),
  ].filter((fault) => fault !== undefined);
}

/**
 * A trade-in pays what is allowed for it, and no more comes off the taxed price. What was taken for a draft stays on it, and a draft in
 * the trash has taken nothing.
 */
function checkDeals({ sales, payments, ...stored }: Stored): string[] {
  const deals = new Map(stored.deals.map((deal) => [deal.saleId, deal]));
  return sales
    .flatMap(({ id, number, status, deletedAt, untaxedCents, totalCents, paidCents }) => {
      const at = `Sale ${number ?? id}`;
      const own = payments.filter(({ saleId }) => saleId === id);
      const sum = (all: readonly Row<"payments">[]) =>
        all.reduce((total, { amountCents }) => total + amountCents, 0);
      const taken = own.filter(({ takenAt }) => takenAt !== null);
      const allowed = deals.get(id)?.tradeCents ?? 0;
      return [
        expectEqual(`${at}: trade-in`, sum(own.filter(({ method }) => method === "trade")), allowed),
        expectEqual(`${at}: off the taxed price`, untaxedCents === 0 || untaxedCents === allowed, true),
        ...(status === "draft"
          ? [
              expectEqual(`${at}: what pays for the draft`, sum(own), paidCents),
              expectEqual(`${at}: taken in the trash`, deletedAt === null ? 0 : sum(taken), 0),
            ]
          : []),
        ...(status === "completed" && deals.get(id)?.endedAt
          ? [expectEqual(`${at}: what is kept of the deposit`, sum(taken), totalCents)]
          : []),
      ];
    })
    .filter((fault) => fault !== undefined);
}

/** A request is fulfilled while a sale that it became is completed, and not when that was voided; the end of a deal fulfills none. */
function checkRequests({ sales, deals, requests }: Stored): string[] {
  const ended = new Set(deals.flatMap(({ saleId, endedAt }) => (endedAt === null ? [] : [saleId])));
  return requests
    .map(({ id, status }) => {
      const became = sales.filter((sale) => sale.partRequestId === id && !ended.has(sale.id));
      if (became.length === 0) return undefined;
      const isSold = became.some((sale) => sale.status === "completed");
      return expectEqual(`Request ${id} is fulfilled`, status === PART_REQUESTS.won, isSold);
    })
    .filter((fault) => fault !== undefined);
}

/** The drawer's cash of every day is what the receipts, credit notes, purchases and costs of that day say, added up as a bookkeeper would. */
function checkCash(stored: Stored, drawers: ReadonlyMap<string, ExpectedCash>): string[] {
  const sales = new Map(stored.sales.map((sale) => [sale.id, sale]));
  const ofDay = <Paper>(papers: readonly Paper[], dayOf: (paper: Paper) => string | null | undefined) =>
    groupBy(papers, (paper) => dayOf(paper)?.slice(0, 10) ?? "");
  const payments = ofDay(
    stored.payments.filter(
      ({ method, saleId }) => method === "cash" && sales.get(saleId)?.status !== "voided",
    ),
    ({ takenOn }) => takenOn,
  );
  const notes = ofDay(
    stored.notes.filter(({ method }) => method === "cash"),
    ({ creditedOn }) => creditedOn,
  );
  const bought = ofDay(
    stored.purchases.filter(({ paidBy, deletedAt }) => paidBy === "cash" && deletedAt === null),
    ({ boughtOn }) => boughtOn,
  );
  const costs = ofDay(
    stored.costs.filter(({ paidBy }) => paidBy === "cash"),
    ({ onDay }) => onDay,
  );
  const wrong: (string | undefined)[] = [];
  for (const [day, drawer] of drawers) {
    const own = payments.get(day) ?? [];
    const isOfDay = ({ saleId }: { saleId: string }) => sales.get(saleId)?.soldOn === day;
    const isIncome = ({ kind }: { kind: string }) => kind === "scrap" || kind === "car";
    const amounts = (papers: readonly { amountCents: number }[]) =>
      sum(papers.map(({ amountCents }) => amountCents));
    const spent = costs.get(day) ?? [];
    const said: ExpectedCash = {
      sales: amounts(own.filter((one) => one.isForAccount === 0 && isOfDay(one))),
      deposits: amounts(own.filter((one) => one.isForAccount === 0 && !isOfDay(one))),
      onAccount: amounts(own.filter((one) => one.isForAccount === 1)),
      carIncome: sum(spent.filter(isIncome).map(({ cents }) => cents)),
      refunds: sum((notes.get(day) ?? []).map(({ totalCents }) => totalCents)),
      bought: sum((bought.get(day) ?? []).map(({ priceCents }) => priceCents ?? 0)),
      costs: sum(spent.filter((cost) => !isIncome(cost)).map(({ cents }) => cents)),
    };
    wrong.push(expectEqual(`Cash of ${day}`, JSON.stringify(drawer), JSON.stringify(said)));
  }
  return wrong.filter((fault) => fault !== undefined);
}

/** What the reports add up to is what the receipts and credit notes say, and the tax of a rate is its sales times the rate, but for rounding. */
async function checkReports(stored: Stored): Promise<string[]> {
  const { notes } = stored;
  const sales = stored.sales.filter(({ status }) => status === "completed");
  const fees = sum(notes.map(({ feeCents }) => feeCents));
  const goods =
    sum(sales.map(({ goodsCents, discountCents }) => goodsCents - discountCents)) -
    sum(notes.map(({ goodsCents }) => goodsCents));
  const tax = sum(sales.map(({ taxCents }) => taxCents)) - sum(notes.map(({ taxCents }) => taxCents));
  const receipts = sum(sales.map(({ totalCents }) => totalCents));
  const total = receipts - sum(notes.map(({ totalCents }) => totalCents));
  const said: [string, Report, string, number][] = [];
  const days = allDays(stored);
  for (const by of ["day", "clerk"]) {
    const report = await reportSold(days, by);
    said.push([by, report, "Sold", goods + fees], [by, report, "Tax", tax], [by, report, "Total", total]);
  }
  said.push(["part", await reportSold(days, "part"), "Sold", goods + fees]);
  const taxes = await reportTax(days);
  const rounded = stored.lines.length + stored.noteLines.length;
  const wrong = taxes.rows.flatMap(({ cells: [place, rate, base, taxed] }) =>
    Math.abs((Number(base) * Number(rate)) / 100 - Number(taxed)) <= rounded
      ? []
      : [`Report tax: ${rate}% of ${base} in ${place} is not ${taxed}`],
  );
  said.push(["tax", taxes, "Tax", tax], ["tax", taxes, "Sales", goods + fees]);
  const others = said.flatMap(([by, { columns, total: totals }, label, expected]) => {
    const shown = totals?.[columns.findIndex((column) => column.label === label)];
    return Number(shown) === expected ? [] : [`Report by ${by}, ${label}: ${shown}, not ${expected}`];
  });
  return [...wrong, ...others];
}

/** Both sides of each day of the journal are the same, its cash is the drawer's, and what is left of deposits is what drafts have taken. */
async function checkJournal(stored: Stored, drawers: ReadonlyMap<string, ExpectedCash>): Promise<string[]> {
  const file = (await findBookkeepingFile("quickbooks", "journal", allDays(stored))) ?? "";
  const [, ...rows] = file.trim().split("\r\n");
  const lines = rows.map((row) => {
    const [number = "", , , debit, credit, description] = row.split(",");
    const cents = Math.round(Number(debit || 0) * 100) - Math.round(Number(credit || 0) * 100);
    return { day: number.replace("SALES-", ""), cents, description };
  });
  const sumOf = (some: typeof lines) => sum(some.map(({ cents }) => cents));
  const wrong: string[] = [];
  for (const day of new Set(lines.map(({ day }) => day))) {
    const own = lines.filter((line) => line.day === day);
    const cash = sumOf(own.filter(({ description }) => description === "Cash"));
    const expected = drawers.get(day);
    const drawer = expected && addUpCash(expected);
    if (sumOf(own) !== 0) wrong.push(`The journal of ${day} has ${sumOf(own)} cents more on one side`);
    if (cash !== drawer) wrong.push(`Cash in the journal of ${day}: ${cash}, not ${drawer}`);
  }
  const drafts = new Set(stored.sales.flatMap(({ id, status }) => (status === "draft" ? [id] : [])));
  const open = stored.payments.filter(({ saleId, takenOn }) => takenOn !== null && drafts.has(saleId));
  const owed = -sumOf(lines.filter(({ description }) => description === "Deposits"));
  const taken = sum(open.map(({ amountCents }) => amountCents));
  return owed === taken ? wrong : [...wrong, `Deposits in the journals: ${owed}, not ${taken}`];
}

/** The days on which something was sold, paid, bought or came back, in order. */
function daysOf({ sales, payments, notes, purchases, costs }: Stored): string[] {
  const days = [
    ...sales.map(({ soldOn }) => soldOn),
    ...payments.map(({ takenOn }) => takenOn),
    ...notes.map(({ creditedOn }) => creditedOn),
    ...purchases.map(({ boughtOn }) => boughtOn),
    ...costs.map(({ onDay }) => onDay),
  ];
  return [...new Set(days.flatMap((day) => day?.slice(0, 10) ?? []))].sort();
}

/** From the first of them to the last. */
function allDays(stored: Stored): Days {
  const days = daysOf(stored);
  return { from: days[0] ?? "2026-01-01", to: days.at(-1) ?? "2026-01-01" };
}

function sum(cents: readonly number[]): number {
  return cents.reduce((all, one) => all + one, 0);
}

function expectEqual(what: string, actual: unknown, expected: unknown): string | undefined {
  return actual === expected ? undefined : `${what}: ${String(actual)}, not ${String(expected)}`;
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
