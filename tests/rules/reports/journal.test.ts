import { expect, test } from "vitest";
import type { Accounts } from "~/reports/bookkeeping";
import { toJournal } from "~/reports/journal";

const ACCOUNTS = new Proxy({}, { get: (_, name) => `Account of ${String(name)}` }) as Accounts;

test("a day's journal has what was paid on one side and what it was for on the other, and both are the same", () => {
  const journal = toJournal(
    {
      deposited: [{ day: "2026-03-01", of: "check", cents: 2_000 }],
      paid: [
        { day: "2026-03-02", of: "cash", cents: 8_000 },
        { day: "2026-03-02", of: "deposits", cents: 2_000 },
        { day: "2026-03-02", of: "receivable", cents: 425 },
        { day: "2026-03-02", of: "storeCredit", cents: 400 },
      ],
      sold: [
        { day: "2026-03-02", of: "parts", cents: 10_000 },
        { day: "2026-03-02", of: "salesTax", cents: 825 },
        { day: "2026-03-02", of: "labor", cents: 0 },
      ],
      collected: [{ day: "2026-03-03", of: "check", cents: 825 }],
      returned: [
        { day: "2026-03-04", of: "parts", cents: 10_000 },
        { day: "2026-03-04", of: "salesTax", cents: 825 },
        { day: "2026-03-04", of: "other", cents: -1_500 },
      ],
      refunded: [
        { day: "2026-03-04", of: "cash", cents: 9_000 },
        { day: "2026-03-04", of: "storeCredit", cents: 325 },
      ],
      drawer: [
        { day: "2026-03-05", of: "carsBought", cents: 40_000 },
        { day: "2026-03-05", of: "other", cents: -30_000 },
      ],
    },
    ACCOUNTS,
  );
  expect(journal.map(({ day, account, cents }) => [day, account, cents])).toEqual([
    ["2026-03-01", "Account of check", 2_000],
    ["2026-03-01", "Account of deposits", -2_000],
    ["2026-03-02", "Account of cash", 8_000],
    ["2026-03-02", "Account of deposits", 2_000],
    ["2026-03-02", "Account of receivable", 425],
    ["2026-03-02", "Account of storeCredit", 400],
    ["2026-03-02", "Account of parts", -10_000],
    ["2026-03-02", "Account of salesTax", -825],
    ["2026-03-03", "Account of check", 825],
    ["2026-03-03", "Account of receivable", -825],
    ["2026-03-04", "Account of parts", 10_000],
    ["2026-03-04", "Account of salesTax", 825],
    ["2026-03-04", "Account of other", -1_500],
    ["2026-03-04", "Account of cash", -9_000],
    ["2026-03-04", "Account of storeCredit", -325],
    ["2026-03-05", "Account of carsBought", 40_000],
    ["2026-03-05", "Account of cash", -40_000],
    ["2026-03-05", "Account of other", -30_000],
    ["2026-03-05", "Account of cash", 30_000],
  ]);
  const words = journal.map(({ description }) => description);
  expect(words.filter((text) => text.startsWith("Store credit"))).toEqual([
    "Store credit used",
    "Store credit given",
  ]);
  for (const day of ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05"])
    expect(journal.filter((line) => line.day === day).reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
});
