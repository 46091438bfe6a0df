import { beforeAll, beforeEach, expect, test } from "vitest";
import { PART_REQUESTS } from "~/requests/part-requests";
import { findRequestRow } from "~/requests/record.server";
import { returnSchema } from "~/sales/return-schema";
import { returnItems } from "~/sales/returns.server";
import { as } from "../../support/act";
import { recordsOf, staffApi } from "../../support/api";
import { fieldsOf } from "../../support/form-fields";
import { checkedImport, storedImport } from "../../support/imports";
import { newPartRequest } from "../../support/requests";
import { CLERK, completedSale, namedCustomer, saleDraft, saleOnAccount } from "../../support/sales";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { PASSWORD, signedIn } from "../../support/staff";

const LIST = "/admin/customers";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  for (const table of ["partRequests", "customers"] as const) await site.db.deleteFrom(table).execute();
});
const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const read = async (path: string) => textOf(await get(path));
const post = (path: string, fields: Record<string, string>) => site.form(path, fields, { cookie });
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";

async function requestOf(customer: Record<string, unknown> = {}) {
  const id = await newPartRequest({}, customer);
  return { id, customer: (await findRequestRow(PART_REQUESTS, id))?.customerId ?? "" };
}

test("staff add a customer by a form, and one whose number we have is told whose it is", async () => {
  const form = await (await get(`${LIST}/new`)).text();
  const fields = { name: "Dave Miller", phones: "555 555 0111", emails: "dave@example.com", language: "es" };
  const key = { idempotencyKey: hidden(form, "idempotencyKey") };
  const added = await post(`${LIST}/new`, { ...fields, ...key });
  expect(added.headers.get("Location")).toMatch(/^\/admin\/customers/);
  expect(await read(LIST)).toContain("Dave Miller");
  const again = await post(`${LIST}/new`, { ...fields, ...key, name: "D. Miller", emails: "" });
  expect(again.status).toBe(400);
  const refused = await again.text();
  expect(await textOf(new Response(refused))).toContain(
    "(555) 555-0111 belongs to Dave Miller. Open that customer instead.",
  );
  const [dave] = await recordsOf(site, "customers");
  expect(refused).toContain(`href="${LIST}/${dave._id}">Dave Miller</a>`);
  const { customer: other } = await requestOf({
    name: "D. Miller",
    phone: "5555550112",
    email: "d@example.org",
  });
  const edit = fieldsOf(await (await get(`${LIST}/${other}/edit`)).text(), "record-form");
  const both = await (await post(`${LIST}/${other}/edit`, { ...edit, phones: "5555550111" })).text();
  expect(await textOf(new Response(both))).toContain("Open that customer, or merge the two.");
  expect(both).toContain(`href="${LIST}/${other}/merge?with=${dave._id}">Merge with Dave Miller</a>`);
  const wrong = await post(`${LIST}/new`, { name: "", phones: "555-0111", emails: "dave@" });
  const words = await textOf(wrong);
  expect(words).toContain("Name is required");
  expect(words).toContain("Please enter a valid 10-digit phone number: 555-0111");
  expect(words).toContain("Please enter a valid email address: dave@");
});

test("a customer is found by name, by a number in any writing and by its end, and by address", async () => {
  await requestOf({ name: "Dave Miller", phone: "5558675309", email: "dave@example.com" });
  await requestOf({ name: "Ann Lee", phone: "5555550122", email: "ann@example.org" });
  for (const q of ["miller", "(555) 867-5309", "+1 555.867.5309", "5309", "dave@example.com"]) {
    const words = await read(`${LIST}?${new URLSearchParams({ q })}`);
    expect(words, q).toContain("Dave Miller");
    expect(words, q).not.toContain("Ann Lee");
  }
  // Back leads to what was found.
  const list = `${LIST}?q=miller`;
  const found = /href="([^"]*)">Dave Miller/
    .exec(await (await get(list)).text())?.[1]
    ?.replaceAll("&amp;", "&");
  expect(found).toContain(`from=${encodeURIComponent(list)}`);
  expect(await (await get(found ?? "")).text()).toContain(`href="${list}"`);
  expect(await read(`${LIST}?show=open`)).toContain("Ann Lee");
  expect(await read(`${LIST}?show=wholesale`)).not.toContain("Ann Lee");
});

