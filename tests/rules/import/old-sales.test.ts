import { beforeAll, beforeEach, expect, test } from "vitest";
import { createRecord } from "~/collections/records.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { countOutcomes, type Import, listRows } from "~/import/import.server";
import { findDemand } from "~/reports/demand.server";
import { reportSold } from "~/reports/sold.server";
import { suggestPrice } from "~/reports/suggested-price.server";
import { OLD_SALE_RECORDS } from "~/sales/old-sale.server";
import { as } from "../../support/act";
import { shelfPart } from "../../support/builders";
import { checkedImport, storedImport, undone } from "../../support/imports";
import { buildInterchange } from "../../support/interchange";
import { CLERK, completedSale } from "../../support/sales";

beforeAll(async () => {
  buildInterchange();
  await migrate(engine);
});
beforeEach(async () => {
  for (const table of ["oldSales", "imports", "parts"] as const) await db.deleteFrom(table).execute();
});

const OLD_SALE = { kind: "oldSale" };
const DAYS = { from: "2020-01-01", to: "2026-12-31" };
const stored = () => db.selectFrom("oldSales").selectAll().orderBy("soldOn").orderBy("id").execute();
const counts = async ({ id }: Import) => {
  const { added, unchanged, refused } = await countOutcomes(id);
  return { added, unchanged, refused };
};

/** Another program's list, under its own headings, with its days in several writings. */
const FILE = [
  "Invoice #,Invoice Date,Item Description,Customer Name,Ext. Price",
  '1001,3/5/2025,"2010 Honda Accord Alternator",Ann Lee,$85.00',
  "1002,05-Mar-25,Alternator,,95",
  '1003,2025-03-06 10:15,"Wheel cover",,10.50',
  '1003,2025-03-06,"Wheel cover",,10.50',
  '1004,"Mar 7, 2025",Radiator,Bo Diaz,"1,120.00"',
].join("\n");

test("rows become old sales, under whatever headings and writings of days", async () => {
  const work = await storedImport(FILE, OLD_SALE);
  expect(await counts(work)).toEqual({ added: 5, unchanged: 0, refused: 0 });
  expect(await stored()).toMatchObject([
    {
      ...{ soldOn: "2025-03-05T00:00:00.000Z", priceCents: 8500, buyer: "Ann Lee", number: "1001" },
      ...{ entryId: "alternator", year: 2010, make: "Honda", model: "Accord" },
    },
    { soldOn: "2025-03-05T00:00:00.000Z", priceCents: 9500, buyer: null, entryId: "alternator", make: null },
    { soldOn: "2025-03-06T00:00:00.000Z", priceCents: 1050 },
    // Two that say the same are two sales.
    { soldOn: "2025-03-06T00:00:00.000Z", priceCents: 1050 },
    { soldOn: "2025-03-07T00:00:00.000Z", priceCents: 112_000, buyer: "Bo Diaz", entryId: "radiator" },
  ]);
});

test("the same file again adds nothing, also with rows that say the same, and a longer one adds the rest", async () => {
  await storedImport(FILE, OLD_SALE);
  expect(await counts(await storedImport(FILE, OLD_SALE))).toEqual({ added: 0, unchanged: 5, refused: 0 });
  const longer = `${FILE}\n1003,2025-03-06,Wheel cover,,10.50`;
  expect(await counts(await storedImport(longer, OLD_SALE))).toEqual({ added: 1, unchanged: 5, refused: 0 });
  expect(await stored()).toHaveLength(6);
});

