import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { findOpenLine } from "~/book/book.server";
import { business } from "~/business/business.server";
import { findRecord } from "~/collections/records.server";
import { deleteRecord } from "~/collections/trash.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { findBookkeepingFile } from "~/reports/bookkeeping.server";
import { addUpCash } from "~/reports/day-close";
import { findExpectedCash } from "~/reports/day-close.server";
import { reportTax } from "~/reports/tax.server";
import { findRequestRow } from "~/requests/record.server";
import { VEHICLE_INQUIRIES } from "~/requests/vehicle-inquiries";
import { completeSale, voidSale } from "~/sales/complete.server";
import { endDeal, saveDeal, setDelivered } from "~/sales/deal.server";
import { dealSchema, depositSchema, endDealSchema } from "~/sales/deal-schema";
import { addUpDeal } from "~/sales/deal-sums";
import { discardSaleDraft, saveDraft } from "~/sales/draft.server";
import { toReceipt } from "~/sales/receipt.server";
import { returnSchema } from "~/sales/return-schema";
import { listOpenLines, returnItems } from "~/sales/returns.server";
import { findSale } from "~/sales/sale.server";
import { saleSchema } from "~/sales/sale-schema";
import type { Sale } from "~/sales/sales";
import { addUpSale } from "~/sales/sums";
import { taxRules } from "~/sales/tax.server";
import { formatExactPrice } from "~/values/money";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as, type By } from "../../support/act";
import { retailVehicle } from "../../support/builders";
import { findBrokenInvariants } from "../../support/money-invariants";
import { newVehicleInquiry } from "../../support/requests";
import { namedCustomer } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

// Whatever a test did, the books hold.
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const on = (day: string): By => ({ username: "marta", role: "owner", now: new Date(`${day}T15:00:00Z`) });
const MONDAY = on("2026-12-21");
const FRIDAY = on("2026-12-25");

const BUYER = { customerName: "Ann Reyes", customerAddress: "1 Main St\nMillbrook, NY 12545" };
const typed = (more: object) =>
  dealSchema("2026-12-21").parse({
    condition: "used",
    fees: { title: {}, plates: {}, document: {} },
    ...more,
  });

interface Options {
  id?: string | undefined;
  deposit?: number;
  by?: By;
}

async function save(given: object, { id, deposit, by = MONDAY }: Options = {}) {
  const taken = { depositAmount: deposit, depositMethod: "cash" };
  return as(by, () =>
    saveDeal(id, typed(given), deposit === undefined ? {} : { deposit: depositSchema.parse(taken) }),
  );
}

async function saved(given: object, options: Options = {}): Promise<Sale> {
  const written = await save(given, options);
  if (written.outcome !== "saved") throw new Error(JSON.stringify(written));
  return written.sale;
}

/** The lines of a day's journal, without its day. */
async function journalOf(day: string): Promise<string[]> {
  const file = (await findBookkeepingFile("quickbooks", "journal", { from: day, to: day })) ?? "";
  const [, ...lines] = file.trim().split("\r\n");
  return lines.map((line) => line.split(",").slice(2).join(",")).sort();
}

/** Debits less credits, in cents. */
const sumOf = (lines: readonly string[]) =>
  lines.reduce((sum, line) => {
    const [, debit, credit] = line.split(",");
    return sum + Math.round(Number(debit || 0) * 100) - Math.round(Number(credit || 0) * 100);
  }, 0);

const statusOf = async (id: string) => (await findRecord(RETAIL_RECORDS, id))?.item.status;

