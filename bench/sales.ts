// How long reports, a suggested price and the list of sales take with 10,000 sales, with ten times as many of three lines each, and
// what one is to the other: `npm run bench:sales`. On a busy machine the processor's time says more than the clock's.
import { readdirSync } from "node:fs";
import path from "node:path";
import type { NewRow } from "../app/db/schema";
import { randomNumbers, YARD } from "../tests/support/part-queries";
import { printTable, quantile } from "./report";
import { temporaryFolder } from "./servers";

const FEW = 10_000;
const MANY = 100_000;
const LINES = 3;
const ROUNDS = 9;
const ROWS_PER_INSERT = 300;
/** Sales are spread over so many days, to this one. */
const DAYS = 1000;
const TODAY = "2026-12-31";
const LIMIT_MS = 200;

process.env.DATA_DIR = temporaryFolder;
const { db, engine, transaction } = await import("../app/db/connection.server");
const { actAs, THE_SITE } = await import("../app/context.server");
const { runReport } = await import("../app/reports/report.server");
const { REPORT_NAMES, REPORTS } = await import("../app/reports/report");
const { suggestPrice } = await import("../app/reports/suggested-price.server");
const { findStaffPage } = await import("../app/collections/lists.server");
const { SALE_RECORDS } = await import("../app/sales/sale.server");
const { PART_ENTRIES } = await import("../app/parts/catalog");

for (const file of readdirSync("migrations").sort()) {
  const { up } = await import(path.resolve("migrations", file));
  await engine.db.transaction().execute(up);
}
await engine.afterMigrations();

const random = randomNumbers(7);
const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
const dayOf = (number: number) =>
  new Date(Date.parse(TODAY) - (number % DAYS) * 86_400_000).toISOString().slice(0, 10);

const PERIODS = {
  month: { from: "2026-12-01", to: TODAY },
  year: { from: "2026-01-01", to: TODAY },
};
/** What a report's rows may be; one way without a name where there is no choice. */
const waysOf = (name: (typeof REPORT_NAMES)[number]): string[] => {
  const report = REPORTS[name];
  return "by" in report ? Object.keys(report.by) : [""];
};

const MEASURED: [name: string, run: () => Promise<unknown>][] = [
  ...REPORT_NAMES.flatMap((name) =>
    Object.entries(PERIODS).flatMap(([period, days]) =>
      waysOf(name).map((by): [string, () => Promise<unknown>] => [
        [name, by, period].filter(Boolean).join(", "),
        () => runReport(name, { days, by, today: TODAY }),
      ]),
    ),
  ),
  [
    "a suggested price",
    () => {
      const [make, model] = pick(YARD);
      const entryId = pick(PART_ENTRIES).id;
      return suggestPrice({ _id: "", entryId, make, model, dateAcquired: "2026-01-01" });
    },
  ],
  ["the list of sales", () => findStaffPage(SALE_RECORDS, { q: "", sort: "newest", page: 1 } as never)],
];

await add(0, FEW);
const few = await measure();
await add(FEW, MANY);
const many = await measure();
console.log(
  `\nMilliseconds with ${MANY.toLocaleString("en-US")} sales of ${LINES} lines over ${DAYS} days, and with a tenth of them:`,
);
printTable(
  ["what", "median of a tenth", "median", "p95", "cpu p95", "ratio"],
  MEASURED.map(([name], index) => {
    const [before, after] = [few[index] ?? [], many[index] ?? []];
    const [beforeMedian, median] = [before, after].map((times) =>
      quantile(
        times.map(({ wall }) => wall),
        0.5,
      ),
    );
    return [
      name,
      (beforeMedian ?? 0).toFixed(1),
      (median ?? 0).toFixed(1),
      quantile(
        after.map(({ wall }) => wall),
        0.95,
      ).toFixed(1),
      quantile(
        after.map(({ cpu }) => cpu),
        0.95,
      ).toFixed(1),
      ((median ?? 0) / (beforeMedian || 1)).toFixed(1),
    ];
  }),
);
const slowest = Math.max(
  ...many.map((times) =>
    quantile(
      times.map(({ wall }) => wall),
      0.95,
    ),
  ),
);
console.log(
  `The slowest takes ${slowest.toFixed(1)} ms at the 95th percentile; the limit is ${LIMIT_MS} ms.`,
);

