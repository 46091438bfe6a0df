import { beforeAll, describe, expect, test } from "vitest";
import { addCost } from "~/costs/costs.server";
import { storeSealed } from "~/purchases/sealed-items.server";
import { takeAccountPayment } from "~/sales/account.server";
import { accountPaymentSchema } from "~/sales/account-schema";
import { completeSale } from "~/sales/complete.server";
import { saveDeal, setDelivered } from "~/sales/deal.server";
import { dealSchema, depositSchema } from "~/sales/deal-schema";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { as } from "../../support/act";
import { type StaffApi, staffApi } from "../../support/api";
import { dismantledVehicle, purchase, retailVehicle, shelfPart } from "../../support/builders";
import { completedSale, namedCustomer, saleOnAccount } from "../../support/sales";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

/* What a bookkeeping program, or a scanner at the counter, reads of the money. */

const TODAY = { username: "marta", role: "owner", now: new Date() } as const;

let site: Site;
let staff: StaffApi;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  staff = await staffApi(site);
  ({ cookie } = await signedIn());
});

const json = async (path: string) => (await staff.get(path)).json();
const words = async (path: string) => textOf(await site.fetch(path, { headers: { Cookie: cookie } }));

async function returned() {
  const { _id, stockNumber } = await shelfPart({ price: 85 });
  const lines = [
    { kind: "part", part: _id },
    { kind: "other", description: "Floor mats", price: 5, isTaxed: false },
  ];
  const sale = await completedSale({ customerName: "Ann Reyes", lines }, TODAY);
  const given = {
    lines: [{ saleLineId: sale.lines[0]?._id, quantity: 1, reason: "not-needed", goesTo: "shelf" }],
    ...{ method: "cash", fee: 10 },
  };
  const back = await as(TODAY, () => returnItems(sale._id, returnSchema.parse(given)));
  if (back.outcome !== "done") throw new Error(JSON.stringify(back));
  return { sale, stockNumber, note: back.note };
}

async function paidLater() {
  const customerId = await namedCustomer("Garage Ott", TODAY);
  const sale = await saleOnAccount(customerId, 100, TODAY);
  const given = accountPaymentSchema("2026-12-20").parse({ amount: "60", method: "check", note: "Check 12" });
  const taken = await as(TODAY, () => takeAccountPayment(customerId, given));
  if (taken.outcome !== "done") throw new Error(JSON.stringify(taken));
  return { sale, customerId, payment: taken.payment };
}

describe("a credit note", () => {
  test("is read with its lines, alone and in a list by days and how it was paid back", async () => {
    const { sale, stockNumber, note } = await returned();
    const one = await staff.get(`/admin/credit-notes/${note.id}`);
    const record = await one.json();
    expect(record).toMatchObject({
      ...{ number: `CN-${note.number}`, saleId: sale._id, saleNumber: sale.number, method: "cash" },
      ...{ goods: 85, fee: 10, total: (note.totalCents ?? 0) / 100, customerName: "Ann Reyes" },
      lines: [{ kind: "part", stockNumber, quantity: 1, amount: 85, reason: "not-needed", goesTo: "shelf" }],
    });
    const etag = one.headers.get("ETag") ?? "";
    const again = await staff.get(`/admin/credit-notes/${note.id}`, { "If-None-Match": etag });
    expect(again.status).toBe(304);
    const days = `from=${note.creditedOn}&to=${note.creditedOn}`;
    for (const query of [days, "method=cash", `q=${note.number}`, `q=${stockNumber}`, "limit=1", ""])
      expect([query, (await json(`/admin/credit-notes?${query}`))[0]]).toEqual([query, record]);
    for (const query of ["to=2001-01-01", "method=card", "q=nobody"])
      expect([query, await json(`/admin/credit-notes?${query}`)]).toEqual([query, []]);
    expect((await staff.get("/admin/credit-notes?from=yesterday")).status).toBe(400);
  });

  test("is found by its number, listed and exported, and no call writes one", async () => {
    const { note } = await returned();
    const number = `CN-${note.number}`;
    const [group] = await json(`/admin/search?q=${number}`);
    expect(group).toMatchObject({ kind: "creditNote", hits: [{ path: `/admin/credit-notes/${note.id}` }] });
    expect(await words("/admin/credit-notes")).toContain(number);
    const csv = await site.fetch("/admin/export/credit-notes.csv", { headers: { Cookie: cookie } });
    expect(await csv.text()).toContain(`${number},`);
    for (const answer of [
      await staff.post("/admin/credit-notes", {}),
      await staff.put(`/admin/credit-notes/${note.id}`, {}),
      await staff.delete(`/admin/credit-notes/${note.id}`),
    ])
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD"]);
    const gone = await site.form(`/admin/credit-notes/${note.id}/delete`, {}, { cookie });
    expect(gone.status).toBe(404);
  });
});