describe("the deal of a car", () => {
  it("holds the car for a deposit, and is completed on another day with a trade-in, fees and the balance", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 12_000, mileage: 84_210 });
    const given = {
      ...{ vehicle, ...BUYER, coBuyerName: "Bo Reyes", price: "12,000", odometer: "84,215" },
      fees: { title: { amount: 50 }, plates: { amount: "38.75" }, document: { amount: 175, isTaxed: "yes" } },
      ...{ tradeVin: "2HGES16555H000000", tradeYear: 2005, tradeMake: "Honda", tradeModel: "Civic" },
      tradeAllowance: 2_000,
    };
    const draft = await saved(given, { deposit: 500 });
    expect(await statusOf(vehicle)).toBe("pending");
    expect(await findExpectedCash("2026-12-21")).toMatchObject({ sales: 0, deposits: 50_000 });
    // What the form said while it was typed is what was stored.
    const { taxPlace = "" } = draft;
    const typed: Record<string, string> = {
      ...{ price: "12,000", tradeAllowance: "2000", taxPlace },
      ...{ "fees.title.amount": "50", "fees.plates.amount": "38.75", "fees.document.amount": "$175" },
      "fees.document.isTaxed": "yes",
    };
    const { rates } = taxRules();
    const shown = addUpDeal((name) => typed[name] ?? "", {
      ...{ rates, tradeReducesTax: true, takenCents: 50_000 },
    });
    expect(shown).toMatchObject({
      taxCents: Math.round((draft.tax ?? 0) * 100),
      totalCents: Math.round((draft.total ?? 0) * 100),
      balanceCents: Math.round(((draft.total ?? 0) - 2_500) * 100),
    });
    const rate = draft.taxPercent / 100;
    // $2,000 off the car's price, and the dealer's own fee taxed.
    const tax = Math.round(1_000_000 * rate) + Math.round(17_500 * rate);
    expect(draft).toMatchObject({ tax: tax / 100, total: (1_226_375 + tax) / 100, paid: 2_500 });
    // Saved again, the deposit stays and is not taken twice.
    const again = await saved({ ...given, payments: [{ method: "bank" }] }, { id: draft._id, by: FRIDAY });
    expect(again.payments.map(({ method, amount }) => [method, amount])).toEqual([
      ["cash", 500],
      ["trade", 2_000],
      ["bank", (1_226_375 + tax) / 100 - 2_500],
    ]);
    const completed = await as(FRIDAY, () => completeSale(draft._id));
    expect(completed).toMatchObject({ outcome: "completed", sale: { total: draft.total } });
    expect(await statusOf(vehicle)).toBe("sold");
    expect(await findOpenLine({ direction: "out", kind: "retailVehicle", id: vehicle })).toMatchObject({
      content: { way: "sold", odometer: 84_215, party: { name: "Ann Reyes" } },
    });
    // The deposit counts on its own day, and the journal has the car traded in.
    expect(addUpCash(await findExpectedCash("2026-12-25"))).toBe(0);
    // It is owed to the customer until the sale, which it then pays a part of.
    expect(await journalOf("2026-12-21")).toEqual([
      "Customer Deposits,,500,Deposits",
      "Undeposited Funds,500,,Cash",
    ]);
    const friday = await journalOf("2026-12-25");
    expect(friday).toContain("Customer Deposits,500,,Deposits");
    expect(friday).toContain("Inventory,2000,,Trade-ins");
    expect(friday.filter((line) => line.startsWith("Undeposited"))).toEqual([]);
    expect(sumOf(friday)).toBe(0);
    // A day that is counted keeps its money.
    expect(await as(FRIDAY, () => voidSale(draft._id, "Wrong buyer"))).toMatchObject({
      reason: "A deposit was taken on an earlier day, which is already counted. Return the sale instead",
    });
    await expect(
      db.updateTable("deals").set({ tradeCents: 1 }).where("saleId", "=", draft._id).execute(),
    ).rejects.toThrow("A completed sale never changes.");
  });

  it("needs a buyer with an address and a mileage, and says what it lacks", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 900 });
    const draft = await saved({ vehicle, price: 900, tradeAllowance: 100, payments: [{ method: "cash" }] });
    expect(await as(MONDAY, () => completeSale(draft._id))).toMatchObject({
      outcome: "invalid",
      fields: {
        customerName: ["Please enter the buyer's name"],
        customerAddress: ["Please enter the buyer's address"],
        odometer: ["Please enter the odometer, or say that the true mileage is unknown"],
        tradeVin: ["Please enter the trade-in's VIN, or its year and make"],
      },
    });
    const bad = dealSchema("2026-12-21").safeParse({
      ...{ vehicle, condition: "good", odometer: "many", tradeVin: "??", deliveredOn: "x" },
      fees: { title: { amount: "1.999" }, plates: {}, document: {} },
    });
    expect(bad.error?.issues.map(({ path }) => path.join(".")).sort()).toEqual([
      ...["condition", "deliveredOn", "fees.title.amount", "odometer", "tradeVin"],
    ]);
    const unknown = {
      ...BUYER,
      vehicle,
      price: 900,
      isMileageUnknown: "yes",
      payments: [{ method: "cash" }],
    };
    await saved(unknown, { id: draft._id });
    expect(await as(MONDAY, () => completeSale(draft._id))).toMatchObject({ outcome: "completed" });
  });

  it("takes no deposit beyond what is due, and its car can't be on another sale", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 300 });
    expect(await save({ vehicle, price: 300, taxPlace: "No tax" }, { deposit: 301 })).toMatchObject({
      fields: { depositAmount: ["That's more than is due, $300.00"] },
    });
    expect(await statusOf(vehicle)).toBe("available");
    // The trade-in pays a part of it.
    const trade = { tradeYear: 2005, tradeMake: "Honda", tradeAllowance: 120 };
    const traded = { vehicle, price: 300, taxPlace: "No tax", ...trade };
    expect(await save(traded, { deposit: 181 })).toMatchObject({
      fields: { depositAmount: ["That's more than is due, $180.00"] },
    });
    expect(await save({ ...traded, tradeAllowance: 400 }, { deposit: 1 })).toMatchObject({
      fields: { depositAmount: ["That's more than is due, $0.00"] },
    });
    const draft = await saved({ vehicle, price: 300, taxPlace: "No tax" }, { deposit: 100 });
    expect(await save({ vehicle, price: 300 })).toMatchObject({ outcome: "invalid" });
    // The API's own draft keeps the trade-in and the deposit, and none of them can be thrown away.
    const plain = saleSchema.parse({ lines: [{ kind: "vehicle", vehicle, price: 280, isTaxed: false }] });
    await as(MONDAY, () => saveDraft(draft._id, plain));
    expect((await findSale(draft._id))?.item).toMatchObject({ total: 280, paid: 100 });
    expect(await as(MONDAY, () => discardSaleDraft(draft._id))).toEqual({ outcome: "paid" });
  });
});

