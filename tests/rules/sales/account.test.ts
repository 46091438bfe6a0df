import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { findCustomerRow } from "~/customers/customer.server";
import { eraseCustomer, planErasure } from "~/customers/erase.server";
import { mergeCustomers } from "~/customers/merge.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findBookkeepingFile } from "~/reports/bookkeeping.server";
import { findExpectedCash } from "~/reports/day-close.server";
import { runReport } from "~/reports/report.server";
import { listAccounts, listOwedOf, reversePayment, takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { voidSale } from "~/sales/complete.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { findSale } from "~/sales/sale.server";
import { as, type By } from "../../support/act";
import { findBrokenInvariants } from "../../support/money-invariants";
import { namedCustomer, saleOnAccount } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

// Whatever a test did, the books hold.
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const on = (day: string, role: By["role"] = "owner"): By => ({
  username: "marta",
  role,
  now: new Date(`${day}T15:00:00Z`),
});
const MONDAY = on("2026-12-21");
const TUESDAY = on("2026-12-22");

const pay = (customerId: string, given: object, by = TUESDAY, saleId?: string) =>
  as(by, () =>
    takeAccountPayment(
      customerId,
      accountPaymentSchema("2026-12-22").parse({ method: "check", ...given }),
      saleId === undefined ? {} : { saleId },
    ),
  );

async function paid(customerId: string, given: object, by = TUESDAY, saleId?: string) {
  const taken = await pay(customerId, given, by, saleId);
  if (taken.outcome !== "done") throw new Error(JSON.stringify(taken));
  return taken.payment;
}

describe("a payment of what is on account", () => {
  it("goes to the oldest sale first, and leaves the sales as they were", async () => {
    const ann = await namedCustomer("Ann Reyes");
    const [first, second] = [await saleOnAccount(ann, 100, MONDAY), await saleOnAccount(ann, 50.5, TUESDAY)];
    expect((await as(MONDAY, listAccounts)).find(({ id }) => id === ann)).toMatchObject({
      owedCents: 15_050,
    });
    const payment = await paid(ann, { amount: "120.25", note: "1044" });
    expect(payment).toMatchObject({ amountCents: 12_025, balanceCents: 3_025, takenOn: "2026-12-22" });
    expect(await listOwedOf(ann)).toMatchObject([{ id: second._id, owedCents: 3_025 }]);
    const after = (await findSale(first._id))?.item;
    expect(after).toMatchObject({ number: first.number, total: 100, account: 100, paid: 100 });
    expect(after?.owed).toBeUndefined();
    expect(after?.payments).toMatchObject([
      { method: "account", isForAccount: false },
      { method: "check", amount: 100, reference: "1044", isForAccount: true, takenOn: "2026-12-22" },
    ]);
    // One sale that is named.
    await paid(ann, { amount: 30.25, method: "cash" }, TUESDAY, second._id);
    expect(await listOwedOf(ann)).toEqual([]);
    expect(await pay(ann, { amount: 1 })).toEqual({ outcome: "nothing-owed" });
  });

  it("is no more than is owed, not of the future, and not of a day before the sale", async () => {
    const bo = await namedCustomer("Bo Lind");
    await saleOnAccount(bo, 80, TUESDAY);
    expect(await pay(bo, { amount: 80.01 })).toMatchObject({
      fields: { amount: ["That's more than what is owed, $80.00"] },
    });
    expect(await pay(bo, { amount: 80, on: "12/23/2026" })).toMatchObject({
      fields: { on: ["This day is in the future"] },
    });
    expect(await pay(bo, { amount: 80, on: "12/21/2026" })).toMatchObject({
      fields: { on: ["That's before the day of the sale"] },
    });
    const typed = accountPaymentSchema("2026-12-22").safeParse({
      amount: "12.345",
      method: "account",
      on: "x",
    });
    expect(typed.error?.issues.map(({ path }) => path[0])).toEqual(["amount", "method", "on"]);
    expect(await listOwedOf(bo)).toMatchObject([{ owedCents: 8_000 }]);
  });

  it("counts in the drawer, the payments report and the journal of its day", async () => {
    const day = { from: "2027-02-02", to: "2027-02-02" };
    const cy = await namedCustomer("Cy Mott");
    await saleOnAccount(cy, 200, on("2027-02-01"));
    await paid(cy, { amount: 150, method: "cash" }, on("2027-02-02"));
    expect(await findExpectedCash("2027-02-02")).toMatchObject({ sales: 0, onAccount: 15_000 });
    const report = await runReport("sold", { days: day, by: "payment", today: day.to });
    expect(report.rows.map(({ cells }) => cells)).toEqual([["Cash, for a sale on account", 1, 15_000]]);
    const journal = (await findBookkeepingFile("quickbooks", "journal", day)) ?? "";
    expect(journal.trim().split("\r\n").slice(1)).toEqual([
      expect.stringMatching(/,150,,Cash$/),
      expect.stringMatching(/,,150,On account$/),
    ]);
  });

  it("is reversed by another one below zero, once, by an owner", async () => {
    const di = await namedCustomer("Di Park");
    const sale = await saleOnAccount(di, 60, MONDAY);
    const { id } = await paid(di, { amount: 60, method: "cash" }, MONDAY);
    const back = (by: By) => as(by, () => reversePayment(id, "Wrong customer"));
    expect(await back(on("2026-12-21", "counter"))).toMatchObject({ outcome: "refused" });
    expect(await as(MONDAY, () => voidSale(sale._id, "Wrong"))).toMatchObject({
      reason: "Money came in for what was on account. Reverse that payment first",
    });
    expect(await back(MONDAY)).toMatchObject({
      payment: { amountCents: -6_000, balanceCents: 6_000, takesBackId: id },
    });
    expect(await back(MONDAY)).toMatchObject({ outcome: "refused" });
    expect(await listOwedOf(di)).toMatchObject([{ owedCents: 6_000 }]);
    expect(await findExpectedCash("2026-12-21")).toMatchObject({ onAccount: 0 });
    expect(await as(MONDAY, () => voidSale(sale._id, "Wrong"))).toMatchObject({ outcome: "voided" });
    await expect(
      db.updateTable("accountPayments").set({ amountCents: 1 }).where("id", "=", id).execute(),
    ).rejects.toThrow("A payment never changes.");
  });
});

describe("what is owed", () => {
  it("is less after a return that is taken off it, and no return takes off more", async () => {
    const ed = await namedCustomer("Ed Voss");
    const sale = await saleOnAccount(ed, 100, MONDAY);
    await paid(ed, { amount: 70 });
    const given = (method: string) =>
      returnSchema.parse({
        lines: [{ saleLineId: sale.lines[0]?._id, quantity: 1, reason: "not-needed" }],
        method,
      });
    expect(await as(TUESDAY, () => returnItems(sale._id, given("account")))).toMatchObject({
      fields: {
        method: [
          "Only $30.00 is still owed on this sale. Take their payment of $30.00 first, then pay $100.00 back: they end up with $70.00",
        ],
      },
    });
    await as(TUESDAY, () => returnItems(sale._id, { ...given("account"), fee: 7_000 }));
    expect(await listOwedOf(ed)).toEqual([]);
  });

  it("is not paid out: what comes back is taken off it, or paid for first", async () => {
    const gus = await namedCustomer("Gus Hale");
    const sale = await saleOnAccount(gus, 100, MONDAY);
    const given = (method: string, quantity: number) =>
      as(TUESDAY, () =>
        returnItems(
          sale._id,
          returnSchema.parse({
            lines: [{ saleLineId: sale.lines[0]?._id, quantity, reason: "not-needed" }],
            method,
          }),
        ),
      );
    const refused = (paid: string, owed: string) => ({
      fields: {
        method: [
          `Only ${paid} has been paid on this sale. Take it off what they owe, or take their payment of ${owed} first`,
        ],
      },
    });
    for (const method of ["cash", "credit"])
      expect(await given(method, 0.5)).toMatchObject(refused("$0.00", "$100.00"));
    await paid(gus, { amount: 60 });
    expect(await given("cash", 0.5)).toMatchObject({ outcome: "done" });
    // Neither way has room for all of it.
    const payFirst = "Take their payment of $40.00 first, then pay $50.00 back: they end up with $10.00";
    for (const [method, start] of [
      ["cash", "Only $10.00 has been paid on this sale."],
      ["account", "Only $40.00 is still owed on this sale."],
    ] as const)
      expect(await given(method, 0.5)).toMatchObject({ fields: { method: [`${start} ${payFirst}`] } });
    await paid(gus, { amount: 40 });
    expect(await given("cash", 0.5)).toMatchObject({ outcome: "done" });
    expect(await listOwedOf(gus)).toEqual([]);
  });

  it("follows its customer when two become one, and keeps them from being forgotten", async () => {
    const [flo, twin] = [await namedCustomer("Flo Ames"), await namedCustomer("Flo Ames Twin")];
    await saleOnAccount(twin, 40, MONDAY);
    await paid(twin, { amount: 10 });
    const versions = await Promise.all([flo, twin].map((id) => findCustomerRow(id)));
    await as(TUESDAY, () =>
      mergeCustomers(flo, twin, {
        kept: versions[0]?.updatedAt ?? "",
        other: versions[1]?.updatedAt ?? "",
      }),
    );
    expect(await listOwedOf(flo)).toMatchObject([{ owedCents: 3_000 }]);
    const plan = await as(TUESDAY, () => planErasure(flo, { withOpen: true }));
    expect(plan?.stays).toContainEqual({
      what: ["The customer's name, numbers and addresses"],
      reason: "They owe $30.00 on account.",
    });
    await as(TUESDAY, () => eraseCustomer(flo, { withOpen: true, key: plan?.key ?? "" }));
    expect(await findCustomerRow(flo)).toMatchObject({ name: "Flo Ames" });
  });
});
