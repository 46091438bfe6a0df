import { afterEach, beforeAll, expect, test } from "vitest";
import { retailVehicle } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { findBrokenInvariants } from "../../support/money-invariants";
import { newVehicleInquiry } from "../../support/requests";
import { namedCustomer } from "../../support/sales";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { administrator, signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await page(path));
const pathOf = (answer: Response) => answer.headers.get("Location")?.split(/[?#]/)[0] ?? "";

test("a car is sold with a deposit, a trade-in and fees: held, sold, on paper, and its trade-in bought", async () => {
  const vehicle = await retailVehicle({ price: 8_000, mileage: 90_000 });
  const car = `/admin/retail-vehicles/${vehicle._id}`;
  const start = `/admin/sales/deal?vehicle=${vehicle._id}`;
  expect(await (await page(car)).text()).toContain(start);
  const html = await (await page(start)).text();
  expect(html).toContain('value="8000.00"');
  expect(html).toContain('value="90000"');
  expect(await textOf(new Response(html))).toMatch(/Total \$8,650\.00 Balance \$8,650\.00/);
  const typed = {
    ...{ vehicle: vehicle._id, customerName: "Ann Reyes", coBuyerName: "Bo Reyes" },
    ...{ customerAddress: "1 Main St\nMillbrook, NY 12545", price: "8,000", condition: "used" },
    ...{ odometer: "90,012", isMileageUnknown: "yes", "fees.title.amount": "50", taxPlace: "No tax" },
    ...{ tradeAllowance: "1,200", tradeYear: "2005", tradeMake: "Honda", tradeModel: "Civic" },
    ...{ depositAmount: "500", depositMethod: "check", depositReference: "77" },
  };
  const refused = await site.form(start, { ...typed, odometer: "lots", intent: "deposit" }, { cookie });
  expect(refused.status).toBe(400);
  const back = await refused.text();
  expect(back).toContain("Please enter the miles, such as 84210");
  expect(back).toContain('value="Bo Reyes"');
  // The total is worked out without storing anything.
  const total = await site.form(start, { ...typed, intent: "total" }, { cookie });
  expect(await textOf(total)).toMatch(
    /Price \$8,000\.00 Title fee \$50\.00 Tax, No tax \$0\.00 Total \$8,050\.00 Trade-in, 2005 Honda Civic -\$1,200\.00 Balance \$6,850\.00/,
  );
  expect(pathOf(await page(start))).toBe("");
  const deposited = await site.form(start, { ...typed, intent: "deposit" }, { cookie });
  expect(deposited.status).toBe(303);
  expect(await words(pathOf(deposited))).toMatch(/Deposit, SD-.* \$500\.00 Balance \$6,350\.00/);
  const deposit = pathOf(deposited);
  await site.form(deposit, { printed: "yes" }, { cookie });
  expect(await words(deposit)).toContain("Copy. First printed on");
  // The car is held: its public page says so, and its deal goes on where it was.
  const deal = pathOf(deposited).replace("/deposit", "/deal");
  expect(pathOf(await page(start))).toBe(deal);
  expect(await words(deal)).toMatch(/Trade-in, 2005 Honda Civic -\$1,200\.00 .*Balance \$6,350\.00/);
  expect(pathOf(await page(deal.replace("/deal", "/edit")))).toBe(deal);
  const { depositAmount, depositMethod, depositReference, ...rest } = typed;
  // What it lacks is said beside the field, and nothing is lost.
  const early = await site.form(deal, { ...rest, intent: "complete" }, { cookie });
  expect(early.headers.get("Location")).toBe(`${deal}?check=1`);
  expect(await words(`${deal}?check=1`)).toContain("$6,350.00 is still due");
  const paid = { ...rest, "payments.0.method": "bank", intent: "complete" };
  expect((await site.form(deal, paid, { cookie })).status).toBe(303);
  const bill = await words(deal.replace("/deal", "/bill-of-sale"));
  expect(bill).toMatch(/Used vehicle Mileage 90,012 miles, true mileage unknown/);
  expect(bill).toMatch(/Buyer Ann Reyes .*Co-buyer Bo Reyes/);
  expect(bill).toMatch(/Trade-in, 2005 Honda Civic \$1,200\.00/);
  expect(bill).toContain("satisfactory and adequate service upon the public highway");
  const billPage = deal.replace("/deal", "/bill-of-sale");
  await site.form(billPage, { printed: "yes" }, { cookie });
  expect(await words(billPage)).toContain("Copy. First printed on");
  expect(await words(car)).toContain("Sold");
  expect(await words("/admin/book")).toContain("Ann Reyes");
  expect(await words(deal.replace("/deal", ""))).toMatch(
    /Give the customer back what they paid: .*Trade-in, 2005 Honda Civic, \$1,200\.00;/,
  );
  // Delivered later, on a day that is not in the future.
  expect((await site.form(deal, { intent: "delivered", deliveredOn: "1/1/2099" }, { cookie })).status).toBe(
    400,
  );
  const today = new Date().toLocaleDateString("en-US", { timeZone: "America/New_York" });
  expect((await site.form(deal, { intent: "delivered", deliveredOn: today }, { cookie })).status).toBe(303);
  expect(await words(deal)).toContain("Delivered on");
  // The trade-in becomes a bought car, once.
  const buy = /href="([^"]*trade=[^"]*)"/.exec(await (await page(deal)).text())?.[1] ?? "";
  const form = await (await page(buy)).text();
  for (const value of ["Ann Reyes", "1 Main St", "Millbrook", "12545", "1200.00", "Civic"])
    expect(form).toContain(`value="${value}"`);
  const values = Object.fromEntries(
    [...form.matchAll(/<input[^>]*name="([^"]+)"[^>]*value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name,
      value,
    ]),
  );
  const bought = { ...values, vin: "2HGES16555H000000", becomes: "dismantled", paidBy: "trade" };
  const made = await site.form(buy, bought, { cookie });
  expect(made.status).toBe(303);
  const purchase = await (await page(made.headers.get("Location") ?? "")).text();
  expect(purchase).toMatch(/href="\/admin\/sales\/\w{26}"[^>]*>(<svg.*?<\/svg>)? ?The Sale/s);
  expect(await words(deal)).toContain("The trade-in's purchase");
  // Its line in the book would stay, with a price that nobody paid.
  const sale = deal.replace("/deal", "");
  const first = "The trade-in was already bought, and it's in the book. Delete that purchase first";
  expect(await words(sale)).toContain(`It can't be voided. ${first}.`);
  expect((await site.form(sale, { intent: "void", reason: "Wrong car" }, { cookie })).status).toBe(409);
  expect(await words("/admin/book")).toContain("2HGES16555H000000");
});