test("a customer's page has what they asked and how to reach them, and each request leads to it", async () => {
  const { id, customer } = await requestOf();
  const other = await requestOf({ name: "A. Lee" });
  expect(other.customer).toBe(customer);
  const html = await (await get(`${LIST}/${customer}`)).text();
  for (const href of ["tel:+15555550101", "sms:+15555550101", "mailto:ann%3Flee@example.com"])
    expect(html).toContain(`href="${href}"`);
  expect(html).toContain(`href="/admin/parts-requests/${id}"`);
  const words = await read(`${LIST}/${customer}`);
  for (const text of ["Ann Lee", "as A. Lee", "Pending", "2003 Honda Accord", "(555) 555-0101"])
    expect(words).toContain(text);
  expect(await read(`/admin/parts-requests/${id}`)).toContain("Same person: 2 requests");
  expect(await read(`/admin/parts-requests?open=${id}`)).toContain("Same person: 2 requests");
  const alone = await requestOf({ phone: "5555550199", email: "else@example.com" });
  expect(await read(`/admin/parts-requests/${alone.id}`)).not.toContain("Same person");
});

test("a customer's page has what they bought and brought back, and a merge says that it moves", async () => {
  const [ann, bo] = [await namedCustomer("Ann Sale"), await namedCustomer("Bo Sale")];
  const sale = await completedSale({
    customerId: ann,
    lines: [{ kind: "other", description: "Jack", price: 25, isTaxed: false }],
  });
  const draft = await saleDraft({ customerId: ann });
  const back = { saleLineId: sale.lines[0]?._id, quantity: 1, reason: "not-needed" };
  const note = await as(CLERK, () =>
    returnItems(sale._id, returnSchema.parse({ lines: [back], method: "cash" })),
  );
  if (note.outcome !== "done") throw new Error(note.outcome);
  const html = await (await get(`${LIST}/${ann}`)).text();
  for (const path of [`sales/${sale._id}`, `sales/${draft._id}`, `credit-notes/${note.note.id}`])
    expect(html).toContain(`href="/admin/${path}"`);
  const words = await read(`${LIST}/${ann}`);
  expect(words).toContain(`Sale ${sale.number} , Dec 20, 2026 $25.00`);
  expect(words).toMatch(/Credit note CN-\d+ , Dec 20, 2026 -\$25\.00/);
  expect(words).toMatch(/Sale SD-\w+ , Dec 20, 2026 Draft \$0\.00/);
  expect(await read(`${LIST}/${bo}`)).not.toContain("Sales and Credit Notes");
  expect(await read(`${LIST}/${bo}/merge?with=${ann}`)).toContain(
    "Bo Sale gets what Ann Sale has bought and brought back: 2 sales and 1 credit note.",
  );
  for (const table of ["creditNoteLines", "creditNotes", "payments", "saleLines", "sales"] as const)
    await site.db.deleteFrom(table).execute();
});

test("an address that came with a request is the customer's once staff have added it", async () => {
  const api = await staffApi(site);
  const shop = { name: "Dave's Body Shop", phones: ["555-555-0111"], emails: [] };
  const { _id: id } = await (await api.post("/admin/customers", shop)).json();
  const sent = await requestOf({ name: "Dave", phone: "5555550111", email: "eve@example.com" });
  expect(sent.customer).toBe(id);
  const page = `${LIST}/${id}`;
  expect(await (await get(page)).text()).not.toContain('href="mailto:eve');
  expect(await read(page)).toContain("Also Sent with Requests");
  expect(await read(`${page}/edit`)).not.toContain("eve@example.com");
  expect((await post(page, { contact: "mallory@example.com" })).status).toBe(303);
  expect(await read(page)).not.toContain("mallory@example.com");
  await post(page, { contact: "eve@example.com" });
  expect(await (await get(page)).text()).toContain('href="mailto:eve@example.com"');
  expect(await read(page)).not.toContain("Also Sent with Requests");
});