test("a row that can't be a sale says why, and stands for none that says the same", async () => {
  const file = [
    "Date,Part,Price,Buyer",
    "3/5/2025,Alternator,-85.00,Ann",
    "3/5/2025,Alternator,($85.00),Ann",
    "3/5/2025,Alternator,0,Ann",
    "3/5/2025,,85,Ann",
    "2/30/2025,Alternator,85,Ann",
    "3/5/2099,Alternator,85,Ann",
    "3/5/2025,Alternator,85,Ann",
  ].join("\n");
  const work = await checkedImport(file, OLD_SALE);
  expect(await counts(work)).toEqual({ added: 1, unchanged: 0, refused: 6 });
  const rows = await listRows(work.id, { outcome: "refused", limit: 10 });
  expect(rows.map(({ faults }) => faults.map(({ column, message }) => [column, message]))).toEqual([
    [["Price", "This is a refund. Leave it out: old sales are what was sold"]],
    [["Price", "This is a refund. Leave it out: old sales are what was sold"]],
    [["Price", "Please enter what it was sold for, such as 85 or 89.50"]],
    [["Part", "Please enter what was sold"]],
    [["Date", expect.stringContaining("date")]],
    [["Date", "This day is in the future"]],
  ]);
  expect(await stored()).toEqual([]);
});

test("undo takes all of it back, but for what somebody has changed since", async () => {
  const work = await storedImport(FILE, OLD_SALE);
  await db
    .updateTable("oldSales")
    .set({ updatedAt: "2026-03-04T00:00:00.000Z" })
    .where("number", "=", "1001")
    .execute();
  await undone(work);
  expect(await stored()).toMatchObject([{ number: "1001" }]);
});

test("they tell what parts bring and what was sold, apart from our own sales, and touch neither the book nor the series", async () => {
  const before = await db.selectFrom("numberSeries").selectAll().execute();
  const book = await db.selectFrom("bookLines").selectAll().execute();
  await storedImport(FILE, OLD_SALE);
  const now = new Date("2026-03-02T15:04:00.000Z");
  const accord = { year: 2010, make: "Honda", model: "Accord", entryId: "alternator" };
  const part = await shelfPart({ ...accord, price: 60, now });
  const suggested = await as({ ...CLERK, now }, () =>
    suggestPrice({ ...accord, _id: part._id, dateAcquired: now.toISOString() }),
  );
  expect(suggested).toMatchObject({
    price: "$85.00",
    basis: "The sale for a Honda Accord",
    from: [{ label: "$85.00 on Mar 5, 2025, 2010 Honda Accord Alternator, imported" }],
  });
  expect(await db.selectFrom("numberSeries").selectAll().execute()).toEqual(before);
  expect(await db.selectFrom("bookLines").selectAll().execute()).toEqual(book);

  const days = await reportSold(DAYS, "day");
  expect(days.columns.at(-1)).toEqual({ label: "Imported", kind: "money" });
  expect(days.rows.map(({ cells }) => cells)).toEqual([
    ["2025-03-05", 0, 0, 0, 0, 18_000],
    ["2025-03-06", 0, 0, 0, 0, 2100],
    ["2025-03-07", 0, 0, 0, 0, 112_000],
  ]);
  expect(days.total?.at(-1)).toBe(132_100);
  await completedSale({ lines: [{ kind: "part", part: part._id }] }, { ...CLERK, now });
  const kinds = await reportSold(DAYS, "part");
  const alternator = kinds.rows.find(({ cells }) => String(cells[0]).startsWith("Alternator"));
  expect(alternator?.cells).toEqual(["Alternator", 1, 6000, 6000, 18_000]);
  expect(kinds.total).toEqual(["Total", 1, 6000, null, 132_100]);
  const demand = await findDemand(DAYS, { isSoldWanted: true });
  expect(demand.find((one) => one.part === "Alternator")).toMatchObject({ sold: 2, soldCents: 14_500 });
});

test("without any, reports are as they were", async () => {
  const { columns, figures } = await reportSold(DAYS, "day");
  expect([...columns, ...figures].map(({ label }) => label)).not.toContain("Imported");
});

test("one that is typed is checked alike", async () => {
  const typed = { soldOn: "2099-01-01T00:00:00.000Z", part: "Radiator", price: 85 };
  expect(await as(CLERK, () => createRecord(OLD_SALE_RECORDS, typed))).toMatchObject({
    outcome: "invalid",
    fields: { soldOn: ["This day is in the future"] },
  });
});