test("a payment on account is read with the sales that it pays, and what the sale still owes changes its ETag", async () => {
  const customerId = await namedCustomer("Garage Late", TODAY);
  const { _id } = await saleOnAccount(customerId, 40, TODAY);
  const before = (await staff.get(`/admin/sales/${_id}`)).headers.get("ETag") ?? "";
  const { sale, payment } = await paidLater();
  expect(await json(`/admin/account-payments/${payment.id}`)).toMatchObject({
    ...{ number: `P-${payment.number}`, takenOn: payment.takenOn, method: "check", amount: 60, balance: 40 },
    shares: [{ saleId: sale._id, saleNumber: sale.number, amount: 60 }],
  });
  const listed = await staff.get(`/admin/account-payments?from=${payment.takenOn}&q=ott&limit=1`);
  expect([(await listed.json())[0]._id, listed.headers.get("X-Total-Count")]).toEqual([payment.id, "1"]);
  expect(await words("/admin/account-payments")).toContain("Garage Ott");
  // What comes back off the account is owed no more.
  const open = await json(`/admin/sales/${_id}`);
  const given = {
    lines: [{ saleLineId: open.lines[0]._id, quantity: 1, reason: "not-needed" }],
    method: "account",
  };
  await as({ ...TODAY, now: new Date() }, () => returnItems(_id, returnSchema.parse(given)));
  const after = await staff.get(`/admin/sales/${_id}`, { "If-None-Match": before });
  expect([after.status, (await after.json()).owed]).toEqual([200, undefined]);
});

describe("a program", () => {
  const key = () => ({ "Idempotency-Key": crypto.randomUUID() });
  const outcome = async (answer: Response) => [answer.status, await answer.json()];

  test("takes back what was sold as the page does, once however often it asks", async () => {
    const { _id: part } = await shelfPart({ price: 85 });
    const sale = await completedSale({ lines: [{ kind: "part", part }] }, TODAY);
    const path = `/admin/sales/${sale._id}/take-back`;
    const line = { saleLineId: sale.lines[0]?._id, quantity: 1, reason: "not-needed", goesTo: "shelf" };
    const wrong = await outcome(
      await staff.post(path, { lines: [{ ...line, quantity: 2 }], method: "cash" }),
    );
    expect(wrong).toMatchObject([400, { fields: { "lines.0.quantity": [expect.any(String)] } }]);
    const back = { lines: [line], method: "cash", fee: 10 };
    const once = key();
    const first = await staff.post(path, back, once);
    const note = await first.json();
    expect([first.status, first.headers.get("ETag")]).toEqual([201, `"${note.updatedAt}"`]);
    expect(note).toMatchObject({ saleId: sale._id, goods: 85, fee: 10, lines: [{ goesTo: "shelf" }] });
    expect(await json(`/admin/credit-notes/${note._id}`)).toEqual(note);
    expect((await json(`/admin/parts/${part}`)).status).toBe("Available");
    expect(await outcome(await staff.post(path, back, once))).toEqual([201, note]);
    expect(await outcome(await staff.post(path, { ...back, fee: 9 }, once))).toMatchObject([422, {}]);
    expect(await outcome(await staff.post(path, back, key()))).toMatchObject([400, {}]);
    expect((await staff.post("/admin/sales/01J00000000000000000000000/take-back", back)).status).toBe(404);
  });

  test("takes a payment of what is owed, and a refused one may be sent again under its key", async () => {
    const customerId = await namedCustomer("Garage Program", TODAY);
    const sale = await saleOnAccount(customerId, 100, TODAY);
    const pay = (body: object, headers = {}) => staff.post("/admin/account-payments", body, headers);
    const given = { customerId, method: "check", note: "Check 77" };
    const once = key();
    expect(await outcome(await pay({ ...given, amount: 100.01 }, once))).toMatchObject([
      400,
      { fields: { amount: [expect.stringContaining("more than what is owed")] } },
    ]);
    const first = await outcome(await pay({ ...given, amount: 40 }, once));
    expect(first).toMatchObject([
      201,
      { amount: 40, balance: 60, shares: [{ saleId: sale._id, amount: 40 }] },
    ]);
    expect(await outcome(await pay({ ...given, amount: 40 }, once))).toEqual(first);
    expect(await outcome(await pay({ saleId: sale._id, method: "cash", amount: "60" }))).toMatchObject([
      201,
      { amount: 60, balance: 0, customerName: "Garage Program" },
    ]);
    expect(await outcome(await pay({ ...given, amount: 1 }))).toMatchObject([409, {}]);
    expect(await outcome(await pay({ method: "cash", amount: 1 }))).toMatchObject([
      400,
      { fields: { customerId: ["Please say which customer's account or which sale it pays"] } },
    ]);
    expect((await pay({ saleId: "nothing", method: "cash", amount: 1 })).status).toBe(404);
  });

  test("reads what has changed since a moment of any collection", async () => {
    const customerId = await namedCustomer("Garage Since", TODAY);
    const { updatedAt } = await json(`/admin/customers/${customerId}`);
    const since = (list: string, moment: string) =>
      json(`/admin/${list}?${new URLSearchParams({ updatedSince: moment })}`);
    expect((await since("customers", updatedAt)).map(({ _id }: { _id: string }) => _id)).toContain(
      customerId,
    );
    for (const list of ["customers", "parts", "sales", "account-payments"])
      expect([list, await since(list, "2999-01-01T00:00:00-05:00")]).toEqual([list, []]);
    for (const wrong of ["yesterday", "2026-03-02", "2026-13-02T00:00:00Z"])
      expect((await staff.get(`/admin/parts?updatedSince=${wrong}`)).status).toBe(400);
  });
});