test("an inquiry leads to the deal of its car with its customer, is won by it, and is open again once that is voided", async () => {
  const vehicle = await retailVehicle({ price: 8_000, mileage: 90_000 });
  const { _id: inquiry } = await newVehicleInquiry(vehicle);
  const asked = `/admin/vehicle-inquiries/${inquiry}`;
  const html = await (await page(asked)).text();
  const start = /href="([^"]*)"[^>]*>Sell This Car</.exec(html)?.[1]?.replaceAll("&amp;", "&") ?? "";
  const form = await (await page(start)).text();
  const fields = fieldsOf(form, "deal-form");
  expect(fields).toMatchObject({
    ...{ customerName: "Ivy Quist", customerPhone: "(555) 555-0104", customerEmail: "ivy@example.com" },
    // Anybody can send one with another's number: it's theirs once somebody has chosen them.
    customerId: "",
  });
  expect(await textOf(new Response(form))).toContain(
    "The number or email on the request is this customer's.",
  );
  const typed = { ...fields, customerAddress: "1 Main St", taxPlace: "No tax" };
  const saved = await site.form(start, { ...typed, intent: "save" }, { cookie });
  const deal = pathOf(saved);
  expect(await words(asked)).toMatch(/Vehicle inquiry VI-\w+ Pending Ivy Quist/);
  // Whoever sees sales and no customers finds none here.
  const other = await namedCustomer("Walter Voss");
  const data = (who: string) => site.fetch(`${deal}.data?who=Voss`, { headers: { Cookie: who } });
  expect(await (await data(cookie)).text()).toContain(other);
  const bookkeeper = await signedIn(await administrator("bo", "bookkeeper"));
  const seen = await (await data(bookkeeper.cookie)).text();
  expect(seen).toContain("Ivy Quist");
  for (const hidden of [other, "Walter Voss", '"matched",[']) expect(seen).not.toContain(hidden);
  const paid = { ...fieldsOf(await (await page(deal)).text(), "deal-form"), "payments.0.method": "bank" };
  const completed = await site.form(deal, { ...paid, intent: "complete" }, { cookie });
  expect([completed.status, completed.headers.get("Location")]).toEqual([303, deal]);
  const won = await (await page(asked)).text();
  expect(won).not.toContain("Sell This Car");
  expect(await textOf(new Response(won))).toMatch(/Vehicle inquiry VI-\w+ Sold Ivy Quist/);
  const inquiries = async (query: string) => words(`/admin/vehicle-inquiries?${query}`);
  expect(await inquiries("status=sold")).toContain("Ivy Quist");
  const voided = await site.form(
    deal.replace("/deal", ""),
    { intent: "void", reason: "Financing fell through" },
    { cookie },
  );
  expect(voided.status).toBe(303);
  expect(await inquiries("status=contacted")).toContain("Ivy Quist");
});

test("Enter in the search of buyers looks for one, and what was typed of the address stays when they are chosen", async () => {
  const buyer = await namedCustomer("Quentin Vale");
  const { _id: vehicle } = await retailVehicle({ price: 8_000 });
  const fields = { vehicle, condition: "used", price: "8,000", customerAddress: "9 Elm St" };
  // The first button of the form is what Enter presses.
  const start = `/admin/sales/deal?vehicle=${vehicle}`;
  const entered = await site.form(start, { ...fields, intent: "save", who: "quentin" }, { cookie });
  const found = entered.headers.get("Location")?.split("#")[0] ?? "";
  const html = await (await page(found)).text();
  expect(html).toContain(`name="customer" value="${buyer}"`);
  await site.form(pathOf(entered), { ...fieldsOf(html, "deal-form"), customer: buyer }, { cookie });
  expect(fieldsOf(await (await page(pathOf(entered))).text(), "deal-form")).toMatchObject({
    ...{ customerId: buyer, customerName: "Quentin Vale", customerAddress: "9 Elm St" },
  });
});

