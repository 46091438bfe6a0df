import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { confirmAlert, endAlert } from "~/alerts/alert.server";
import { business } from "~/business/business.server";
import { createRecord, findRecord, updateRecord } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { deleteRecord, removeFromTrash, restoreFromTrash } from "~/collections/trash.server";
import { config } from "~/config.server";
import { CUSTOMER_RECORDS } from "~/customers/customer.server";
import { CUSTOMERS } from "~/customers/customers";
import { eraseAgain, eraseCustomer, planErasure } from "~/customers/erase.server";
import { findKnownData } from "~/customers/known-data.server";
import { toHtmlFile, toJsonFile } from "~/customers/known-data-file.server";
import { mergeCustomers } from "~/customers/merge.server";
import { splitRequest } from "~/customers/split.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { databaseFile } from "~/db/sqlite/open.server";
import { loadRecordHistory } from "~/history/view.server";
import { runOnce } from "~/http/idempotency.server";
import { PURCHASE_RECORDS } from "~/purchases/purchase.server";
import { storeSealed } from "~/purchases/sealed-items.server";
import { OFFERED_CARS } from "~/requests/offered-cars";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow, toRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS } from "~/requests/repair-requests";
import { changeStatus, deleteRequest, updateRequest } from "~/requests/work.server";
import { takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { endDeal, saveDeal } from "~/sales/deal.server";
import { dealSchema, depositSchema, endDealSchema } from "~/sales/deal-schema";
import { saveDraft } from "~/sales/draft.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { findSale } from "~/sales/sale.server";
import { saleSchema } from "~/sales/sale-schema";
import { newId } from "~/values/id.server";
import { as } from "../../support/act";
import { purchase, retailVehicle } from "../../support/builders";
import { minutesLater, newPartRequest, offeredCar, repairRequest } from "../../support/requests";
import { completedSale, namedCustomer, saleDraft } from "../../support/sales";

const marta = (minutes = 100) => ({
  accountId: "01JSTAFFSTAFF",
  username: "marta",
  now: minutesLater(minutes),
});

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of [
    "partRequests",
    "repairRequests",
    "offeredCars",
    "purchases",
    "customers",
    "arrivalAlerts",
    "changes",
    "erasures",
    "outbox",
    "idempotencyKeys",
  ] as const)
    await db.deleteFrom(table).execute();
});

const VINS = ["1HGCP2F31CA000001", "1HGCP2F31CA000002", "1HGCP2F31CA000003"];
const STAN = { name: "Stan Wu", phone: "5555550102", email: "stan@example.com" };

/** Stan, who has an open and a finished part request, one in the trash, repairs that are done, and an alert. */
async function stan() {
  const requests = {
    open: await newPartRequest({ additionalInfo: "<b>Soon</b>" }, STAN),
    finished: await newPartRequest({}, STAN),
    deleted: await newPartRequest({}, STAN),
    repair: await repairRequest(),
  };
  await as(marta(10), () =>
    changeStatus(PART_REQUESTS, requests.finished, { status: "cancelled", expectedVersion: "pending" }),
  );
  await as(marta(10), () => deleteRequest(PART_REQUESTS, requests.deleted));
  const repaired = { status: "completed", expectedVersion: "in_progress" };
  await as(marta(1_440 * 2), () => changeStatus(REPAIR_REQUESTS, requests.repair, repaired));
  const id = (await findRequestRow(PART_REQUESTS, requests.open))?.customerId ?? "";
  const stored = (await findRecord(CUSTOMER_RECORDS, id))?.item as object;
  await as(marta(20), () =>
    updateRecord(
      CUSTOMER_RECORDS,
      id,
      bodySchema(CUSTOMERS).parse({ ...stored, notes: "Secret sauce", taxExemptNumber: "T-4711" }),
    ),
  );
  const alertId = newId(minutesLater(0));
  const askedAt = minutesLater(0).toISOString();
  await db
    .insertInto("arrivalAlerts")
    .values({
      ...{ id: alertId, email: "stan@example.com", make: "Honda", model: "Civic", modelKey: "civic" },
      ...{ yearFrom: null, yearTo: null, wishKey: "stan civic", askedAt, confirmedAt: null },
      ...{ makeKey: "honda", searchText: "" },
    })
    .execute();
  await confirmAlert(alertId, minutesLater(1));
  return { id, requests };
}

/** A customer who has paid $500.00 for a car that they haven't bought yet. */
async function dealWithDeposit() {
  const id = await namedCustomer("Dee Posit");
  const { _id: vehicle } = await retailVehicle({ price: 5_000 });
  const given = dealSchema("2026-12-20").parse({
    ...{ vehicle, customerId: id, condition: "used", price: 5_000 },
    fees: { title: {}, plates: {}, document: {} },
  });
  const deposit = depositSchema.parse({ depositAmount: 500, depositMethod: "cash" });
  const saved = await as(marta(), () => saveDeal(undefined, given, { deposit }));
  if (saved.outcome !== "saved") throw new Error(JSON.stringify(saved));
  return { id, saleId: saved.sale._id };
}