test("whoever sends a request is not told who else has asked from their number", async () => {
  const { customer } = await requestOf();
  const body = {
    vin: "1HGCM82633A004352",
    partDetails: { system: "Engine/Accessories", component: "Alternator" },
    customerInfo: { name: "Ann", phone: "5555550101", email: "ann@example.com" },
  };
  const sent = await site.fetch("/api/part-requests", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  expect(sent.status).toBe(201);
  const stored = await sent.json();
  expect(stored).not.toHaveProperty("customerId");
  expect((await findRequestRow(PART_REQUESTS, stored._id))?.customerId).toBe(customer);
});

test("two customers are previewed, merged and undone by plain forms", async () => {
  const { customer: kept } = await requestOf({ phone: "5555550111", email: "one@example.com" });
  const { customer: other } = await requestOf({
    name: "Annie Lee",
    phone: "5555550122",
    email: "two@example.com",
  });
  expect(await read(`${LIST}/${kept}/merge?q=annie`)).toContain("Annie Lee (555) 555-0122, two@example.com");
  const page = `${LIST}/${kept}/merge?with=${other}`;
  const html = await (await get(page)).text();
  const preview = await read(page);
  for (const text of [
    "(555) 555-0111, (555) 555-0122",
    "The request of Annie Lee becomes one of Ann Lee.",
    "Name of Annie Lee is not kept: Annie Lee",
  ])
    expect(preview).toContain(text);
  const fields = {
    other,
    keptVersion: hidden(html, "keptVersion"),
    otherVersion: hidden(html, "otherVersion"),
  };
  const merged = await post(page, fields);
  expect(merged.headers.get("Location")).toBe(`${LIST}/${kept}`);
  // The other's address leads on.
  expect((await get(`${LIST}/${other}`)).headers.get("Location")).toBe(`${LIST}/${kept}`);
  expect(await read(`${LIST}/${kept}`)).toContain("Annie Lee was merged into this customer");
  expect((await post(page, fields)).status).toBe(404);
  const undone = await post("/admin/trash", { kind: "customer", id: other, returnTo: `${LIST}/${kept}` });
  expect(undone.headers.get("Location")).toBe(`${LIST}/${kept}`);
  expect(await read(`${LIST}/${other}`)).toContain("two@example.com");
  expect(await (await get(`${LIST}/${kept}`)).text()).not.toContain('href="mailto:two@example.com"');
  expect((await post(page, fields)).status).toBe(409);
});

test("a request is split off by a plain form, and the last one is not", async () => {
  const { customer } = await requestOf();
  const { id } = await requestOf({ name: "Bob Lee", email: "bob@example.com" });
  const page = `${LIST}/${customer}/split?kind=PR&request=${id}`;
  expect(await read(page)).toContain("becomes the request of a new customer, Bob Lee.");
  const split = await post(page, { intent: "split" });
  const made = split.headers.get("Location") ?? "";
  expect(made).toMatch(/^\/admin\/customers\/\w+$/);
  // His number is Ann's, so it is only in his request.
  const words = await read(made);
  expect(words).toContain("Bob Lee");
  expect(words).toContain("Call (555) 555-0101");
  expect(words).toContain("This may be the same person as: Ann Lee");
  expect((await get(page)).status).toBe(404);
  expect((await get(`${made}/split?kind=PR&request=${id}`)).status).toBe(404);
  expect((await get(`${LIST}/${customer}/split?kind=XX&request=${id}`)).status).toBe(404);

  // Its toast takes it back.
  const html = await (await site.fetch(made, { headers: { Cookie: cookiesOf(split, cookie) } })).text();
  const [, undoTo = "", form = ""] =
    /<form[^>]*action="([^"]*\/merge)"[^>]*>([\s\S]*?)<\/form>/.exec(html) ?? [];
  const fields = Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
  );
  expect((await post(undoTo, fields)).headers.get("Location")).toBe(`${LIST}/${customer}`);
  expect((await get(page)).status).toBe(200);
  expect(await read(`${LIST}/${customer}`)).toContain("bob@example.com");
});

