import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { findStaffPage } from "~/collections/lists.server";
import { createRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { eraseCustomer, planErasure } from "~/customers/erase.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { restoreRecord } from "~/history/trash.server";
import { loadRecordHistory } from "~/history/view.server";
import { holdPart, releasePart, scrapPart, sellPart } from "~/parts/actions.server";
import { PART_RECORDS } from "~/parts/part.server";
import { PARTS } from "~/parts/parts";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";
import { addStoreCredit, completeSale, voidSale } from "~/sales/complete.server";
import { discardSaleDraft, saveDraft } from "~/sales/draft.server";
import { fillSalesOfOlderVersions, findSale, SALE_RECORDS } from "~/sales/sale.server";
import { saleSchema } from "~/sales/sale-schema";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as } from "../../support/act";
import { retailVehicle, shelfPart } from "../../support/builders";
import { findBrokenInvariants } from "../../support/money-invariants";
import { newPartRequest } from "../../support/requests";
import { CLERK, completedSale, saleDraft, type TypedSale } from "../../support/sales";

beforeAll(async () => {
  await migrate(engine);
});

// Whatever a test did, the books hold.
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const part = async (id: string) => (await findRecord(PART_RECORDS, id))?.item;
const vehicle = async (id: string) => (await findRecord(RETAIL_RECORDS, id))?.item;
const later = (minutes: number) => new Date(CLERK.now.getTime() + minutes * 60_000);
const by = (username: string, now = CLERK.now) => ({ ...CLERK, username, now });
const save = (id: string | undefined, typed: TypedSale, who = CLERK as ReturnType<typeof by>) =>
  as(who, () => saveDraft(id, saleSchema.parse(typed)));
const complete = (id: string, who = CLERK as ReturnType<typeof by>) => as(who, () => completeSale(id));
const customer = async (fields: object) => {
  const created = await as(CLERK, () =>
    createRecord(CUSTOMER_RECORDS, bodySchema(CUSTOMERS).parse({ name: "Ann Reyes", ...fields })),
  );
  if (created.outcome !== "saved") throw new Error(created.outcome);
  return created.item;
};