/** A customer as typed; the id. */
async function customer(typed: Record<string, unknown>) {
  const created = await as(marta(1), () =>
    createRecord(CUSTOMER_RECORDS, bodySchema(CUSTOMERS).parse(typed)),
  );
  if (created.outcome !== "saved") throw new Error(created.outcome);
  return created.item._id;
}

const FIRST = {
  name: "Freda First",
  business: "Firsts",
  phones: ["4065591207"],
  emails: ["Freda@first.example"],
};
const SECOND = { name: "Sam Second", phones: ["4065511208"], emails: ["sam@second.example"] };
const LABOR = { kind: "labor", description: "Labor", price: 20 };

/** A draft for the first customer, whose address somebody corrects, and then whose customer: it was for the second. */
async function movedDraft() {
  const [first, second] = [await customer(FIRST), await customer(SECOND)];
  const draft = (customerId: string, more: object) =>
    saleSchema.parse({ customerId, lines: [LABOR], ...more });
  const { _id: saleId } = await saleDraft(
    { customerId: first, lines: [LABOR], customerPhone: "406.559.1207", notes: "Freda wants it soon" },
    marta(2),
  );
  for (const [minutes, input] of [
    [3, draft(first, { customerAddress: "9 First St" })],
    [4, draft(first, { customerAddress: "10 First St" })],
    [5, draft(second, {})],
    [6, draft(second, { notes: "By Friday" })],
  ] as const)
    expect(await as(marta(minutes), () => saveDraft(saleId, input))).toMatchObject({ outcome: "saved" });
  return { first, second, saleId };
}

/** What staff read on a record's own page of what was done to it, the last first. */
const historyOf = async (kind: string, id: string) =>
  (await loadRecordHistory(kind, id)).changes.map(({ action, who, fields }) => ({ action, who, fields }));

const erase = async (id: string, withOpen: boolean) => {
  const plan = await as(marta(), () => planErasure(id, { withOpen }));
  return as(marta(), () => eraseCustomer(id, { withOpen, key: plan?.key ?? "" }));
};

const rowOf = (id: string, kind: typeof PART_REQUESTS | typeof REPAIR_REQUESTS = PART_REQUESTS) =>
  findRequestRow(kind, id);

