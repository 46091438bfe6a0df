import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createRecord, findRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findKnownCars } from "~/interchange/fitments.server";
import { countOffers, noteOffer } from "~/interchange/offers.server";
import { PART_RECORDS } from "~/parts/part.server";
import { completeSale, voidSale } from "~/sales/complete.server";
import { findCarsOfSale } from "~/sales/misfit.server";
import { toReceipt } from "~/sales/receipt.server";
import { returnSchema } from "~/sales/return-schema";
import { refundOf, warrantyOn } from "~/sales/returns";
import { listOwedCores, returnItems } from "~/sales/returns.server";
import type { Sale } from "~/sales/sales";
import { as } from "../../support/act";
import { retailVehicle, shelfPart } from "../../support/builders";
import { buildInterchange } from "../../support/interchange";
import { findBrokenInvariants } from "../../support/money-invariants";
import { countQueries } from "../../support/queries";
import { CLERK, completedSale, saleDraft } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

// Whatever a test did, the books hold.
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const statusOf = async (id: string) => (await findRecord(PART_RECORDS, id))?.item.status;
/** What comes back of a sale, line by line; the rest is said as on the form. */
const back = (sale: Sale, lines: Record<number, object>, more: object = {}) =>
  as(CLERK, () =>
    returnItems(
      sale._id,
      returnSchema.parse({
        lines: Object.entries(lines).map(([index, said]) => ({
          saleLineId: sale.lines[Number(index)]?._id,
          quantity: 1,
          reason: "does-not-work",
          goesTo: "shelf",
          ...said,
        })),
        method: "cash",
        ...more,
      }),
    ),
  );

describe("what comes back of a line", () => {
  it("adds up to what it cost, in however many returns", () => {
    const line = { quantity: 300, netCents: 1000, taxCents: 83 };
    let returned = { quantity: 0, netCents: 0, taxCents: 0 };
    for (let piece = 0; piece < 3; piece += 1) {
      const refund = refundOf({ ...line, returned }, 100);
      expect(refund.netCents).toBeGreaterThanOrEqual(333);
      returned = {
        quantity: returned.quantity + 100,
        netCents: returned.netCents + refund.netCents,
        taxCents: returned.taxCents + refund.taxCents,
      };
    }
    expect(returned).toEqual({ quantity: 300, netCents: 1000, taxCents: 83 });
  });

  it("is under warranty to the end of its last day", () => {
    const sold = { soldOn: "2026-01-31", warrantyDays: 30 };
    expect(warrantyOn(sold, "2026-03-02")).toEqual({ until: "2026-03-02", holds: true });
    expect(warrantyOn(sold, "2026-03-03")).toEqual({ until: "2026-03-02", holds: false });
    expect(warrantyOn({ ...sold, warrantyDays: null }, "2026-02-01")).toBeUndefined();
  });
});