describe("a draft", () => {
  it("holds its parts, and lets go of those that are taken off it", async () => {
    const [one, two] = [await shelfPart({ price: 85 }), await shelfPart({ price: 40 })];
    const draft = await saleDraft({ lines: [{ kind: "part", part: one.stockNumber }] });
    expect(draft).toMatchObject({ status: "draft", clerk: "marta", total: 91.91, tax: 6.91 });
    expect(draft.number).toBe(`SD-${draft._id.slice(-6)}`);
    expect(await part(one._id)).toMatchObject({ status: "On hold", heldFor: `Sale ${draft.number}` });
    await save(draft._id, { lines: [{ kind: "part", part: two._id }] });
    expect((await part(one._id))?.status).toBe("Available");
    expect((await part(two._id))?.status).toBe("On hold");
  });

  it("gives a part back to whoever it was held for", async () => {
    const { _id } = await shelfPart();
    await as(CLERK, () => holdPart(_id, { heldFor: "Bo Lind", until: later(60) }));
    const draft = await saleDraft({ lines: [{ kind: "part", part: _id }] });
    await as(CLERK, () => discardSaleDraft(draft._id));
    expect(await part(_id)).toMatchObject({ status: "On hold", heldFor: "Bo Lind" });
  });

  it("keeps others from selling, holding and scrapping what is on it, and names itself", async () => {
    const { _id, stockNumber } = await shelfPart();
    const draft = await saleDraft({ lines: [{ kind: "part", part: _id }] });
    for (const change of [
      () => sellPart(_id, { price: 80, soldTo: undefined }),
      () => releasePart(_id),
      () => scrapPart(_id),
      () => holdPart(_id, { heldFor: "Bo", until: undefined }),
    ]) {
      const outcome = await as(by("luis"), change);
      expect(outcome).toMatchObject({ outcome: "on-sale", reason: expect.stringContaining(draft.number) });
    }
    const other = await save(undefined, { lines: [{ kind: "part", part: stockNumber }] }, by("luis"));
    expect(other).toMatchObject({
      outcome: "invalid",
      fields: {
        "lines.0.part": [expect.stringContaining(`held for sale ${draft.number}, a draft by marta`)],
      },
    });
    const edited = bodySchema(PARTS).parse({ ...(await part(_id)), status: "Available" });
    expect(await as(CLERK, () => updateRecord(PART_RECORDS, _id, edited))).toMatchObject({
      outcome: "invalid",
      fields: { status: [expect.stringContaining(draft.number)] },
    });
  });

  it("is refused where somebody else has saved it meanwhile", async () => {
    const draft = await saleDraft({ lines: [{ kind: "other", description: "Towing", price: 90 }] });
    await save(draft._id, { notes: "Calls at noon" }, by("luis", later(1)));
    const stale = await as(CLERK, () =>
      saveDraft(draft._id, saleSchema.parse({}), { version: draft.updatedAt }),
    );
    expect(stale).toMatchObject({ outcome: "changed", current: { item: { notes: "Calls at noon" } } });
  });

  it("says what is wrong with each line, and stores nothing of it", async () => {
    const { _id, stockNumber } = await shelfPart();
    const faulty = await save(undefined, {
      lines: [
        { kind: "part", part: "no-such-part" },
        { kind: "part", part: _id },
        { kind: "part", part: stockNumber },
        { kind: "labor", price: "80" },
      ],
    });
    expect(faulty).toMatchObject({
      outcome: "invalid",
      fields: {
        "lines.0.part": ["We have no part with this stock number"],
        "lines.2.part": ["This is already on the sale"],
        "lines.3.description": ["Please describe the line"],
      },
    });
    expect((await part(_id))?.status).toBe("Available");
  });

  it("comes back from the trash without what it held, and holds it again once it is saved", async () => {
    const { _id } = await shelfPart();
    const draft = await saleDraft({ lines: [{ kind: "part", part: _id }], payments: [{ method: "cash" }] });
    await as(CLERK, () => discardSaleDraft(draft._id));
    expect((await part(_id))?.status).toBe("Available");
    await completedSale({ lines: [{ kind: "part", part: _id }] }, by("luis"));
    expect(await as(CLERK, () => restoreRecord({ kind: "sale", id: draft._id }))).toMatchObject({
      note: "What's on it is for sale to anyone until you save it again.",
    });
    expect(await complete(draft._id)).toMatchObject({
      outcome: "invalid",
      fields: { "lines.0.part": [expect.stringContaining("by luis")] },
    });
    await as(CLERK, () => discardSaleDraft(draft._id));
  });
});