describe("deleting a customer's data", () => {
  test("says what goes, what stays and why, before it does", async () => {
    const { id } = await stan();
    const plan = await as(marta(1_440 * 3), () => planErasure(id, { withOpen: false }));
    expect(plan?.goes).toHaveLength(6);
    expect(plan?.goes.join("\n")).toMatch(/notes[\s\S]*Radiator[\s\S]*stan@example.com for Honda Civic/);
    expect(plan?.open).toBe(1);
    expect(plan?.isPartial).toBe(true);
    expect(plan?.stays.map(({ reason }) => reason)).toEqual([
      "The customer is still waiting for us. Finish or cancel it and come back, or delete it too.",
      "A repair shop has to keep records of work that was done or approved for 2 years.",
      "They belong to what stays, and you need them to find it.",
      expect.stringMatching(/backup .*restored.*delete (this|it) again( yourself)?\.$/),
    ]);
    expect(plan?.stays[1]?.what).toEqual([expect.stringMatching(/^Repair request RR-.*until Mar 4, 2028$/)]);
  });

  test("leaves what must stay with the name and the numbers that belong to it, and nothing else", async () => {
    const { id, requests } = await stan();
    expect(await erase(id, true)).toEqual({ outcome: "partial", requests: 3 });
    for (const gone of [requests.open, requests.finished, requests.deleted])
      expect(await rowOf(gone)).toBeUndefined();
    expect(await rowOf(requests.repair, REPAIR_REQUESTS)).toMatchObject({ customerId: id });
    const left = (await findRecord(CUSTOMER_RECORDS, id))?.item;
    expect(left).toMatchObject({ name: "Stan Wu", phones: ["(555) 555-0102"] });
    expect(JSON.stringify(left)).not.toMatch(/sauce|T-4711|Orchard/);
    expect(await db.selectFrom("arrivalAlerts").selectAll().execute()).toEqual([]);
  });

  test("keeps the record of a repair until its last hour, and says so", async () => {
    const { id, requests } = await stan();
    const update = { status: "cancelled", keptUntil: minutesLater(180).toISOString() };
    await db.updateTable("repairRequests").set(update).where("id", "=", requests.repair).execute();
    const plan = await as(marta(), () => planErasure(id, { withOpen: true }));
    expect(plan?.stays[0]?.what).toEqual([expect.stringMatching(/^Repair request RR-.*until Mar 2, 2026$/)]);
    expect(await erase(id, true)).toEqual({ outcome: "partial", requests: 3 });
    const kept = await rowOf(requests.repair, REPAIR_REQUESTS);
    expect(kept).toMatchObject({ customerName: "Stan Wu", deletedAt: null });
    const later = await as(marta(180), () => planErasure(id, { withOpen: true }));
    expect(later?.isPartial).toBe(false);
  });

  test("leaves nothing of them where nothing must stay, in no table and no history", async () => {
    const { id, requests } = await stan();
    await as(marta(30), () => updateRequest(REPAIR_REQUESTS, requests.repair, { status: "cancelled" }));
    expect(await erase(id, true)).toEqual({ outcome: "erased", requests: 4 });
    for (const table of ["customers", "customerContacts", "partRequests", "repairRequests"] as const)
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    const lines = JSON.stringify(await db.selectFrom("changes").selectAll().execute());
    expect(lines).toContain('"removed"');
    expect(lines).not.toMatch(/Stan|Wu|0102|example\.com|sauce/);
  });

  test("leaves a deal whose deposit was taken, with its money and its customer, until it fell through", async () => {
    const { id, saleId } = await dealWithDeposit();
    const plan = await as(marta(), () => planErasure(id, { withOpen: true }));
    expect(plan?.goes.join("\n")).not.toContain("draft");
    expect(plan?.stays[0]).toEqual({
      what: [expect.stringMatching(/^The draft of sale SD-\w+, with a deposit of \$500\.00$/)],
      reason:
        "What happens to this money isn't settled. Complete the deal, or mark it as fallen through, and come back.",
    });
    expect(await erase(id, true)).toMatchObject({ outcome: "partial" });
    expect((await findSale(saleId))?.item).toMatchObject({ customerId: id, payments: [{ amount: 500 }] });
    expect((await findRecord(CUSTOMER_RECORDS, id))?.item).toMatchObject({ name: "Dee Posit" });
    const ended = endDealSchema.parse({ kept: "500", reason: "Never came" });
    expect(await as(marta(), () => endDeal(saleId, ended))).toMatchObject({ outcome: "ended" });
    expect(await erase(id, true)).toMatchObject({ outcome: "erased" });
    expect((await findSale(saleId))?.item).toMatchObject({ status: "completed", total: 500 });
  });

  test("says what it can't find in the history of a customer without a number or an address", async () => {
    const unfound = async (id: string) =>
      (await as(marta(), () => planErasure(id, { withOpen: true })))?.stays.find(({ reason }) =>
        reason.startsWith("A name alone doesn't tell who it is about."),
      )?.what;
    expect(await unfound(await customer(FIRST))).toBeUndefined();
    expect(await unfound(await namedCustomer("Rita Moss"))).toEqual([
      "History that names them on something that is another customer's now",
    ]);
  });

  test("names what is kept of a customer who sold us a car, and why, and a copy of their data has it", async () => {
    const seller = { name: "Sella Ngo", phone: "5555550188", email: "sella@example.com" };
    const offer = await offeredCar({ customerInfo: seller });
    const id = (await findRequestRow(OFFERED_CARS, offer))?.customerId ?? "";
    const sold = { sellerName: "Sella Ngo", sellerStreet: "5 Seller Row", stockNumber: "D-OFFER" };
    const { _id } = await purchase({ ...sold, requestId: offer, vin: VINS[0], now: minutesLater(5) });
    for (const kind of ["idNumber", "signature"] as const)
      await storeSealed(kind, Buffer.from("ID-4711"), { purchaseId: _id, at: minutesLater(5) });
    // Of somebody else, whose number they gave as theirs once.
    const others = { ...sold, sellerName: "Otto Roe", sellerStreet: "9 Other Row", stockNumber: "D-OTTO" };
    await purchase({ ...others, sellerPhone: seller.phone, vin: VINS[2], now: minutesLater(4) });
    // Another one, which only name and number tell, and an owner has deleted.
    const other = { ...sold, sellerPhone: seller.phone, stockNumber: "D-WALKIN", vin: VINS[1] };
    const walkIn = await purchase({ ...other, now: minutesLater(6) });
    await as(marta(7), () => deleteRecord(PURCHASE_RECORDS, walkIn._id));
    const known = await findKnownData(id);
    if (!known) throw new Error("Nothing is known.");
    for (const text of [toJsonFile(known, minutesLater(100)), toHtmlFile(known, minutesLater(100))]) {
      for (const word of ["5 Seller Row", "ID number", "D-OFFER", "D-WALKIN"]) expect(text).toContain(word);
      expect(text).not.toMatch(/ID-4711|marta|9 Other Row/);
    }
    const plan = await as(marta(), () => planErasure(id, { withOpen: true }));
    const said = plan?.stays.slice(0, 4) ?? [];
    expect(said.map(({ what }) => what)).toEqual([
      [
        "The purchase of 2012 Honda Accord, stock # D-WALKIN, in the trash, with the seller's name, phone and address",
        "The purchase of 2012 Honda Accord, stock # D-OFFER, with the seller's name, phone and address, and the signature",
      ],
      [
        "The line of 2012 Honda Accord, stock # D-WALKIN in the book",
        "The line of 2012 Honda Accord, stock # D-OFFER in the book",
      ],
      ['"Obtained From" of the car with stock # D-WALKIN', '"Obtained From" of the car with stock # D-OFFER'],
      ["ID number of the seller of 2012 Honda Accord, stock # D-OFFER, until Mar 2, 2031"],
    ]);
    expect(said.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("a record of who it bought from"),
      expect.stringContaining("no line of it ever changes"),
      expect.stringContaining("NMVTIS"),
      "Settings, Buying Cars, keeps them for 5 years, encrypted. They're deleted automatically.",
    ]);
    expect(await erase(id, true)).toEqual({ outcome: "erased", requests: 1 });
    expect((await findRecord(PURCHASE_RECORDS, _id))?.item).toMatchObject({ sellerName: "Sella Ngo" });
    expect(await findRequestRow(OFFERED_CARS, offer)).toBeUndefined();
  });

  test("names what they brought back and paid on account, which stays with the sales, and a copy has it", async () => {
    const id = await namedCustomer("Rita Moss");
    const line = { kind: "other", description: "Wheels", price: 50, isTaxed: false };
    const sale = await completedSale(
      { customerId: id, lines: [line, line], payments: [{ method: "account" }] },
      { ...marta(1), role: "owner" },
    );
    const lines = [{ saleLineId: sale.lines[0]?._id, quantity: "1", reason: "not-needed" }];
    const back = returnSchema.parse({ lines, method: "account" });
    expect(await as(marta(5), () => returnItems(sale._id, back))).toMatchObject({ outcome: "done" });
    const payment = accountPaymentSchema("2026-03-02").parse({ amount: 50, method: "cash" });
    expect(await as(marta(6), () => takeAccountPayment(id, payment))).toMatchObject({ outcome: "done" });
    const known = await findKnownData(id);
    if (!known) throw new Error("Nothing is known.");
    const [note] = known.creditNotes;
    const numbers = [`CN-${note?.number}`, `P-${known.payments[0]?.number}`];
    for (const text of [toJsonFile(known, minutesLater(100)), toHtmlFile(known, minutesLater(100))])
      for (const number of numbers) expect(text).toContain(number);
    const plan = await as(marta(), () => planErasure(id, { withOpen: true }));
    const said = plan?.stays.flatMap(({ what }) => what);
    expect(said).toContain(`Credit note ${numbers[0]}, with the name on it`);
    expect(said).toContain(`Payment ${numbers[1]}, with the name on it`);
  });

  test("names the addresses that a request alone says, since what they asked for stays, but not ours", async () => {
    const { id } = await stan();
    for (const email of ["stan.at.work@example.com", business.email])
      await newPartRequest({}, { ...STAN, email });
    const plan = await as(marta(), () => planErasure(id, { withOpen: true }));
    const said = plan?.stays.find(({ reason }) => reason.includes("add it to the customer first"));
    expect(said?.what).toEqual(["Arrival alerts and email about data requests of stan.at.work@example.com"]);
  });

  test("leaves nothing of them in the history of a draft that is another customer's now, whose own stays", async () => {
    const { first, saleId } = await movedDraft();
    expect(JSON.stringify(await historyOf("sale", saleId))).toMatch(/Freda First.*10 First St/);
    expect(await erase(first, true)).toMatchObject({ outcome: "erased" });
    const [last, ...before] = await historyOf("sale", saleId);
    expect(last?.fields).toContainEqual({ label: "Notes", before: "", after: "By Friday" });
    const changed = { action: "Changed", who: "marta", fields: [] };
    expect(before).toEqual([changed, changed, changed, { ...changed, action: "Added" }]);
    const lines = JSON.stringify(await db.selectFrom("changes").selectAll().execute());
    expect(lines).not.toMatch(/Freda|9.?1207|first\.example|First St/i);
    expect((await findSale(saleId))?.item).toMatchObject({ customerName: "Sam Second" });
  });

  test("leaves nothing of them in the history of a customer they were merged into by mistake", async () => {
    const kept = await customer(SECOND);
    const other = await customer({ ...FIRST, street: "2 First St", city: "Helena", notes: "Pays late" });
    const versions = await Promise.all([kept, other].map((id) => findRecord(CUSTOMER_RECORDS, id)));
    const [ofKept = "", ofOther = ""] = versions.map((found) => found?.version ?? "");
    await as(marta(20), () => mergeCustomers(kept, other, { kept: ofKept, other: ofOther }));
    await as(marta(30), () => restoreFromTrash(CUSTOMER_RECORDS, other));
    expect(JSON.stringify(await historyOf("customer", kept))).toMatch(/559-1207.*2 First St.*Pays late/);
    expect(await erase(other, true)).toMatchObject({ outcome: "erased" });
    const [undone, merged, filled, added] = await historyOf("customer", kept);
    expect([undone?.fields, filled?.fields]).toEqual([[], []]);
    expect(merged?.fields).toMatchObject([
      { label: "Merged", after: expect.stringMatching(/^Customer \w{6} with/) },
    ]);
    expect(added?.fields).toContainEqual({ label: "Emails", before: "", after: "sam@second.example" });
    const lines = JSON.stringify(await db.selectFrom("changes").selectAll().execute());
    expect(lines).not.toMatch(/Freda|559-1207|first\.example|First St|Helena|Pays late/i);
  });

  test("takes the number alone out of the lines of whom it was before, who keep what else they say", async () => {
    const before = await customer({
      name: "Eve Wright",
      phones: ["4065591207"],
      emails: [],
      notes: "Net 30",
    });
    const fields = bodySchema(CUSTOMERS).parse({
      name: "Eve Wright",
      phones: ["4065550002"],
      notes: "Net 30",
    });
    await as(marta(5), () => updateRecord(CUSTOMER_RECORDS, before, fields));
    const id = await customer({ name: "Sly Stranger", phones: ["4065591207"], emails: [] });
    expect(await erase(id, true)).toMatchObject({ outcome: "erased" });
    const [changed, added] = await historyOf("customer", before);
    expect(added?.fields).toContainEqual({ label: "Notes", before: "", after: "Net 30" });
    expect(JSON.stringify([changed, added])).not.toContain("559-1207");
  });

  test("reaches a customer who has had six hundred numbers and addresses", async () => {
    const id = await customer(FIRST);
    for (let round = 0; round < 30; round += 1) {
      const phones = Array.from(
        { length: 10 },
        (_, at) => `406555${String(round * 10 + at).padStart(4, "0")}`,
      );
      const emails = phones.map((phone) => `${phone}@many.example`);
      const fields = bodySchema(CUSTOMERS).parse({ ...FIRST, phones, emails });
      await as(marta(round), () => updateRecord(CUSTOMER_RECORDS, id, fields));
    }
    expect(await erase(id, true)).toMatchObject({ outcome: "erased" });
    const lines = JSON.stringify(await db.selectFrom("changes").selectAll().execute());
    expect(lines).not.toMatch(/Freda|many\.example/i);
  });

  test("leaves the history of others who have their number, or whom it is today, and of what stays", async () => {
    const id = await customer(FIRST);
    const employee = await customer({ name: "Eve Wright", phones: ["4065550001"], emails: [] });
    // A couple has one number; a sale that is completed never changes.
    const typed = { customerName: "Max First", customerPhone: "(406) 559-1207", lines: [LABOR] };
    const { _id: others } = await saleDraft(typed, marta(2));
    const input = saleSchema.parse({ ...typed, notes: "Max calls" });
    await as(marta(3), () => saveDraft(others, input));
    const sold = await completedSale({ customerId: id, lines: [LABOR] }, { ...marta(4), role: "owner" });
    // The number of the business is somebody else's there now.
    const change = (customerId: string, fields: object) =>
      as(marta(5), () => updateRecord(CUSTOMER_RECORDS, customerId, bodySchema(CUSTOMERS).parse(fields)));
    await change(id, { ...FIRST, phones: ["4065591207", "4065550002"] });
    await change(id, FIRST);
    await change(employee, { name: "Eve Wright", phones: ["4065550002"], emails: [] });
    const histories = () =>
      Promise.all([historyOf("sale", others), historyOf("sale", sold._id), historyOf("customer", employee)]);
    const before = await histories();
    expect(await erase(id, true)).toMatchObject({ outcome: "erased" });
    expect(await histories()).toEqual(before);
    expect(JSON.stringify(before)).toMatch(/Max First.*559-1207.*Freda First.*555-0002/);
  });

  test("empties the answers that are kept for a second try, which stores nothing anew", async () => {
    const once = { key: "program-1", scope: "partRequest", body: JSON.stringify(STAN) };
    const first = await runOnce(once, minutesLater(0), async () => {
      const row = await findRequestRow(PART_REQUESTS, await newPartRequest({}, STAN));
      return row && toRequest(PART_REQUESTS, row);
    });
    expect([first.outcome, first.response]).toEqual(["first", expect.stringContaining("Stan Wu")]);
    const { customerId } = (await rowOf(JSON.parse(first.response)._id)) ?? {};
    expect(await erase(customerId ?? "", true)).toMatchObject({ outcome: "erased" });
    const kept = JSON.stringify(await db.selectFrom("idempotencyKeys").selectAll().execute());
    expect(kept).not.toMatch(/Stan|0102|example\.com/);
    const again = await runOnce(once, minutesLater(200), () => Promise.reject(new Error("stored anew")));
    expect(again.outcome).toBe("other-body");
  });

  test.skipIf(engine.isShared)("leaves nothing of them in the bytes of the database's files", async () => {
    const wilma = { name: "Wilhelmina Quackenbush", phone: "5555550163", email: "wilma@quackenbush.example" };
    for (let count = 0; count < 30; count++) {
      await newPartRequest(
        { additionalInfo: `Quackenbush needs it. ${"Please call. ".repeat(count * 7)}` },
        wilma,
      );
      await newPartRequest({}, STAN);
    }
    const request = await newPartRequest({}, wilma);
    await as(marta(10), () => deleteRequest(PART_REQUESTS, request));
    const bytes = () =>
      ["", "-wal"].map((end) => readFileSync(`${databaseFile}${end}`).toString("latin1")).join("");
    expect(bytes()).toContain("Wilhelmina");
    const { customerId } = (await rowOf(request)) ?? {};
    expect(await erase(customerId ?? "", true)).toEqual({ outcome: "erased", requests: 31 });
    expect(bytes().match(/.{0,40}(wilhelmina|quackenbush|5550163).{0,40}/gi)).toBeNull();
  });

  test.skipIf(engine.isShared)("leaves no copy of the database that an update has left", async () => {
    const { id } = await stan();
    for (const name of ["before-2027-01-21-next", "migrated-2027-01-22T10-00-00", "unfinished"])
      copyFileSync(databaseFile, `${databaseFile}.${name}`);
    // Of one that was killed while it tried the new version.
    mkdirSync(`${databaseFile}.trial`);
    copyFileSync(databaseFile, path.join(`${databaseFile}.trial`, "site.db"));
    await erase(id, true);
    const files = readdirSync(config.DATA_DIR).filter((name) => name.startsWith("site.db."));
    expect(files).toEqual([]);
  });

  test("does nothing if there is more than was shown", async () => {
    const { id } = await stan();
    const plan = await as(marta(), () => planErasure(id, { withOpen: true }));
    await newPartRequest({}, STAN, minutesLater(50));
    expect(
      await as(marta(), () => eraseCustomer(id, { withOpen: true, key: plan?.key ?? "" })),
    ).toMatchObject({ outcome: "changed" });
    expect(await findRecord(CUSTOMER_RECORDS, id)).toBeDefined();
  });
});

