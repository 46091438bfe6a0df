import { afterEach, beforeAll, expect, test } from "vitest";
import { receiptPath } from "~/sales/receipt-link.server";
import { type StaffApi, staffApi } from "../../support/api";
import { shelfPart } from "../../support/builders";
import { fieldsOf } from "../../support/form-fields";
import { findBrokenInvariants } from "../../support/money-invariants";
import { completedSale, namedCustomer, saleDraft, saleOnAccount } from "../../support/sales";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
let api: StaffApi;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
  api = await staffApi(site);
});
afterEach(async () => {
  expect(await findBrokenInvariants()).toEqual([]);
});

const TODAY = { username: "marta", role: "owner", now: new Date() } as const;
const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const words = async (path: string) => textOf(await page(path));
/** What is printed of a receipt's page. */
const printed = async (path: string) =>
  textOf(new Response(/<article[\s\S]*<\/article>/.exec(await (await page(path)).text())?.[0]));
const today = () => `from=${new Date().toLocaleDateString("sv-SE", { timeZone: "America/New_York" })}`;

test("a receipt says what was sold, used parts as used, the core owed and the warranty's last day", async () => {
  const { _id, stockNumber } = await shelfPart({ price: 85, warranty: "90-day parts warranty" });
  const sale = await completedSale(
    {
      customerName: "Ann Reyes",
      lines: [
        { kind: "part", part: _id },
        { kind: "core", description: "Alternator core", price: 35 },
      ],
      payments: [{ method: "cash", amount: 200 }],
    },
    TODAY,
  );
  for (const paper of ["", "?paper=roll"]) {
    const text = await words(`/admin/sales/${sale._id}/receipt${paper}`);
    expect(text).toContain(`Receipt ${sale.number}`);
    expect(text).toContain("Ann Reyes");
    expect(text).toMatch(new RegExp(`Used part: .*Stock # ${stockNumber}`));
    expect(text).toMatch(/90-day parts warranty until \w+ \d+, \d{4}/);
    expect(text).toContain("you get the core charge of $35.00 back, $37.84 with its tax.");
    expect(text).toContain("Return unused parts within 30 days");
    expect(text).toMatch(/Cash \$200\.00 Change \$\d+\.\d\d/);
  }
  const draft = await saleDraft({ lines: [{ kind: "other", description: "Mats", price: 5 }] }, TODAY);
  expect((await page(`/admin/sales/${draft._id}/receipt`)).status).toBe(404);
});

test("a receipt that can't be emailed says whether email is off or nobody's address is known", async () => {
  const mats = [{ kind: "other", description: "Mats", price: 5 }];
  const sale = await completedSale({ customerEmail: "ann@example.com", lines: mats }, TODAY);
  const address = `/admin/sales/${sale._id}/receipt`;
  const answer = await site.form(address, {}, { cookie });
  const headers = { Cookie: cookiesOf(answer, cookie) };
  expect(await textOf(await site.fetch(address, { headers }))).toContain("Email is off, so it wasn't sent");
});

test("the code on a receipt opens that customer's receipts, and nothing else does", async () => {
  const sale = await completedSale(
    { lines: [{ kind: "other", description: "Floor mats", price: 5 }] },
    TODAY,
  );
  const own = await site.fetch(receiptPath(sale._id));
  expect(own.status).toBe(200);
  expect(own.headers.get("Cache-Control")).toContain("no-store");
  expect(await textOf(own)).toContain("Floor mats");
  for (const key of ["", "x", `${sale._id}.${"a".repeat(32)}`])
    expect((await site.fetch(`/your-receipts?key=${key}`)).status).toBe(404);
});

test("once its sale is voided or all brought back, the code on a receipt opens none but that receipt", async () => {
  const shop = await (await api.post("/admin/customers", { name: "Acme Body Shop" })).json();
  const sold = (description: string) =>
    completedSale(
      {
        customerId: shop._id,
        lines: [
          { kind: "other", description, price: 5 },
          { kind: "core", description: `Core of ${description}`, price: 5 },
        ],
      },
      TODAY,
    );
  await sold("Fenders");
  const [mistaken, returned] = [await sold("Mirror"), await sold("Horn")];
  const opens = async ({ _id }: { _id: string }) => textOf(await site.fetch(receiptPath(_id)));
  const bringBack = (line: number) =>
    api.post(`/admin/sales/${returned._id}/take-back`, {
      lines: [{ saleLineId: returned.lines[line]?._id, quantity: 1, reason: "core" }],
      method: "cash",
    });
  expect((await bringBack(1)).status).toBe(201);
  for (const sale of [mistaken, returned]) expect(await opens(sale)).toContain("Fenders");
  await api.post(`/admin/sales/${mistaken._id}/void`, { reason: "Wrong customer" });
  await bringBack(0);
  await sold("Doors");
  for (const [sale, item] of [
    [mistaken, "Mirror"],
    [returned, "Horn"],
  ] as const)
    expect(await opens(sale)).toMatch(new RegExp(`^(?!.*(?:Fenders|Doors)).*${item}`, "s"));
  expect(await opens(mistaken)).toContain("Voided on");
});

