import { afterEach, beforeAll, expect, test } from "vitest";
import { findBrokenInvariants } from "../../support/money-invariants";
import { completedSale, namedCustomer, saleDraft, saleOnAccount } from "../../support/sales";
import { type Site, startSite, textOf } from "../../support/site";
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

const TODAY = { username: "marta", role: "owner", now: new Date() } as const;
const words = async (path: string, as_ = cookie) =>
  textOf(await site.fetch(path, { headers: { Cookie: as_ } }));

async function debtor(prices: readonly number[]) {
  const customerId = await namedCustomer("Garage Ott", TODAY);
  const sales = [];
  // One after the other: of two in one millisecond either may be the older one.
  for (const [index, price] of prices.entries())
    sales.push(await saleOnAccount(customerId, price, { ...TODAY, now: new Date(+TODAY.now + index) }));
  return { customerId, sales };
}

test("a customer's page says what they owe sale by sale, and a payment of it prints a receipt", async () => {
  const { customerId, sales } = await debtor([100, 60.5]);
  const [first] = sales;
  expect(await words("/admin/sales/owed")).toContain("Garage Ott , $160.50");
  expect(await words(`/admin/customers/${customerId}`)).toMatch(/Owes \$160\.50 .*\$100\.00 .*\$60\.50/);
  expect(await words(`/admin/sales/${first?._id}/receipt`)).toContain(
    "$100.00 is on account and still to be paid.",
  );
  expect(await words(`/admin/sales/${first?._id}`)).toContain("Take a Payment");
  const page = `/admin/sales/owed/${customerId}`;
  const typed = { key: "k", sale: "", amount: "170", method: "check", on: "", note: "Check 12" };
  const refused = await site.form(page, typed, { cookie });
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain("more than what is owed, $160.50");
  expect(html).toContain('value="Check 12"');
  const form = { ...typed, amount: "110" };
  const [once, twice] = [await site.form(page, form, { cookie }), await site.form(page, form, { cookie })];
  expect(once.status).toBe(303);
  const receipt = once.headers.get("Location")?.split("?")[0] ?? "";
  expect(twice.headers.get("Location")?.split("?")[0]).toBe(receipt);
  for (const paper of ["", "?paper=roll"])
    expect(await words(receipt + paper)).toMatch(
      /Payment P-\d+ .*Paid, Check, Check 12 \$110\.00 Still owed on account \$50\.50/,
    );
  expect(await words(page)).toMatch(/\$50\.50 is owed .*\$50\.50 of \$60\.50 .*P-\d+/);
  expect(await words(`/admin/sales/${first?._id}`)).toContain("Check, Check 12");
  expect(await words(`/admin/sales/${first?._id}/receipt`)).not.toContain("still to be paid");
  // An owner takes it back, with a reason.
  expect((await site.form(receipt, { reason: " " }, { cookie })).status).toBe(400);
  expect((await site.form(receipt, { reason: "Bounced" }, { cookie })).status).toBe(303);
  expect((await site.form(receipt, { reason: "Bounced" }, { cookie })).status).toBe(409);
  expect(await words(receipt)).toMatch(/Reversed by P-\d+/);
  expect(await words("/admin/sales/owed")).toContain("Garage Ott , $160.50");
});

test("a payment of what nobody owed yet is taken by the same form once they do", async () => {
  const { customerId } = await debtor([]);
  const page = `/admin/sales/owed/${customerId}`;
  const form = { key: "early", sale: "", amount: "50", method: "cash", on: "", note: "" };
  expect((await site.form(page, form, { cookie })).status).toBe(409);
  await saleOnAccount(customerId, 50, TODAY);
  expect((await site.form(page, form, { cookie })).status).toBe(303);
  expect(await words(page)).toContain("Nothing is owed.");
});

test("what a customer has of store credit, and owes, is on their page and on a sale for them", async () => {
  const { customerId } = await debtor([25]);
  const lines = [{ kind: "other", description: "Mats", price: 20, isTaxed: false }];
  const { _id, lines: sold } = await completedSale({ customerId, lines }, TODAY);
  const back = { "lines.0.id": sold[0]?._id ?? "", "lines.0.take": "yes", "lines.0.quantity": "1" };
  const given = { key: "credit", method: "credit", ...back, "lines.0.reason": "not-needed" };
  expect((await site.form(`/admin/sales/${_id}/return`, given, { cookie })).status).toBe(303);
  expect(await words(`/admin/customers/${customerId}`)).toContain("Has $20.00 of store credit");
  const has = "Has $20.00 of store credit. Owes $25.00 on account";
  expect(await words(`/admin/sales/new?customer=${customerId}`)).toContain(has);
  const draft = await saleDraft({ customerId, lines }, TODAY);
  expect(await words(`/admin/sales/${draft._id}/edit`)).toContain(has);
});

test("the bookkeeper reads what is owed and takes no payment", async () => {
  const { customerId, sales } = await debtor([25]);
  const { cookie: reader } = await signedIn(await administrator("bo", "bookkeeper"));
  const page = `/admin/sales/owed/${customerId}`;
  // From the sale too.
  const sale = await site.fetch(`/admin/sales/${sales[0]?._id}`, { headers: { Cookie: reader } });
  const link = new RegExp(`href="${page}">(<svg.*?</svg>)? ?(<!-- -->)?What Is Owed<`, "s");
  expect(await sale.text()).toMatch(link);
  const text = await words(page, reader);
  expect(text).toContain("$25.00 is owed");
  expect(text).not.toContain("Take a Payment");
  const typed = { key: "k", amount: "25", method: "cash" };
  expect((await site.form(page, typed, { cookie: reader })).status).toBe(403);
  // What a sale says is the bookkeeper's; what the customer's record says since is not.
  await site.db.updateTable("customers").set({ name: "Otto Ott" }).where("id", "=", customerId).execute();
  expect([await words(page, reader), await words(page)]).toEqual([
    expect.stringContaining("Garage Ott"),
    expect.stringContaining("Otto Ott"),
  ]);
  expect(await words(page, reader)).not.toContain("Otto Ott");
  // Whoever owes nothing is a customer, and the bookkeeper sees none.
  const other = `/admin/sales/owed/${await namedCustomer("Walter Voss")}`;
  const statuses = [reader, cookie].map(
    async (who) => (await site.fetch(other, { headers: { Cookie: who } })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 200]);
  expect(
    (await site.fetch(`/admin/sales/owed/${"0".repeat(24)}`, { headers: { Cookie: cookie } })).status,
  ).toBe(404);
});