describe("what a restore brings back", () => {
  const TABLES = [
    ...(["customers", "customerContacts", "customerMerges"] as const),
    ...(["partRequests", "repairRequests", "arrivalAlerts", "changes"] as const),
  ];
  const readAll = async () =>
    new Map(
      await Promise.all(
        TABLES.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const),
      ),
    );

  /**
   * Erases, and has a restore of a backup from before bring all of it back.
   * @param meanwhile what happens between backup and erasing
   */
  /** What a restore does at a site: it notes what is still here, and everything that was erased before is due. */
  async function restoreTables(backup: Awaited<ReturnType<typeof readAll>>) {
    for (const [table, recordKind] of [
      ["customers", "customer"],
      ["partRequests", "partRequest"],
    ] as const)
      for (const row of await db.selectFrom(table).select("id").execute())
        await db
          .insertInto("erasures")
          .values({
            ...{ recordKind, recordId: row.id, extent: "none" as const },
            ...{ erasedAt: minutesLater(150).toISOString(), isDue: 0 },
          })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    for (const table of [...TABLES].reverse()) await db.deleteFrom(table).execute();
    for (const [table, rows] of backup)
      if (rows.length > 0)
        await db
          .insertInto(table)
          .values(rows as never)
          .execute();
    const noted = () =>
      db.selectFrom("erasures").select(["recordId", "extent"]).orderBy("recordId").execute();
    const before = await noted();
    await db.updateTable("erasures").set({ isDue: 1 }).where("extent", "!=", "none").execute();
    await as(marta(200), eraseAgain);
    expect(await noted()).toEqual(before);
  }

  async function eraseAndRestore(
    id: string,
    withOpen: boolean,
    meanwhile: () => Promise<unknown> = async () => {},
  ) {
    const older = [...(await readAll())].map(([table]) => [table, []] as const);
    const backup = await readAll();
    await meanwhile();
    await erase(id, withOpen);
    // A restore of one from before there was anybody keeps in mind who was here.
    await restoreTables(new Map(older) as never);
    await restoreTables(backup);
  }

  test("is erased again, with what else was theirs then", async () => {
    const { id, requests } = await stan();
    await as(marta(30), () => updateRequest(REPAIR_REQUESTS, requests.repair, { status: "cancelled" }));
    await eraseAndRestore(id, true);
    for (const [table, rows] of await readAll()) if (table !== "changes") expect(rows).toEqual([]);
    const lines = JSON.stringify(await db.selectFrom("changes").selectAll().execute());
    expect(lines).not.toMatch(/Stan|Wu|0102|example\.com|sauce/);
    expect(await as(marta(300), eraseAgain)).toBe(0);
  });

  test("stays where it stayed", async () => {
    const { id, requests } = await stan();
    await eraseAndRestore(id, false);
    expect(await rowOf(requests.finished)).toBeUndefined();
    expect(await rowOf(requests.open)).toMatchObject({ customerId: id });
    const left = (await findRecord(CUSTOMER_RECORDS, id))?.item;
    expect(left).toMatchObject({ name: "Stan Wu", phones: ["(555) 555-0102"] });
    expect(JSON.stringify(left)).not.toMatch(/sauce|T-4711|Orchard/);
  });

  test("has nothing of them in the history of a draft that was another customer's by then", async () => {
    const { first, saleId } = await movedDraft();
    await eraseAndRestore(first, true);
    expect((await historyOf("sale", saleId)).map(({ fields }) => fields.length)).toEqual([1, 0, 0, 0, 0]);
  });

  const erasedIds = async () =>
    (await db.selectFrom("erasures").select("recordId").where("extent", "!=", "none").execute()).map(
      ({ recordId }) => recordId,
    );
  const BELLA = { name: "Bella Diaz", phone: "5555550133", email: "bella@example.com" };
  /** A request of Attila's and one of Bella's, who was merged into him. */
  async function mergedByMistake() {
    const attila = await newPartRequest({}, { ...STAN, name: "Attila Erd" });
    const bellas = await newPartRequest({}, BELLA);
    const [id, bella] = [(await rowOf(attila))?.customerId ?? "", (await rowOf(bellas))?.customerId ?? ""];
    const versions = await Promise.all([id, bella].map((one) => findRecord(CUSTOMER_RECORDS, one)));
    const [kept = "", other = ""] = versions.map((found) => found?.version ?? "");
    await as(marta(20), () => mergeCustomers(id, bella, { kept, other }));
    return { attila, bellas, id, bella };
  }

  test("is not whoever was merged into them then and is separate today", async () => {
    const { attila, bellas, id, bella } = await mergedByMistake();
    expect(await rowOf(bellas)).toMatchObject({ customerId: id });
    await eraseAndRestore(id, true, () => as(marta(30), () => restoreFromTrash(CUSTOMER_RECORDS, bella)));
    expect(await rowOf(attila)).toBeUndefined();
    expect(await findRecord(CUSTOMER_RECORDS, id)).toBeUndefined();
    expect(await rowOf(bellas)).toMatchObject({ customerId: bella });
    expect((await findRecord(CUSTOMER_RECORDS, bella))?.item).toMatchObject({
      name: "Bella Diaz",
      phones: ["(555) 555-0133"],
    });
    expect((await erasedIds()).sort()).toEqual([attila, id].sort());
  });

  test("leaves nothing with whom they were merged into then and were not merged into when they were erased", async () => {
    const { attila, bellas, id, bella } = await mergedByMistake();
    await eraseAndRestore(bella, true, () => as(marta(30), () => restoreFromTrash(CUSTOMER_RECORDS, bella)));
    expect(await rowOf(bellas)).toBeUndefined();
    expect(await rowOf(attila)).toMatchObject({ customerId: id });
    const left = (await findRecord(CUSTOMER_RECORDS, id))?.item;
    expect(left).toMatchObject({ name: "Attila Erd", phones: ["(555) 555-0102"] });
    const lines = JSON.stringify([left, await db.selectFrom("changes").selectAll().execute()]);
    expect(lines).not.toMatch(/Bella|555.?0133/i);
  });

  test("has nothing in others' history of one who was in the trash then", async () => {
    const { first, saleId } = await movedDraft();
    await as(marta(60), () => deleteRecord(CUSTOMER_RECORDS, first));
    await eraseAndRestore(first, true, () => as(marta(70), () => restoreFromTrash(CUSTOMER_RECORDS, first)));
    const lines = JSON.stringify([
      await historyOf("sale", saleId),
      await db.selectFrom("changes").selectAll().execute(),
    ]);
    expect(lines).not.toMatch(/Freda|9.?1207|first\.example|First St/i);
  });

  test("is not a request that was split off since, which is of a customer of its own again", async () => {
    const attila = await newPartRequest({}, { ...STAN, name: "Attila Erd" });
    const bellas = await newPartRequest({}, { ...BELLA, phone: STAN.phone });
    const id = (await rowOf(attila))?.customerId ?? "";
    expect(await rowOf(bellas)).toMatchObject({ customerId: id });
    await eraseAndRestore(id, true, () => as(marta(30), () => splitRequest(id, PART_REQUESTS, bellas)));
    expect(await rowOf(attila)).toBeUndefined();
    expect(await findRecord(CUSTOMER_RECORDS, id)).toBeUndefined();
    const own = (await rowOf(bellas))?.customerId ?? "";
    expect((await findRecord(CUSTOMER_RECORDS, own))?.item).toMatchObject({ name: "Bella Diaz" });
    expect((await erasedIds()).sort()).toEqual([attila, id].sort());
  });

  test("is no deal whose deposit was taken", async () => {
    const { saleId } = await dealWithDeposit();
    await db
      .insertInto("erasures")
      .values({
        ...{ recordKind: "sale", recordId: saleId, extent: "whole" },
        ...{ erasedAt: minutesLater(150).toISOString(), isDue: 1 },
      })
      .execute();
    await as(marta(200), eraseAgain);
    expect((await findSale(saleId))?.item.payments).toMatchObject([{ amount: 500 }]);
  });

  test("does not include an alert that was ended", async () => {
    await stan();
    const [alert] = await db.selectFrom("arrivalAlerts").selectAll().execute();
    if (!alert) throw new Error("There is no alert.");
    await endAlert(alert.id, minutesLater(100));
    await db.insertInto("arrivalAlerts").values(alert).execute();
    await db.updateTable("erasures").set({ isDue: 1 }).where("extent", "!=", "none").execute();
    await as(marta(200), eraseAgain);
    expect(await db.selectFrom("arrivalAlerts").selectAll().execute()).toEqual([]);
  });
});