test("taking back keeps what was typed where something is missing, gives the money once, and says so on paper", async () => {
  const { _id } = await shelfPart({ price: 80 });
  const sale = await completedSale({ lines: [{ kind: "part", part: _id }] }, TODAY);
  const address = `/admin/sales/${sale._id}/return`;
  const typed = {
    key: "one",
    "lines.0.id": sale.lines[0]?._id ?? "",
    "lines.0.quantity": "1",
    notes: "Whines",
  };
  const nothing = await site.form(address, typed, { cookie });
  expect(nothing.status).toBe(400);
  const html = await nothing.text();
  expect(html).toContain("Please choose what came back");
  expect(html).toContain('value="Whines"');
  const form = {
    ...typed,
    "lines.0.take": "yes",
    "lines.0.reason": "does-not-work",
    "lines.0.goesTo": "check",
    method: "cash",
    fee: "10",
  };
  // Without script, the page has not shown the sum yet.
  const asked = await site.form(address, { ...form, shown: "" }, { cookie });
  const sum = await asked.text();
  expect(await textOf(new Response(sum))).toMatch(
    /Paid by Cash, \$86\.50[\s\S]*Goods \$80\.00 Tax \$6\.50 Restocking fee -\$10\.00 Total \$76\.50 Check what/,
  );
  const { shown = "" } = fieldsOf(sum, "return-form");
  expect(shown).toBe("7650");
  const [first, again] = [
    await site.form(address, { ...form, shown }, { cookie }),
    await site.form(address, { ...form, shown }, { cookie }),
  ];
  expect(first.status).toBe(303);
  expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
  const paper = await words(first.headers.get("Location")?.split("?")[0] ?? "");
  expect(paper).toMatch(/Credit Note CN-\d+/);
  expect(paper).toContain("Restocking fee -$10.00");
  expect(await words(`/admin/sales/${sale._id}`)).toMatch(/CN-\d+/);
  expect(await words(`/admin/parts/${_id}`)).toContain(
    "Held for a check after its return, until it's released.",
  );
  const report = await words(`/admin/reports/sold?${today()}&by=payment`);
  expect(report).toContain("Paid back: Cash");
});

test("what was rejected comes back by the same form once what was in the way is gone", async () => {
  const customerId = await namedCustomer("Ann Reyes", TODAY);
  const sale = await saleOnAccount(customerId, 100, TODAY);
  const form = {
    ...{ key: "kept", "lines.0.id": sale.lines[0]?._id ?? "", "lines.0.take": "yes" },
    ...{ "lines.0.quantity": "1", "lines.0.reason": "not-needed", method: "cash" },
  };
  const address = `/admin/sales/${sale._id}/return`;
  const rejected = await site.form(address, form, { cookie });
  expect(await textOf(rejected)).toContain("take their payment of $100.00 first");
  const paid = { key: "paid", sale: "", amount: "100", method: "cash", on: "", note: "" };
  expect((await site.form(`/admin/sales/owed/${customerId}`, paid, { cookie })).status).toBe(303);
  const [taken, again] = [
    await site.form(address, form, { cookie }),
    await site.form(address, form, { cookie }),
  ];
  expect(taken.headers.get("Location")).toContain("/admin/credit-notes/");
  expect(again.headers.get("Location")).toBe(taken.headers.get("Location"));
});

test("store credit is offered for an exchange too, and called store credit where it was given", async () => {
  const customerId = await namedCustomer("Ann Reyes");
  const mats = [{ kind: "other", description: "Mats", price: 5 }];
  const sale = await completedSale({ customerId, lines: mats }, TODAY);
  const address = `/admin/sales/${sale._id}/return`;
  expect(await words(address)).toContain("Store credit, also for an exchange");
  const line = { "lines.0.id": sale.lines[0]?._id ?? "", "lines.0.quantity": "1", "lines.0.take": "yes" };
  const form = { key: "credit", ...line, "lines.0.reason": "not-needed", method: "credit", fee: "" };
  expect((await site.form(address, form, { cookie })).status).toBe(303);
  for (const list of ["/admin/credit-notes", "/admin/export/credit-notes.csv"]) {
    const text = await words(list);
    expect(text).toContain("Store credit");
    expect(text).not.toContain("also for an exchange");
  }
});

test("a receipt that was printed before says that it is a copy, and the sale's history says who printed it", async () => {
  const sale = await completedSale({ lines: [{ kind: "other", description: "Jack", price: 5 }] }, TODAY);
  await expectCopyAfterPrint(`/admin/sales/${sale._id}/receipt`);
  expect(await words(`/admin/sales/${sale._id}`)).toContain("Printed");
});

