import { verifyBook } from "~/book/book.server";
import { db } from "~/db/connection.server";
import type { Row } from "~/db/schema";
import type { SaleLineKind } from "~/sales/sale";
import { addUpSale } from "~/sales/sums";

/*
 * What must be true of the money and the stock whatever was done: read from the database alone, so that it holds of any history, on
 * either engine.
 */

/** Every rule that is broken, in words; empty if none is. */
export async function findBrokenInvariants(): Promise<string[]> {
  const sales = await db.selectFrom("sales").selectAll().execute();
  const lines = await db.selectFrom("saleLines").selectAll().orderBy("position").execute();
  const payments = await db.selectFrom("payments").selectAll().execute();
  const book = await verifyBook();
  const linesOf = groupBy(lines, ({ saleId }) => saleId);
  const paymentsOf = groupBy(payments, ({ saleId }) => saleId);
  return [
    ...sales.flatMap((sale) => checkSums(sale, linesOf.get(sale.id) ?? [], paymentsOf.get(sale.id) ?? [])),
    ...(await checkSeries(sales)),
    ...(await checkStock(sales, lines)),
    ...(await checkReturns(lines)),
    ...(await checkStoreCredit()),
    ...(await checkAccounts(sales, payments)),
    ...(await checkDeals(sales, payments)),
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
async function checkSeries(sales: readonly Row<"sales">[]): Promise<string[]> {
  const series = await db
    .selectFrom("numberSeries")
    .selectAll()
    .where("name", "=", "sale")
    .executeTakeFirst();
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
async function checkStock(
  sales: readonly Row<"sales">[],
  lines: readonly Row<"saleLines">[],
): Promise<string[]> {
  const statusOf = new Map(sales.map(({ id, status, deletedAt }) => [id, deletedAt ? "voided" : status]));
  const parts = await db.selectFrom("parts").selectAll().execute();
  const vehicles = await db.selectFrom("retailVehicles").selectAll().execute();
  const stock = new Map([...parts, ...vehicles].map((one) => [one.id, one]));
  const faults: (string | undefined)[] = [];
  const owners = new Map<string, string[]>();
  const returned = new Set(
    (await db.selectFrom("creditNoteLines").select("saleLineId").execute()).map(
      ({ saleLineId }) => saleLineId,
    ),
  );
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
async function checkReturns(sold: readonly Row<"saleLines">[]): Promise<string[]> {
  const notes = await db.selectFrom("creditNotes").selectAll().orderBy("number").execute();
  const lines = await db.selectFrom("creditNoteLines").selectAll().execute();
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
async function checkStoreCredit(): Promise<string[]> {
  const rows = await db.selectFrom("storeCredits").selectAll().execute();
  return [...groupBy(rows, ({ customerId }) => customerId)].flatMap(([customerId, entries]) => {
    const has = entries.reduce((sum, { amountCents }) => sum + amountCents, 0);
    return has < 0 ? [`Customer ${customerId} has ${has} cents of store credit`] : [];
  });
}

/** What was paid later is the shares of payments that have a number each, and no sale was paid more than what was put on account. */
async function checkAccounts(
  sales: readonly Row<"sales">[],
  payments: readonly Row<"payments">[],
): Promise<string[]> {
  const later = payments.filter(({ isForAccount }) => isForAccount === 1);
  const sum = (all: readonly { amountCents: number }[]) =>
    all.reduce((total, { amountCents }) => total + amountCents, 0);
  const taken = await db.selectFrom("accountPayments").selectAll().orderBy("number").execute();
  const credited = await db.selectFrom("creditNotes").selectAll().where("method", "=", "account").execute();
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
async function checkDeals(
  sales: readonly Row<"sales">[],
  payments: readonly Row<"payments">[],
): Promise<string[]> {
  const deals = new Map(
    (await db.selectFrom("deals").selectAll().execute()).map((deal) => [deal.saleId, deal]),
  );
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

function expectEqual(what: string, actual: unknown, expected: unknown): string | undefined {
  return actual === expected ? undefined : `${what}: ${String(actual)}, not ${String(expected)}`;
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>();
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value]);
  return groups;
}