test("a deal that falls through says what becomes of the deposit; the yard sees none of it", async () => {
  const vehicle = await retailVehicle({ price: 2_000 });
  const start = `/admin/sales/deal?vehicle=${vehicle._id}`;
  const typed = { vehicle: vehicle._id, price: "2000", condition: "used", taxPlace: "No tax" };
  const deposit = { depositAmount: "100", depositMethod: "cash", intent: "deposit" };
  const deal = pathOf(await site.form(start, { ...typed, ...deposit }, { cookie })).replace(
    "/deposit",
    "/deal",
  );
  const refused = await site.form(deal, { intent: "end", kept: "40", reason: "" }, { cookie });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain("Please say why");
  const ended = await site.form(
    deal,
    { intent: "end", kept: "40", method: "cash", reason: "No loan" },
    { cookie },
  );
  expect(await words(`${pathOf(ended)}/receipt`)).toMatch(
    /Deposit kept, .*Total \$40\.00 Cash \$100\.00 .*-\$60\.00/,
  );
  expect(await words(`/admin/retail-vehicles/${vehicle._id}`)).toContain("Available");
  const { cookie: yard } = await signedIn(await administrator("yan", "yard"));
  expect((await site.fetch(start, { headers: { Cookie: yard } })).status).toBe(403);
});

/** A saved deal of a car; its page. */
async function savedDeal(more: Record<string, string> = {}): Promise<string> {
  const { _id: vehicle } = await retailVehicle({ price: 5_000 });
  const fields = {
    ...{ vehicle, customerName: "Ann Reyes", customerAddress: "1 Main St", price: "5,000" },
    ...{ condition: "used", odometer: "84,215", taxPlace: "No tax", intent: "save", ...more },
  };
  return pathOf(await site.form(`/admin/sales/deal?vehicle=${vehicle}`, fields, { cookie }));
}

const formOf = async (deal: string, id: string) => fieldsOf(await (await page(deal)).text(), id);

test("a box that was unchecked is still so when a form that wasn't stored is opened again", async () => {
  const deal = await savedDeal({ "fees.document.amount": "175", "fees.document.isTaxed": "yes" });
  const { "fees.document.isTaxed": taxed, ...unchecked } = await formOf(deal, "deal-form");
  expect(taxed).toBe("yes");
  const refused = await site.form(deal, { ...unchecked, price: "abc", intent: "save" }, { cookie });
  expect(refused.status).toBe(400);
  const again = await formOf(deal, "deal-form");
  expect(again).toMatchObject({ price: "abc", "fees.document.amount": "175.00" });
  expect(again).not.toHaveProperty(["fees.document.isTaxed"]);
});

test("a deal that a colleague completed meanwhile isn't said to have ended", async () => {
  const deal = await savedDeal({ "payments.0.method": "bank" });
  const ended = { ...(await formOf(deal, "end-deal")), reason: "Walked away", intent: "end" };
  await site.form(deal, { ...(await formOf(deal, "deal-form")), intent: "complete" }, { cookie });
  const answer = await site.form(deal, ended, { cookie });
  expect(answer.headers.get("Location")).toBe(deal);
  const told = await site.fetch(deal, { headers: { Cookie: cookiesOf(answer, cookie) } });
  expect(await textOf(told)).toContain("Deal not ended Someone else has completed it since you opened it.");
});

test("what a deal has on account is its balance, less what was paid of it since", async () => {
  const customerId = await namedCustomer("Cara Voss");
  const deal = await savedDeal({ customerId, "payments.0.method": "account" });
  await site.form(deal, { ...(await formOf(deal, "deal-form")), intent: "complete" }, { cookie });
  expect(await words(deal)).toMatch(/Total \$5,000\.00 Balance \$5,000\.00/);
  const payment = { key: "k", amount: "1000", method: "check", on: "", note: "" };
  await site.form(`/admin/sales/owed/${customerId}`, payment, { cookie });
  expect(await words(deal)).toMatch(/Total \$5,000\.00 Check, .* \$1,000\.00 Balance \$4,000\.00/);
});

test("the day of a delivery is saved over no other that a colleague has saved", async () => {
  const deal = await savedDeal({ "payments.0.method": "bank" });
  await site.form(deal, { ...(await formOf(deal, "deal-form")), intent: "complete" }, { cookie });
  const delivered = { ...(await formOf(deal, "delivery")), intent: "delivered" };
  expect((await site.form(deal, delivered, { cookie })).status).toBe(303);
  const late = await site.form(deal, delivered, { cookie });
  expect(late.status).toBe(409);
  expect(await late.text()).toContain("Someone else has changed this deal since you opened it.");
});