describe("a completed sale", () => {
  it("has the next number, has sold what is on it, and says so in the history", async () => {
    const { _id } = await shelfPart({ price: 85, warranty: "90-day parts warranty" });
    const before = await completedSale({ lines: [{ kind: "other", description: "Keys", price: 5 }] });
    const sale = await completedSale({
      customerName: "Ann Reyes",
      lines: [
        { kind: "part", part: _id, price: 80 },
        { kind: "discount", price: "10%" },
      ],
      payments: [{ method: "cash", amount: 100 }],
    });
    expect(Number(sale.number.slice(2))).toBe(Number(before.number.slice(2)) + 1);
    expect(sale).toMatchObject({
      status: "completed",
      soldOn: "2026-12-20",
      discount: 8,
      tax: 5.85,
      total: 77.85,
    });
    expect(sale.payments).toMatchObject([{ method: "cash", amount: 77.85, tendered: 100, change: 22.15 }]);
    expect(sale.lines[0]).toMatchObject({ warranty: "90-day parts warranty", warrantyDays: 90 });
    expect(await part(_id)).toMatchObject({ status: "Sold", soldTo: "Ann Reyes", soldPrice: 72, price: 85 });
    const { changes } = await loadRecordHistory("sale", sale._id);
    expect(changes.map(({ action, who }) => [action, who])).toEqual([
      ["Changed", "marta"],
      ["Added", "marta"],
    ]);
  });

  it("is completed once, however often it is asked for", async () => {
    const { _id } = await shelfPart();
    const draft = await saleDraft({ lines: [{ kind: "part", part: _id }], payments: [{ method: "card" }] });
    const [first, second] = await Promise.all([complete(draft._id), complete(draft._id, by("luis"))]);
    const third = await complete(draft._id, by("luis", later(1)));
    const outcomes = [first, second, third].map((one) =>
      one.outcome === "completed" ? one.sale.number : one.outcome,
    );
    expect(new Set(outcomes).size).toBe(1);
    expect([first, second, third].map((one) => one.outcome === "completed" && one.isAgain)).toContain(false);
  });

  it("never changes: not by its functions, nor past them", async () => {
    const sale = await completedSale({ lines: [{ kind: "other", description: "Keys", price: 5 }] });
    expect(await save(sale._id, { lines: [] })).toMatchObject({ outcome: "closed" });
    expect(await as(CLERK, () => discardSaleDraft(sale._id))).toMatchObject({ outcome: "closed" });
    const writes = [
      () => db.updateTable("sales").set({ totalCents: 1 }).where("id", "=", sale._id).execute(),
      () => db.updateTable("sales").set({ status: "draft" }).where("id", "=", sale._id).execute(),
      () => db.updateTable("saleLines").set({ priceCents: 1 }).where("saleId", "=", sale._id).execute(),
      () => db.updateTable("payments").set({ amountCents: 1 }).where("saleId", "=", sale._id).execute(),
    ];
    for (const write of writes) await expect(write()).rejects.toThrow(/completed sale/);
  });

  it("keeps its part sold: nobody makes it available again or says that it brought something else", async () => {
    const { _id } = await shelfPart({ price: 85 });
    const sale = await completedSale({ lines: [{ kind: "part", part: _id }] });
    const reason = expect.stringContaining(`sold on sale ${sale.number} by marta`);
    expect(await as(CLERK, () => releasePart(_id))).toEqual({ outcome: "on-sale", reason });
    const edited = bodySchema(PARTS).parse({ ...(await part(_id)), soldPrice: 1 });
    expect(await as(CLERK, () => updateRecord(PART_RECORDS, _id, edited))).toMatchObject({
      fields: { status: [reason] },
    });
    // What does not touch the sale is still the yard's.
    const moved = bodySchema(PARTS).parse({ ...(await part(_id)), location: "Z-9" });
    expect(await as(CLERK, () => updateRecord(PART_RECORDS, _id, moved))).toMatchObject({ outcome: "saved" });
  });

  it("needs lines, prices, a payment to the cent, and a customer for what goes on account", async () => {
    const { _id } = await shelfPart({ price: undefined });
    const faultsOf = async (typed: TypedSale) => {
      const { _id: id } = await saleDraft(typed);
      const outcome = await complete(id);
      return outcome.outcome === "invalid" ? Object.values(outcome.fields).flat() : outcome.outcome;
    };
    const keys = { kind: "other", description: "Keys", price: 5, isTaxed: false };
    expect(await faultsOf({})).toEqual(["Please add what is sold"]);
    expect(await faultsOf({ lines: [{ kind: "part", part: _id }] })).toEqual([
      "Please enter a price, or 0 if it's free",
    ]);
    expect(await faultsOf({ lines: [keys], payments: [{ method: "card", amount: 4 }] })).toEqual([
      "$1.00 is still due",
    ]);
    expect(await faultsOf({ lines: [keys], payments: [{ method: "check", amount: 6 }] })).toEqual([
      "That's $1.00 more than is due. Only cash gives change",
    ]);
    expect(await faultsOf({ lines: [keys], payments: [{ method: "account" }] })).toEqual([
      "A sale on account needs a known customer. Please find or add them",
    ]);
    expect(await faultsOf({ lines: [keys], delivery: "ship", payments: [{ method: "card" }] })).toEqual([
      "Please enter where it's shipped to",
    ]);
  });

  it("gives a wholesale customer their price, and taxes an exempt one nothing", async () => {
    const { _id } = await shelfPart({ price: 100, coreCharge: 20 });
    const { _id: customerId } = await customer({ wholesalePercent: 80 });
    const sale = await completedSale({
      customerId,
      taxExemptNumber: "EX-1",
      lines: [
        { kind: "part", part: _id },
        { kind: "core", part: _id },
      ],
      payments: [{ method: "account" }],
    });
    expect(sale).toMatchObject({ customerName: "Ann Reyes", goods: 100, tax: 0, total: 100, account: 100 });
    expect(sale.lines.map(({ price }) => price)).toEqual([80, 20]);
  });

  it("takes no more store credit than the customer has", async () => {
    const { _id: customerId } = await customer({ name: "Cy Mott" });
    await as(CLERK, () => addStoreCredit(customerId, 700, {}));
    const typed = {
      customerId,
      lines: [{ kind: "other", description: "Keys", price: 5, isTaxed: false }],
      payments: [{ method: "credit" }],
    };
    const sale = await completedSale(typed);
    const { _id } = await saleDraft(typed);
    expect(await complete(_id)).toMatchObject({
      fields: { payments: ["The customer has $2.00 of store credit"] },
    });
    await as(CLERK, () => voidSale(sale._id, "Wrong customer"));
    const { _id: dearer } = await saleDraft({ ...typed, lines: [{ ...typed.lines[0], price: 10 }] });
    expect(await complete(dearer)).toMatchObject({
      fields: { payments: ["The customer has $7.00 of store credit"] },
    });
  });

  it("sells a vehicle, which is pending while it is on a draft", async () => {
    const { _id } = await retailVehicle({ price: 12_995 });
    const draft = await saleDraft({
      lines: [{ kind: "vehicle", vehicle: _id, isTaxed: false }],
      payments: [{ method: "bank" }],
    });
    expect((await vehicle(_id))?.status).toBe("pending");
    expect(await complete(draft._id)).toMatchObject({ sale: { total: 12_995 } });
    expect((await vehicle(_id))?.status).toBe("sold");
  });
});