test("a download has all that is known of a person, and no name of the staff", async () => {
  const { id, requests } = await stan();
  await as(marta(40), () =>
    updateRequest(PART_REQUESTS, requests.open, { notes: [{ content: "Called Stan" }] }),
  );
  const known = await findKnownData(id);
  if (!known) throw new Error("Nothing is known.");
  const json = JSON.parse(toJsonFile(known, minutesLater(100)));
  expect(json.customer).toMatchObject({ name: "Stan Wu", notes: "Secret sauce", taxExemptNumber: "T-4711" });
  expect(json.requests).toHaveLength(4);
  expect(json.arrivalAlerts).toMatchObject([{ make: "Honda", model: "Civic" }]);
  const html = toHtmlFile(known, minutesLater(100));
  for (const text of [JSON.stringify(json), html]) {
    for (const word of ["Stan Wu", "Secret sauce", "Called Stan", "27 Orchard Lane", "Civic"])
      expect(text).toContain(word);
    expect(text).not.toContain("marta");
  }
  expect(html).toContain("&lt;b&gt;Soon&lt;/b&gt;");
});

test("a copy of one's data has no request of a removed customer whose number one gives, but of one's own name", async () => {
  const vera = { name: "Vera Hart", phone: "5555550144", email: "vera@example.com" };
  const hers = await newPartRequest({}, vera);
  const removed = (await rowOf(hers))?.customerId ?? "";
  await as(marta(1), () => deleteRecord(CUSTOMER_RECORDS, removed));
  await as(marta(2), () => removeFromTrash(CUSTOMER_RECORDS, { until: minutesLater(2) }));
  const strangers = { ...vera, name: "Stan Wu", email: "stan@example.com" };
  const data = async (customer: Record<string, unknown>) => {
    const sent = await newPartRequest({}, customer, minutesLater(5));
    const known = await findKnownData((await rowOf(sent))?.customerId ?? "");
    return { sent, ids: known?.requests.map(({ row }) => row.id) };
  };
  const his = await data(strangers);
  expect(his.ids).toEqual([his.sent]);
  const own = await data({ ...vera, phone: "5555550145" });
  expect(own.ids).toContain(hers);
});