describe("a deal that falls through", () => {
  const end = (id: string, how: object, by = FRIDAY) => as(by, () => endDeal(id, endDealSchema.parse(how)));

  it("keeps a part of the deposit, gives back the rest, and the car is for sale again", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 5_000 });
    const draft = await saved(
      { vehicle, ...BUYER, price: 5_000, tradeAllowance: 500, tradeYear: 2001, tradeMake: "Ford" },
      { deposit: 400, by: on("2027-01-11") },
    );
    const by = on("2027-01-12");
    expect(await end(draft._id, { kept: 401, reason: "No loan" }, by)).toMatchObject({
      fields: { kept: ["The deposit was $400.00"] },
    });
    expect(await end(draft._id, { kept: 150, reason: "No loan" }, by)).toMatchObject({
      fields: { method: ["Please choose how the deposit goes back"] },
    });
    expect(await end(draft._id, { kept: 150, method: "cash", reason: "No loan" }, by)).toMatchObject({
      outcome: "ended",
    });
    expect(await statusOf(vehicle)).toBe("available");
    const sale = (await findSale(draft._id))?.item;
    expect(sale).toMatchObject({ status: "completed", total: 150, tax: 0 });
    expect(sale?.lines.map(({ description }) => description)).toEqual([
      expect.stringMatching(/^Deposit kept, /),
    ]);
    // What the yard says of parts that come back is not about a car.
    expect(sale && toReceipt(sale).notes).not.toContain(business.returnPolicy?.sentence);
    expect(addUpCash(await findExpectedCash("2027-01-11"))).toBe(40_000);
    expect(addUpCash(await findExpectedCash("2027-01-12"))).toBe(-25_000);
  });

  it("without a deposit goes to the trash, and with all of it given back is a sale of nothing", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 700 });
    const first = await saved({ vehicle, price: 700 });
    expect(await end(first._id, { reason: "Changed their mind" })).toEqual({ outcome: "discarded" });
    expect(await statusOf(vehicle)).toBe("available");
    const second = await saved({ vehicle, price: 700 }, { deposit: 50 });
    await end(second._id, { method: "check", reason: "Changed their mind" });
    expect((await findSale(second._id))?.item).toMatchObject({
      ...{
        status: "completed",
        total: 0,
        lines: [{ description: expect.stringMatching(/^Deposit returned, /) }],
      },
      payments: [{ amount: 50 }, { amount: -50, method: "check" }],
    });
    expect(await statusOf(vehicle)).toBe("available");
  });

  it("gives a deposit back although its customer was deleted", async () => {
    const customerId = await namedCustomer("Ann Reyes", MONDAY);
    const { _id: vehicle } = await retailVehicle({ price: 700 });
    const draft = await saved({ vehicle, customerId, price: 700 }, { deposit: 50 });
    await as(MONDAY, () => deleteRecord(CUSTOMER_RECORDS, customerId));
    expect(await end(draft._id, { method: "cash", reason: "No loan" }, MONDAY)).toMatchObject({
      outcome: "ended",
    });
    expect((await findSale(draft._id))?.item).toMatchObject({ customerName: "Ann Reyes", total: 0 });
    expect(await statusOf(vehicle)).toBe("available");
  });

  it("ends once, also by a second press, and not at all once somebody has completed it", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 700 });
    const given = { vehicle, ...BUYER, price: 700, odometer: "84,215", payments: [{ method: "bank" }] };
    const first = await saved(given, { deposit: 50 });
    const how = { method: "cash", reason: "No loan" };
    for (const _press of [1, 2]) expect(await end(first._id, how)).toMatchObject({ outcome: "ended" });
    expect((await findSale(first._id))?.item.payments.map(({ amount }) => amount)).toEqual([50, -50]);
    const second = await saved(given);
    await as(MONDAY, () => completeSale(second._id));
    expect(await end(second._id, how)).toEqual({ outcome: "closed" });
    expect(await statusOf(vehicle)).toBe("sold");
  });

  it("opens no inquiry again that another deal has won, once it's voided", async () => {
    const vehicle = await retailVehicle({ price: 700 });
    const { _id: vehicleInquiryId } = await newVehicleInquiry(vehicle);
    const given = { vehicle: vehicle._id, vehicleInquiryId, ...BUYER, price: 700, odometer: "84,215" };
    const statusNow = async () => (await findRequestRow(VEHICLE_INQUIRIES, vehicleInquiryId))?.status;
    const first = await saved(given, { deposit: 50 });
    await end(first._id, { method: "cash", reason: "No loan" }, MONDAY);
    const second = await saved({ ...given, payments: [{ method: "bank" }] });
    await as(MONDAY, () => completeSale(second._id));
    expect(await statusNow()).toBe("sold");
    expect(await as(MONDAY, () => voidSale(first._id, "Rung up twice"))).toMatchObject({ outcome: "voided" });
    expect(await statusNow()).toBe("sold");
  });
});