test("a deal is part of its sale, and the list has deals alone", async () => {
  const vehicle = await retailVehicle({ price: 8_000 });
  const today = new Date().toLocaleDateString("sv-SE", { timeZone: "America/New_York" });
  const typed = {
    ...{ vehicle: vehicle._id, customerName: "Ann Reyes", customerAddress: "1 Main St", price: "8000" },
    ...{ condition: "used", odometer: "90012", taxPlace: "No tax", coBuyerName: "Bo Reyes" },
    fees: { title: {}, plates: {}, document: {} },
    ...{ tradeAllowance: "1200", tradeYear: "2005", tradeMake: "Honda", tradeModel: "Civic" },
    payments: [{ method: "bank" }],
  };
  const deposit = depositSchema.parse({ depositAmount: "500", depositMethod: "check" });
  const saved = await as(TODAY, () => saveDeal(undefined, dealSchema(today).parse(typed), { deposit }));
  if (saved.outcome !== "saved") throw new Error(JSON.stringify(saved));
  const { _id } = saved.sale;
  expect(await as(TODAY, () => completeSale(_id))).toMatchObject({ outcome: "completed" });
  const first = await staff.get(`/admin/sales/${_id}`);
  expect(await first.json()).toMatchObject({
    deal: {
      ...{ coBuyerName: "Bo Reyes", odometer: 90_012, isMileageUnknown: false, condition: "used" },
      tradeIn: { year: 2005, make: "Honda", model: "Civic", allowance: 1_200 },
    },
    payments: expect.arrayContaining([expect.objectContaining({ method: "check", takenOn: today })]),
  });
  await as({ ...TODAY, now: new Date() }, () => setDelivered(_id, today));
  const delivered = await staff.get(`/admin/sales/${_id}`, {
    "If-None-Match": first.headers.get("ETag") ?? "",
  });
  expect((await delivered.json()).deal.deliveredOn).toBe(today);
  const ids = async (kind: string) =>
    (await json(`/admin/sales?kind=${kind}`)).map((sale: { _id: string }) => sale._id);
  expect(await ids("deal")).toEqual([_id]);
  expect(await ids("other")).not.toContain(_id);
});

test("a bought car is read alone without the seller's ID, and its line in the book", async () => {
  const bought = await purchase();
  await storeSealed("idNumber", Buffer.from("NY-998877"), { purchaseId: bought._id, at: TODAY.now });
  const one = await staff.get(`/admin/purchases/${bought._id}`);
  const text = await one.text();
  expect(JSON.parse(text)).toMatchObject({ _id: bought._id, sellerName: "Ann Lee", price: 450.5 });
  expect(text).not.toMatch(/998877|idNumber|photo/i);
  const [line] = await json(`/admin/book?q=${bought.vin}`);
  expect(line).toMatchObject({
    ...{ direction: "in", recordId: bought._id, content: { vin: bought.vin, way: "bought" } },
  });
  expect(line.content).not.toHaveProperty("price");
  expect(await json(`/admin/book/${line.line}`)).toEqual(line);
  expect(await json("/admin/book?direction=out&to=2001-01-01")).toEqual([]);
  for (const id of ["999999999", "0", "x1"])
    expect([id, (await staff.get(`/admin/book/${id}`)).status]).toEqual([id, 404]);
  const whole = await json("/admin/book");
  const paged = [...(await json("/admin/book?limit=1")), ...(await json("/admin/book?limit=500&offset=1"))];
  expect(paged).toEqual(whole);
});

test("what a car cost is read by car, kind and days", async () => {
  const { _id } = await dismantledVehicle();
  const car = { kind: "dismantled", id: _id, name: "A car" } as const;
  const fee = {
    kind: "fees",
    on: "2026-03-02",
    amount: 20.25,
    party: "County",
    paidBy: "cash",
    note: undefined,
  } as const;
  await as(TODAY, () => addCost(car, fee));
  const later = { ...TODAY, now: new Date(+TODAY.now + 1) };
  await as(later, () => addCost(car, { ...fee, kind: "scrap", on: "2026-04-01", amount: 310 }));
  const costs = await json(`/admin/costs?vehicleId=${_id}`);
  expect(costs).toMatchObject([
    { kind: "scrap", isIncome: true, on: "2026-04-01", amount: 310 },
    { kind: "fees", isIncome: false, on: "2026-03-02", amount: 20.25, party: "County", vehicleId: _id },
  ]);
  for (const query of ["kind=fees", "to=2026-03-31", "limit=1&offset=1"])
    expect([query, await json(`/admin/costs?vehicleId=${_id}&${query}`)]).toEqual([query, [costs[1]]]);
  expect(await json(`/admin/costs/${costs[0]._id}`)).toEqual(costs[0]);
  expect((await staff.get(`/admin/costs/${_id}`)).status).toBe(404);
});