async function measure() {
  const all: { wall: number; cpu: number }[][] = [];
  for (const [, run] of MEASURED) {
    const times: { wall: number; cpu: number }[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [start, used] = [performance.now(), process.cpuUsage()];
      await actAs(THE_SITE, new Date(`${TODAY}T17:00:00Z`), run);
      const { user, system } = process.cpuUsage(used);
      // The first one prepares the statements.
      if (round > 0) times.push({ wall: performance.now() - start, cpu: (user + system) / 1000 });
    }
    all.push(times);
  }
  return all;
}

async function add(from: number, to: number): Promise<void> {
  for (let start = from; start < to; start += ROWS_PER_INSERT) {
    const numbers = Array.from(
      { length: Math.min(ROWS_PER_INSERT, to - start) },
      (_, index) => start + index,
    );
    await transaction(async () => {
      // As drafts first: the database refuses lines of a completed sale no more than it lets one be changed.
      await db.insertInto("sales").values(numbers.map(saleRow)).execute();
      for (let line = 0; line < LINES; line += 1)
        await db
          .insertInto("saleLines")
          .values(numbers.map((number) => lineRow(number, line)))
          .execute();
      await db.insertInto("payments").values(numbers.map(paymentRow)).execute();
    });
  }
}

function idOf(number: number, line = 0): string {
  return `01${String(number).padStart(8, "0")}${String(line).padStart(2, "0")}`;
}

function saleRow(number: number): NewRow<"sales"> {
  const day = dayOf(number);
  return {
    ...{ id: idOf(number), number: 1001 + number, status: "completed", customerId: null },
    ...{ customerName: "Dave Miller", customerPhone: null, customerEmail: null, customerAddress: null },
    ...{ taxExemptNumber: null, clerkId: null, clerk: pick(["marta", "luis", "ann"]), partRequestId: null },
    ...{ delivery: "pickup", shipTo: null, carrier: null, tracking: null, weightPounds: null },
    ...{
      lengthInches: null,
      widthInches: null,
      heightInches: null,
      taxRate: 8125,
      taxPlace: "Dutchess County, NY",
    },
    ...{
      notes: null,
      goodsCents: 24_000,
      discountCents: 0,
      taxCents: 1950,
      totalCents: 25_950,
      paidCents: 25_950,
    },
    ...{ accountCents: 0, completedAt: `${day}T15:00:00.000Z`, soldOn: day, voidedAt: null, voidedBy: null },
    ...{
      voidReason: null,
      typed: null,
      createdAt: `${day}T15:00:00.000Z`,
      updatedAt: `${day}T15:00:00.000Z`,
    },
    ...{ searchText: ` s-${1001 + number} dave miller `, deletedAt: null, deletedBy: null },
  };
}

function lineRow(number: number, line: number): NewRow<"saleLines"> {
  const [make, model, year] = pick(YARD);
  const entry = pick(PART_ENTRIES);
  return {
    ...{
      id: idOf(number, line),
      saleId: idOf(number),
      position: line,
      kind: "part",
      partId: null,
      vehicleId: null,
    },
    ...{ description: entry.name, stockNumber: null, vin: null, entryId: entry.id, donorId: null },
    ...{ year, make, model, quantity: 100, priceCents: 8000 },
    ...{ percent: null, isTaxed: 1, taxRate: 8125, taxPlace: "Dutchess County, NY", amountCents: 8000 },
    ...{ discountCents: 0, taxCents: 650, warranty: null, warrantyDays: null, heldBefore: null },
  };
}

function paymentRow(number: number): NewRow<"payments"> {
  const day = dayOf(number);
  return {
    ...{ id: idOf(number), saleId: idOf(number), position: 0, method: pick(["cash", "card", "check"]) },
    ...{ amountCents: 25_950, tenderedCents: null, changeCents: 0, reference: null, isForAccount: 0 },
    ...{ takenAt: `${day}T15:00:00.000Z`, takenOn: day, takenBy: "marta" },
  };
}