describe("voiding", () => {
  it("brings the part back, keeps the number, and says why", async () => {
    const { _id } = await shelfPart();
    const sale = await completedSale({ lines: [{ kind: "part", part: _id }] });
    const voided = await as(CLERK, () => voidSale(sale._id, "Wrong part"));
    expect(voided).toMatchObject({
      outcome: "voided",
      sale: { status: "voided", number: sale.number, voidReason: "Wrong part", voidedBy: "marta" },
    });
    expect(await part(_id)).toMatchObject({ status: "Available" });
    const next = await completedSale({ lines: [{ kind: "part", part: _id }] });
    expect(Number(next.number.slice(2))).toBe(Number(sale.number.slice(2)) + 1);
  });

  it("is an owner's, and of the same day", async () => {
    const sale = await completedSale({ lines: [{ kind: "other", description: "Keys", price: 5 }] });
    const counter = await as({ ...CLERK, role: "counter" }, () => voidSale(sale._id, "Oops"));
    expect(counter).toMatchObject({
      outcome: "refused",
      reason: "Only an owner of the site can void a sale",
    });
    const tomorrow = await as({ ...CLERK, now: later(24 * 60) }, () => voidSale(sale._id, "Oops"));
    expect(tomorrow).toMatchObject({ outcome: "refused", reason: expect.stringContaining("on the day") });
    expect((await findSale(sale._id))?.item.status).toBe("completed");
  });
});

it("a customer's data goes with their drafts, and a completed sale stays as it was", async () => {
  const { _id: customerId } = await customer({ name: "Dee Long", phones: ["(555) 555-0177"] });
  const sale = await completedSale({ customerId, lines: [{ kind: "other", description: "Keys", price: 5 }] });
  const { _id } = await shelfPart();
  const draft = await saleDraft({ customerId, lines: [{ kind: "part", part: _id }] });
  const options = { withOpen: true };
  const plan = await as(CLERK, () => planErasure(customerId, options));
  expect(plan?.goes.join()).toContain(draft.number);
  expect(plan?.stays.flatMap(({ what }) => what).join()).toContain(sale.number);
  const erased = await as(CLERK, () => eraseCustomer(customerId, { ...options, key: plan?.key ?? "" }));
  expect(erased.outcome).toBe("erased");
  expect((await part(_id))?.status).toBe("Available");
  expect(await findSale(draft._id)).toBeUndefined();
  expect((await findSale(sale._id))?.item).toMatchObject({ customerName: "Dee Long", total: sale.total });
});