test("a copy of one's data has the email about oneself, and not what was sent to an address that one's request says", async () => {
  const mailOf = (id: string, to: string, accountId: string | null = null) =>
    db
      .insertInto("outbox")
      .values({
        ...{
          messageId: `${id} ${to}`,
          createdAt: minutesLater(1).toISOString(),
          to,
          replyTo: business.email,
        },
        ...{ subject: "Your request", text: `https://yard.example/your-request?key=PR.${id}.abc`, html: "" },
        ...{ unsubscribeUrl: null, causeKind: "partRequest", causeId: id, isConfirmation: 1, accountId },
        nextAttemptAt: minutesLater(1).toISOString(),
      })
      .execute();
  const victim = await newPartRequest({}, { name: "Vera", phone: "5555550144", email: "vera@example.com" });
  const own = await newPartRequest({}, STAN);
  // His number, with addresses that are not his: hers, and ours.
  const posing = await newPartRequest({}, { ...STAN, email: "vera@example.com" });
  await newPartRequest({}, { ...STAN, email: business.email });
  for (const [id, to] of [
    [victim, "vera@example.com"],
    [own, STAN.email],
    [posing, "vera@example.com"],
  ] as const)
    await mailOf(id, to);
  // What staff and a lead system were told says where.
  await mailOf(own, "marta@home.example", "marta-account");
  await mailOf(own, "boss@home.example");
  await mailOf(own, "leads-4711@crm.example");
  const data = await findKnownData((await rowOf(own))?.customerId ?? "");
  const texts = data?.mail.map(({ text }) => text) ?? [];
  expect(data?.mail.map(({ to }) => to)).toEqual([STAN.email, "vera@example.com"]);
  expect(texts.join()).not.toContain(victim);
  expect(texts.every((text) => text.endsWith("?key=…"))).toBe(true);
  expect(JSON.stringify(data)).not.toContain("Vera");
});