describe("a return", () => {
  it("makes a credit note with the next number, leaves the sale as it was, and puts the part where it is said", async () => {
    const parts = [
      await shelfPart({ price: 80 }),
      await shelfPart({ price: 80 }),
      await shelfPart({ price: 80 }),
    ];
    const sale = await completedSale({ lines: parts.map(({ _id }) => ({ kind: "part", part: _id })) });
    const done = await back(sale, { 0: { goesTo: "shelf" }, 1: { goesTo: "check" }, 2: { goesTo: "scrap" } });
    expect(done).toMatchObject({ outcome: "done", note: { goodsCents: 24_000, feeCents: 0 } });
    expect(await Promise.all(parts.map(({ _id }) => statusOf(_id)))).toEqual([
      "Available",
      "On hold",
      "Scrapped",
    ]);
    const other = await completedSale({ lines: [{ kind: "other", description: "Mats", price: 20 }] });
    const next = await back(other, { 0: {} });
    expect(next.outcome === "done" && done.outcome === "done" && next.note.number - done.note.number).toBe(1);
  });

  it("frees the part for the next customer, and can't be made twice", async () => {
    const { _id } = await shelfPart({ price: 80 });
    const sale = await completedSale({ lines: [{ kind: "part", part: _id }] });
    expect((await back(sale, { 0: {} })).outcome).toBe("done");
    expect(await back(sale, { 0: {} })).toEqual({
      outcome: "invalid",
      fields: { "lines.0.quantity": ["It was returned before"] },
    });
    await completedSale({ lines: [{ kind: "part", part: _id }] });
    expect(await statusOf(_id)).toBe("Sold");
  });

  it("of a part or a vehicle is of all of it, since there is only one", async () => {
    const [part, vehicle] = [await shelfPart({ price: 80 }), await retailVehicle({ price: 5000 })];
    const sale = await completedSale({
      lines: [
        { kind: "part", part: part._id },
        { kind: "vehicle", vehicle: vehicle._id },
        { kind: "other", description: "Hose, by the yard", price: 3, quantity: 2 },
      ],
    });
    const only = ["There is only one of it, so the quantity must be 1"];
    expect(
      await back(sale, { 0: { quantity: "0.5" }, 1: { quantity: "0.5" }, 2: { quantity: "0.5" } }),
    ).toEqual({ outcome: "invalid", fields: { "lines.0.quantity": only, "lines.1.quantity": only } });
    expect(await statusOf(part._id)).toBe("Sold");
    expect(await back(sale, { 0: {}, 1: {}, 2: { quantity: "0.5" } })).toMatchObject({ outcome: "done" });
  });

  it("takes a restocking fee off, never more than the customer gets", async () => {
    const sale = await completedSale({ lines: [{ kind: "other", description: "Mats", price: 20 }] });
    expect(await back(sale, { 0: {} }, { fee: "500" })).toMatchObject({
      outcome: "invalid",
      fields: { fee: ["The fee is more than the customer gets back"] },
    });
    expect(await back(sale, { 0: {} }, { fee: "3.50" })).toMatchObject({
      note: { goodsCents: 2000, feeCents: 350, totalCents: 2000 - 350 + Math.round((sale.tax ?? 0) * 100) },
    });
  });

  it("that does not fit counts against the fit it was sold by, and is our own word for its car from then on", async () => {
    buildInterchange();
    const from = { year: 2009, make: "Honda", model: "Accord" };
    const car = { ...from, year: 2011 };
    const entryId = "door-front-left";
    const part = await shelfPart({ ...from, entryId, price: 80 });
    await as(CLERK, () =>
      noteOffer({ requestId: "asked", partId: part._id, entryId, grade: "same generation", from, car }),
    );
    expect(await findCarsOfSale([part._id], null)).toEqual(new Map([[part._id, car]]));
    const line = { kind: "part", part: part._id };
    const misfit = { reason: "does-not-fit", ...car };
    expect((await back(await completedSale({ lines: [line] }), { 0: misfit })).outcome).toBe("done");
    // Sold over the counter for another car, and back again: nobody offered it for that one.
    const other = { ...car, year: 2012 };
    await back(await completedSale({ lines: [line] }), { 0: { reason: "does-not-fit", ...other } });
    // From the very same car it is no word on what fits, and without a car none at all.
    for (const said of [from, {}])
      await back(await completedSale({ lines: [line] }), { 0: { reason: "does-not-fit", ...said } });
    const known = (await findKnownCars(from, entryId)).sort((one, other) => other.car.year - one.car.year);
    expect(known.map(({ verdict, car: { year }, source }) => [verdict, year, source.split(",")[0]])).toEqual([
      ["does-not-fit", 2012, "marta"],
      ["does-not-fit", 2011, "marta"],
    ]);
    const counts = (await countOffers()).filter((count) => count.entryId === entryId);
    expect(counts.find(({ grade }) => grade === "same generation")).toMatchObject({ sold: 2, returned: 2 });
    expect(counts.reduce((all, { returned }) => all + returned, 0)).toBe(3);
  });

  it("asks for the cars of all its parts at once", async () => {
    const [one, other] = [await shelfPart(), await shelfPart()];
    const forOne = await countQueries(() => findCarsOfSale([one._id], null));
    expect(await countQueries(() => findCarsOfSale([one._id, other._id], null))).toBe(forOne);
  });

  it("of a part that does not fit asks for the whole car, or none", () => {
    const line = {
      saleLineId: "x",
      quantity: 1,
      reason: "does-not-fit",
      year: "2010",
      make: "Honda",
      model: " ",
    };
    const parsed = returnSchema.safeParse({ lines: [line], method: "cash" });
    expect(parsed.error?.issues).toMatchObject([
      { path: ["lines", 0, "model"], message: "Please enter the model too, or leave the car out" },
    ]);
    expect(
      returnSchema.safeParse({ lines: [{ ...line, reason: "not-needed" }], method: "cash" }).success,
    ).toBe(true);
  });

  it("of nothing, rounded or not, or of no number is refused", () => {
    const line = { saleLineId: "x", reason: "not-needed", quantity: 0.004 };
    for (const quantity of [0.004, 0, -1, "0.015", "0x2", "1,5", "1e1", "２", " "])
      expect(returnSchema.safeParse({ lines: [{ ...line, quantity }], method: "cash" }).success).toBe(false);
  });

  it("says what a fee is where none was typed", () => {
    const line = { saleLineId: "x", reason: "not-needed", quantity: 1 };
    for (const fee of ["-50", "a bit"])
      expect(returnSchema.safeParse({ lines: [line], method: "cash", fee }).error?.issues).toMatchObject([
        { path: ["fee"], message: "Please enter a fee in dollars, or leave it empty" },
      ]);
  });

  it("as store credit needs a customer, and gives it to them", async () => {
    const cash = await completedSale({ lines: [{ kind: "other", description: "Mats", price: 20 }] });
    expect(await back(cash, { 0: {} }, { method: "credit" })).toMatchObject({
      outcome: "invalid",
      fields: { method: ["Store credit needs a known customer. This was a cash sale"] },
    });
    const created = await as(CLERK, () =>
      createRecord(CUSTOMER_RECORDS, bodySchema(CUSTOMERS).parse({ name: "Ann Reyes" })),
    );
    const customerId = created.outcome === "saved" ? created.item._id : "";
    const sale = await completedSale({
      customerId,
      lines: [{ kind: "other", description: "Mats", price: 20 }],
    });
    await back(sale, { 0: {} }, { method: "credit" });
    const { _id: dearer } = await saleDraft({
      customerId,
      lines: [{ kind: "other", description: "Seat", price: 200 }],
      payments: [{ method: "credit" }],
    });
    expect(await as(CLERK, () => completeSale(dearer))).toMatchObject({
      fields: { payments: [`The customer has $${sale.total?.toFixed(2)} of store credit`] },
    });
  });

  it("of a core clears it from the cores owed", async () => {
    const sale = await completedSale({
      lines: [{ kind: "core", description: "Alternator core", price: 35 }],
    });
    const owed = async () => (await listOwedCores(100)).filter(({ saleId }) => saleId === sale._id);
    expect(await owed()).toMatchObject([{ description: "Alternator core" }]);
    await back(sale, { 0: { reason: "core", goesTo: undefined } });
    expect(await owed()).toEqual([]);
  });

  it("of one of two cores leaves the other one owed, with what is left of its money", async () => {
    const sale = await completedSale({
      lines: [{ kind: "core", description: "Caliper core", price: 12.5, quantity: 2, isTaxed: false }],
    });
    const owed = async () => (await listOwedCores(100)).filter(({ saleId }) => saleId === sale._id);
    expect(await owed()).toMatchObject([{ quantity: 200, cents: 2500, isOnAccount: false }]);
    await back(sale, { 0: { reason: "core", goesTo: undefined } });
    expect(await owed()).toMatchObject([{ quantity: 100, cents: 1250 }]);
  });

  it("of an evening's sale is under warranty to the same day that its receipt says", async () => {
    const evening = { ...CLERK, now: new Date("2026-12-21T01:30:00Z") };
    const { _id } = await shelfPart({ price: 85, warranty: "90-day parts warranty" });
    const sale = await completedSale({ lines: [{ kind: "part", part: _id }] }, evening);
    expect(sale.soldOn).toBe("2026-12-20");
    const { until } = warrantyOn({ soldOn: "2026-12-20", warrantyDays: 90 }, "2026-12-20") ?? {};
    expect(until).toBe("2027-03-20");
    expect(toReceipt(sale).lines[0]?.details.join()).toContain("until Mar 20, 2027");
  });

  it("of the last evening of a month is under warranty as long as of its noon", async () => {
    const untilOf = async (now: string) => {
      const { _id } = await shelfPart({ price: 85 });
      const at = { ...CLERK, now: new Date(now) };
      const lines = [{ kind: "part", part: _id, warranty: "1 month" }];
      const sale = await completedSale({ lines }, at);
      return toReceipt(sale).lines[0]?.details.join();
    };
    const noon = await untilOf("2027-01-31T17:00:00Z");
    expect(noon).toContain("until Mar 3, 2027");
    expect(await untilOf("2027-02-01T02:00:00Z")).toContain("until Mar 3, 2027");
  });

  it("keeps its sale from being voided", async () => {
    const sale = await completedSale({ lines: [{ kind: "other", description: "Mats", price: 20 }] });
    await back(sale, { 0: {} });
    expect(await as(CLERK, () => voidSale(sale._id, "Typed twice"))).toEqual({
      outcome: "refused",
      reason: "Some of it already came back. Return the rest",
    });
  });
});