it("a clock that goes back leaves no gap in the numbers", async () => {
  const keys = { lines: [{ kind: "other", description: "Keys", price: 5 }] };
  const sales = [];
  for (const minutes of [0, -3000, 5, -10_000])
    sales.push(await completedSale(keys, { ...CLERK, now: later(minutes) }));
  const [first = 0, ...others] = sales.map(({ number }) => Number(number.slice(2)));
  expect(others).toEqual([first + 1, first + 2, first + 3]);
});

it("a tax rate that changed since the draft is said before anything is sold, and a new save adds it up anew", async () => {
  const lines = [{ kind: "other", description: "Jack", price: 100 }];
  const { salesTaxes } = business;
  try {
    business.salesTaxes = [{ place: "Dutchess County, NY", percent: 8.125 }];
    const draft = await saleDraft({ lines, taxPlace: "Dutchess County, NY", payments: [{ method: "card" }] });
    expect(draft.tax).toBe(8.13);
    business.salesTaxes = [{ place: "Dutchess County, NY", percent: 8.375 }];
    expect(await complete(draft._id)).toMatchObject({
      outcome: "invalid",
      fields: { taxPlace: [expect.stringContaining("The tax rate of Dutchess County, NY is 8.375% now")] },
    });
    expect((await findSale(draft._id))?.item).toMatchObject({ status: "draft", tax: 8.13 });
    await save(draft._id, { lines, taxPlace: "Dutchess County, NY", payments: [{ method: "card" }] });
    expect(await complete(draft._id)).toMatchObject({
      outcome: "completed",
      sale: { tax: 8.38, total: 108.38 },
    });
  } finally {
    business.salesTaxes = salesTaxes;
  }
});

it("a completion that fails in the middle stores nothing and takes no number", async () => {
  const { _id } = await shelfPart();
  const draft = await saleDraft({ lines: [{ kind: "part", part: _id }], payments: [{ method: "card" }] });
  // As if the part had been lost by another program.
  await db.updateTable("parts").set({ saleId: null, status: "Scrapped" }).where("id", "=", _id).execute();
  expect(await complete(draft._id)).toMatchObject({ outcome: "invalid" });
  await db.updateTable("parts").set({ saleId: draft._id, status: "On hold" }).where("id", "=", _id).execute();
  expect((await findSale(draft._id))?.item.status).toBe("draft");
  expect(await complete(draft._id)).toMatchObject({ outcome: "completed" });
});

it("a request that a sale has fulfilled waits again once that sale is voided, and no other of it stands", async () => {
  const partRequestId = await newPartRequest();
  const statusNow = async () => (await findRequestRow(PART_REQUESTS, partRequestId))?.status;
  const keys = [{ kind: "other", description: "Keys", price: 5 }];
  const sale = await completedSale({ partRequestId, lines: keys });
  expect(await statusNow()).toBe("fulfilled");
  const again = await completedSale({ partRequestId, lines: keys });
  await as(CLERK, () => voidSale(again._id, "Typed twice"));
  expect(await statusNow()).toBe("fulfilled");
  await as(CLERK, () => voidSale(sale._id, "Wrong part"));
  expect(await statusNow()).toBe("processing");
});

it("a sale that an older version stored meanwhile has its place and its customer after the next start", async () => {
  const lines = [{ kind: "other", description: "Fender", price: 40 }];
  const sale = await completedSale({ customerName: "Zoë Ångström", lines }, { ...CLERK, now: later(10_000) });
  await db
    .updateTable("sales")
    .set({ listedAt: "", customerSearchText: "" })
    .where("id", "=", sale._id)
    .execute();
  await fillSalesOfOlderVersions();
  const list = (q?: string) => findStaffPage(SALE_RECORDS, { q, sort: "newest", page: 1, open: [] });
  expect((await list()).entries[0]?._id).toBe(sale._id);
  expect((await list("zoe angstrom")).entries.map(({ _id }) => _id)).toEqual([sale._id]);
});