test("a customer's data is downloaded as a page and as JSON, and deleted once somebody has verified who asks", async () => {
  // A name of its own: the history keeps what the other tests have stored.
  const name = "Zelda Quinn";
  const { customer } = await requestOf({ name });
  const page = `${LIST}/${customer}/data`;
  for (const [file, type] of [
    ["data.json", "application/json; charset=utf-8"],
    ["page.html", "text/html; charset=utf-8"],
  ]) {
    const download = await get(`${page}/${file}`);
    expect(download.headers.get("Content-Type")).toBe(type);
    expect(download.headers.get("Content-Disposition")).toMatch(/^attachment; filename="customer-data-/);
    expect(await download.text()).toContain("Radiators");
  }
  expect((await get(`${page}/data.xml`)).status).toBe(404);
  expect(await read(page)).toContain("The customer is still waiting for us.");
  expect(await read("/admin/history?kind=customer")).toContain(name);
  const html = await (await get(`${page}?open=1`)).text();
  const key = hidden(html, "key");
  expect((await post(`${page}?open=1`, { key })).status).toBe(400);
  for (const [password, sentence] of [
    ["", "Please enter your current password"],
    ["not mine", "That's not your current password"],
  ] as const) {
    const refused = await post(`${page}?open=1`, { key, verified: "yes", password });
    expect([refused.status, await textOf(refused)]).toEqual([400, expect.stringContaining(sentence)]);
  }
  const verified = { verified: "yes", password: PASSWORD };
  expect((await post(`${page}?open=1`, { key: "other", ...verified })).status).toBe(409);
  const deleted = await post(`${page}?open=1`, { key, ...verified });
  expect(deleted.headers.get("Location")).toBe(LIST);
  expect((await get(`${LIST}/${customer}`)).status).toBe(404);
  expect(await recordsOf(site, "part-requests")).toEqual([]);
  expect(await read("/admin/trash")).not.toContain(name);
  expect(await read("/admin/history")).not.toContain(name);
});

test("the page says why a customer who owes stays, once", async () => {
  const customer = await namedCustomer("Otto Owes");
  await saleOnAccount(customer, 50);
  const words = await read(`${LIST}/${customer}/data`);
  expect(words).toContain("The customer's name, numbers and addresses. They owe $50.00 on account.");
  expect(words).not.toContain("They belong to what stays");
});

test("programs of the staff keep customers, and nobody else sees one", async () => {
  const staff = await staffApi(site);
  const fields = { name: "Dave Miller", phones: ["555-555-0111"], emails: [], wholesalePercent: 80 };
  const created = await staff.post("/admin/customers", fields);
  expect(created.status).toBe(201);
  const { _id, phones } = await created.json();
  expect(phones).toEqual(["(555) 555-0111"]);
  const taken = await staff.post("/admin/customers", { name: "Bob", phones: ["5555550111"] });
  expect(taken.status).toBe(400);
  expect((await taken.json()).error).toContain("belongs to Dave Miller");
  expect((await staff.put(`/admin/customers/${_id}`, { ...fields, name: "Dave" })).status).toBe(200);
  expect(await (await staff.get("/admin/customers?q=dave")).json()).toMatchObject([{ _id, name: "Dave" }]);
  expect((await staff.delete(`/admin/customers/${_id}`)).status).toBe(204);
  for (const path of ["/api/customers", `/api/customers/${_id}`])
    expect((await fetch(site.url + path)).status, path).toBe(404);
  expect((await fetch(`${site.url}/api/admin/customers`)).status).toBe(401);
});

test("a file of customers adds the new ones, and changes those whose number we have", async () => {
  await requestOf({ phone: "5555550111", email: "ann@example.com" });
  const file =
    "Customer Name,Cell,E-mail,Tax Exempt #\nAnn Lee-Smith,555.555.0111,,T-1\nBob,555-555-0122,bob@example.com; b@example.com,\n,555-0199,,\n";
  const { id } = await checkedImport(file, { kind: "customer" });
  const words = await read(`/admin/import/${id}`);
  for (const text of ["To Be Added 1", "To Be Changed 1", "Rejected 1"]) expect(words).toContain(text);
  await storedImport(file, { kind: "customer" });
  const list = await read(`${LIST}?sort=name`);
  for (const text of ["Ann Lee-Smith", "Bob", "bob@example.com, 1 more"]) expect(list).toContain(text);
  const csv = await (await get("/admin/export/customers.csv")).text();
  expect(csv).toContain("Tax Exempt Number");
  expect(csv).toContain("T-1");
});

test("earlier requests can be stopped and go on", async () => {
  // A site whose records went with another test has no row.
  await site.db.deleteFrom("earlierRequests").execute();
  await site.db.insertInto("earlierRequests").values({ requestTable: "partRequests", total: 3 }).execute();
  const page = `${LIST}/matching`;
  expect(await read(page)).toContain("Looked at 0 of 3 requests.");
  expect((await post(page, { intent: "stop" })).headers.get("Location")).toBe(page);
  expect(await read(page)).toContain("Stopped.");
  await post(page, { intent: "go-on" });
  expect(await read(page)).toContain("The site is finding the customers of earlier requests.");
  expect((await post(page, { intent: "dance" })).status).toBe(400);
  await site.db.updateTable("earlierRequests").set({ total: 0 }).execute();
});

test("a percentage may be typed with its sign", async () => {
  const form = fieldsOf(await (await get(`${LIST}/new`)).text(), "record-form");
  const added = await post(`${LIST}/new`, { ...form, name: "Al's Garage", wholesalePercent: "80 %" });
  expect(added.status).toBe(303);
  expect((await recordsOf(site, "customers"))[0]).toMatchObject({ wholesalePercent: 80 });
  const wrong = await post(`${LIST}/new`, { ...form, name: "Bo's Garage", wholesalePercent: "180%" });
  expect(await textOf(wrong)).toContain("Please enter a percentage from 1 to 100");
});

test("a sale and a request are begun from a customer's page, with what is known of them", async () => {
  const { customer } = await requestOf({ name: "Ann Lee", phone: "5555550133", email: "ann@example.net" });
  const html = await (await get(`${LIST}/${customer}`)).text();
  const linkTo = (label: string) =>
    new RegExp(`href="([^"]+)"[^>]*>(?:<svg(?:(?!</svg>).)*</svg>)? *(?:<!-- -->)*${label}<`)
      .exec(html)?.[1]
      ?.replaceAll("&amp;", "&") ?? "";
  expect(linkTo("New Sale")).toBe(`/admin/sales/new?customer=${customer}`);
  expect(await read(linkTo("New Sale"))).toContain("Ann Lee");
  const request = await (await get(linkTo("New Request"))).text();
  for (const known of ["Ann Lee", "(555) 555-0133", "ann@example.net"])
    expect(request).toContain(`value="${known}"`);
  const nameOnly = await namedCustomer("Nora Nameonly");
  expect(await read(`${LIST}/${nameOnly}`)).toContain("New Sale");
  expect(await read(`${LIST}/${nameOnly}`)).not.toContain("New Request");
});