describe("the day of a delivery", () => {
  const deliver = (id: string, version?: string) =>
    as(FRIDAY, () => setDelivered(id, "2026-12-24", version === undefined ? {} : { version }));
  const dayOf = async (id: string) => (await findSale(id))?.item.deal?.deliveredOn;

  it("is said of a completed deal alone, by whoever has seen what is stored", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 700 });
    const given = { vehicle, ...BUYER, price: 700, odometer: "84,215", payments: [{ method: "bank" }] };
    const draft = await saved(given);
    expect(await deliver(draft._id)).toBe("closed");
    const completed = await as(MONDAY, () => completeSale(draft._id));
    if (completed.outcome !== "completed") throw new Error(completed.outcome);
    expect(await deliver(draft._id, completed.version)).toBe("saved");
    expect(await dayOf(draft._id)).toBe("2026-12-24");
    expect(await deliver(draft._id, completed.version)).toBe("changed");
    await as(MONDAY, () => voidSale(draft._id, "Wrong buyer"));
    expect(await deliver(draft._id)).toBe("closed");
  });

  it("is never one of the future, in a draft neither", () => {
    const issuesOf = (deliveredOn: string) =>
      dealSchema("2026-12-21")
        .safeParse({
          vehicle: "x",
          condition: "used",
          fees: { title: {}, plates: {}, document: {} },
          deliveredOn,
        })
        .error?.issues.map(({ message }) => message);
    expect(issuesOf("12/22/2026")).toEqual(["This day is in the future"]);
    expect(issuesOf("12/21/2026")).toBeUndefined();
  });
});