async function expectCopyAfterPrint(address: string): Promise<void> {
  expect(await words(address)).not.toContain("Copy");
  expect((await site.form(address, { printed: "yes" }, { cookie })).status).toBeLessThan(300);
  for (const paper of ["", "?paper=roll"])
    expect(await printed(`${address}${paper}`)).toMatch(/Copy\. First printed on \w+ \d+, \d{4}/);
}

test("what replaces a part that came back is sold from its credit note, and each paper names the other", async () => {
  const [broken, good] = [await shelfPart({ price: 80 }), await shelfPart({ price: 80 })];
  const sale = await completedSale({ lines: [{ kind: "part", part: broken._id }] }, TODAY);
  const taken = await site.form(
    `/admin/sales/${sale._id}/return`,
    {
      ...{ key: "exchange", "lines.0.id": sale.lines[0]?._id ?? "", "lines.0.take": "yes" },
      ...{ "lines.0.quantity": "1", "lines.0.reason": "does-not-work", "lines.0.goesTo": "scrap" },
      ...{ method: "cash", fee: "" },
    },
    { cookie },
  );
  const note = taken.headers.get("Location")?.split("?")[0] ?? "";
  const link = /href="([^"]*\/new\?exchange=[^"]*)"/.exec(await (await page(note)).text())?.[1] ?? "";
  const form = await (await page(`${link.replaceAll("&amp;", "&")}&part=${good._id}`)).text();
  expect(form).toMatch(/In exchange for (<!-- -->)?CN-\d+, 2012 Honda Accord Alternator/);
  const fields = { ...fieldsOf(form, "sale-form"), "payments[0].method": "cash", intent: "complete" };
  const saved = await site.form("/admin/sales/new", fields, { cookie });
  const sold = saved.headers.get("Location")?.split("?")[0] ?? "";
  for (const paper of [sold, `${sold}/receipt`])
    expect(await words(paper)).toMatch(/In exchange for CN-\d+, 2012 Honda Accord Alternator/);
  expect(await printed(note)).toMatch(new RegExp(`Replaced on S-\\d+: .*stock # ${good.stockNumber}`));
  const draft = await saleDraft(
    { lines: [{ kind: "other", description: "Belt", price: 9 }], creditNoteId: note.split("/").at(-1) },
    TODAY,
  );
  expect(await printed(note)).toContain(`To be replaced on ${draft.number}: Belt`);
  const roll = await (await page(`${note}?paper=roll`)).text();
  expect(roll).toContain("paper--roll");
  await expectCopyAfterPrint(note);
  // One that was never made replaces nothing.
  expect(await words("/admin/sales/new?exchange=01J00000000000000000000000")).not.toContain(
    "In exchange for",
  );
});

test("of more cores than the list has, the count and the sum say that there are more", async () => {
  const lines = Array.from({ length: 60 }, () => ({
    ...{ kind: "core", description: "Caliper core", price: 10, isTaxed: false },
  }));
  const sales = [];
  for (let left = 9; left > 0; left -= 1) sales.push(await completedSale({ lines }, TODAY));
  expect(await words("/admin/sales/cores")).toMatch(/ 500\+ cores, \$[\d,.]+\+ of core charges/);
  for (const { _id, lines: sold } of sales)
    await api.post(`/admin/sales/${_id}/take-back`, {
      lines: sold.map((line) => ({ saleLineId: line._id, quantity: 1, reason: "core" })),
      method: "cash",
    });
});

test("cores that are owed are on the list with their age, and one tap pays them back once", async () => {
  const sale = await completedSale(
    { lines: [{ kind: "core", description: "Starter core", price: 25, quantity: 2, isTaxed: false }] },
    TODAY,
  );
  const html = await (await page("/admin/sales/cores")).text();
  expect(html).toContain("2 × Starter core");
  expect(await words("/admin/sales/cores")).toMatch(/\d+ cores, \$[\d.,]+ of core charges[\s\S]*, today ?,/);
  const address = `/admin/sales/${sale._id}/return`;
  const link = `${address}?line=${sale.lines[0]?._id}`;
  expect(html).toContain(link);
  const form = await (await page(link)).text();
  expect(form).toMatch(/type="checkbox"[^>]*checked/);
  expect(form).toMatch(/<option value="core" selected/);
  const button = html.split("<form").find((part) => part.includes(`action="${address}"`)) ?? "";
  expect(button).toMatch(/Pay (<!-- -->)?\$50\.00/);
  const fields = Object.fromEntries(
    [...button.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  const [paid, again] = [
    await site.form(address, fields, { cookie }),
    await site.form(address, fields, { cookie }),
  ];
  expect(paid.status).toBe(303);
  expect(again.headers.get("Location")).toBe(paid.headers.get("Location"));
  expect(await words(paid.headers.get("Location")?.split("?")[0] ?? "")).toContain("$50.00");
  expect(await words("/admin/sales/cores")).not.toContain("Starter core");
});