describe("a trade-in and the tax", () => {
  const lines = [
    { kind: "vehicle", quantity: 100, priceCents: 1_000_00, isTaxed: true },
    { kind: "other", quantity: 100, priceCents: 100_00, isTaxed: true },
  ] as const;

  it("comes off the vehicle's taxed price, and never makes it less than nothing", () => {
    const taxOf = (untaxedCents: number) =>
      addUpSale({ lines, taxRate: 8_125, isExempt: false, untaxedCents }).lines.map(
        ({ taxCents }) => taxCents,
      );
    expect(taxOf(0)).toEqual([8_125, 813]);
    expect(taxOf(400_00)).toEqual([4_875, 813]);
    expect(taxOf(5_000_00)).toEqual([0, 813]);
  });

  it("is a line of its own in the report of the tax, and leaves it when the car comes back", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 1_000 });
    const [day, next] = ["2027-03-01", "2027-03-02"];
    const trade = { tradeYear: 2005, tradeMake: "Honda", tradeAllowance: 400 };
    const sale = await saved(
      { vehicle, ...BUYER, price: 1_000, odometer: "84,215", ...trade, payments: [{ method: "bank" }] },
      { by: on(day) },
    );
    await as(on(day), () => completeSale(sale._id));
    const report = await reportTax({ from: day, to: day });
    const tax = Math.round(60_000 * (sale.taxPercent / 100));
    expect(report.rows.map(({ cells }) => cells)).toEqual([
      [sale.taxPlace, sale.taxPercent, 600_00, tax],
      ["Not taxed: trade-ins", null, 400_00, 0],
    ]);
    expect(report.figures.slice(1)).toEqual([
      { label: "Taxable sales", value: "$600.00" },
      { label: "Not taxed", value: "$400.00" },
    ]);
    // A buyer who checks the tax sees why it is less than that of the price.
    const completed = await findSale(sale._id);
    expect(completed && toReceipt(completed.item).sums).toContainEqual([
      `Tax after the trade-in, ${sale.taxPlace}, ${sale.taxPercent}%`,
      formatExactPrice(tax / 100),
    ]);
    const open = await listOpenLines(sale._id);
    const lines = open.map(({ id }) => ({ saleLineId: id, quantity: 1, reason: "not-needed" }));
    const back = await as(on(next), () =>
      returnItems(sale._id, returnSchema.parse({ lines, method: "bank" })),
    );
    expect(back).toMatchObject({ outcome: "done" });
    expect((await reportTax({ from: next, to: next })).rows.map(({ cells }) => cells)).toEqual([
      [sale.taxPlace, sale.taxPercent, -600_00, -tax],
      ["Not taxed: trade-ins", null, -400_00, 0],
    ]);
  });

  it("leaves the whole price taxed where Settings say so", async () => {
    const { _id: vehicle } = await retailVehicle({ price: 1_000 });
    const before = business.sales.tradeReducesTax;
    business.sales.tradeReducesTax = false;
    try {
      const sale = await saved({ vehicle, price: 1_000, tradeAllowance: 400 });
      expect(sale.tax).toBe(Math.round(100_000 * (sale.taxPercent / 100)) / 100);
      expect(sale.payments).toMatchObject([{ method: "trade", amount: 400 }]);
      expect(toReceipt(sale).sums[1]?.[0]).toBe(`Tax, ${sale.taxPlace}, ${sale.taxPercent}%`);
    } finally {
      business.sales.tradeReducesTax = before;
    }
  });
});
