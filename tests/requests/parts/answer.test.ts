import { beforeAll, beforeEach, expect, test } from "vitest";
import { sendDueMail } from "~/mail/send.server";
import { endHolds } from "~/parts/actions.server";
import { customerKey } from "~/requests/customer-link.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { markSpam, updateRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { recordsOf } from "../../support/api";
import { shelfPart } from "../../support/builders";
import { mailServer as server } from "../../support/mail-server";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Fields, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

const PARTS = "/admin/parts-requests";
const RADIATOR = { entryId: "radiator", year: 2003, make: "Honda", model: "Accord", mileage: 50_000 };

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  for (const table of ["outbox", "partRequests", "parts", "idempotencyKeys"] as const)
    await site.db.deleteFrom(table).execute();
  server.mails.length = 0;
});

const html = async (path: string, jar = cookie) =>
  (await site.fetch(path, { headers: { Cookie: jar } })).text();
const page = async (path: string) => textOf(new Response(await html(path)));
const stored = async (id: string) => (await recordsOf(site, "parts")).find(({ _id }) => _id === id);
const theRequest = async () => (await recordsOf(site, "part-requests"))[0];
async function expectFree(id: string) {
  const part = await stored(id);
  expect([part.status, part.heldFor, part.heldUntil]).toEqual(["Available", undefined, undefined]);
}

async function post(path: string, fields: Fields) {
  const answer = await site.form(path, fields, { cookie });
  const to = answer.headers.get("Location") ?? "";
  const said = to ? await textOf(new Response(await html(to, cookiesOf(answer, cookie)))) : "";
  return { status: answer.status, to, said };
}
const answerWith = (id: string, partId: string, expectedVersion = "") =>
  post(`${PARTS}/${id}/part`, { part: partId, expectedVersion });

test("a request's page shows what is on the shelf for it: the same car's first, then what fits", async () => {
  const fits = { ...RADIATOR, model: "Element", fits: ["2001-2004 Honda Accord"], price: 40 };
  await shelfPart({ ...fits, stockNumber: "FITS" });
  await shelfPart({ ...RADIATOR, stockNumber: "DEAR", price: 95, location: "R1-S2" });
  await shelfPart({ ...RADIATOR, stockNumber: "CHEAP", price: 85 });
  await shelfPart({ ...RADIATOR, stockNumber: "HELD", price: 60, status: "On hold", heldFor: "Bob" });
  await shelfPart({ ...RADIATOR, stockNumber: "SOLD", status: "Sold" });
  await shelfPart({ ...RADIATOR, stockNumber: "OTHER-YEAR", year: 2005 });
  await shelfPart({ ...RADIATOR, stockNumber: "OTHER-PART", entryId: "alternator" });
  const shown = await page(`${PARTS}/${await newPartRequest()}`);
  const list = /On the shelf(.*?)An answer quotes/.exec(shown)?.[1] ?? "";
  expect(
    list.match(/CHEAP|DEAR|FITS|HELD|SOLD|OTHER\S*/g)?.filter((name, at, all) => all.indexOf(name) === at),
  ).toEqual(["CHEAP", "DEAR", "HELD", "FITS", "OTHER-YEAR"]);
  expect(list).toContain("Same generation. From a 2005 Accord. Same generation (2003–2007)");
  expect(list).toContain("$95.00, Grade A, 50,000 miles, R1-S2");
  expect(list).toContain("Listed as a fit");
  expect(list).toContain("Held for Bob");
  expect(list.match(/Answer with this part/g)).toHaveLength(4);
});

test("an open row of the list shows the same matches, and one that script opens asks for them", async () => {
  await shelfPart({ ...RADIATOR, stockNumber: "CHEAP", price: 85 });
  const id = await newPartRequest();
  expect(await page(`${PARTS}?open=${id}`)).toMatch(/On the shelf CHEAP .*Answer with this part CHEAP/);
  expect(await page(PARTS)).not.toContain("CHEAP");
  const found = await site.fetch(`${PARTS}/${id}/stock`, { headers: { Cookie: cookie } });
  expect(await found.json()).toMatchObject({ shelf: { parts: [{ stockNumber: "CHEAP" }] }, donors: [] });
  expect((await site.fetch(`${PARTS}/${id}x/stock`, { headers: { Cookie: cookie } })).status).toBe(404);
});

test.each([
  ["cancelled", (id: string) => updateRequest(PART_REQUESTS, id, { status: "cancelled" })],
  ["spam", (id: string) => markSpam(PART_REQUESTS, id, true)],
])("a request that is %s is answered with no part: nothing would let it go again", async (_, end) => {
  const { _id } = await shelfPart({ ...RADIATOR, stockNumber: "D-77-2", price: 85 });
  const id = await newPartRequest();
  await as({ now: new Date() }, () => end(id));
  const shown = await page(`${PARTS}/${id}`);
  expect(shown).toContain("On the shelf D-77-2");
  expect(shown).not.toContain("Answer with this part");
  const answered = await answerWith(id, _id);
  expect(answered.said).toContain("The request is cancelled, or marked as spam. Change that first.");
  expect(await stored(_id)).toMatchObject({ status: "Available" });
});

test("an answer with a part quotes it, holds it for 48 hours, and tells the customer by mail and on their page", async () => {
  const { _id } = await shelfPart({
    ...RADIATOR,
    stockNumber: "D-77-1",
    price: 85,
    warranty: "90-day parts warranty",
  });
  const id = await newPartRequest({}, { email: "ann@example.com" });
  const reference = `PR-${id.slice(-6)}`;
  const answered = await answerWith(id, _id);
  expect(answered.status).toBe(303);
  expect(answered.to).toContain(`${PARTS}/${id}/answer?about=quoted`);
  expect(answered.said).toContain("D-77-1 is held for 48 hours");

  const row = await stored(_id);
  expect(row).toMatchObject({ status: "On hold", heldFor: reference });
  const hours = (Date.parse(row.heldUntil) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(48);
  expect(await page(`${PARTS}/${id}`)).toContain("Hold for 48 hours from now");
  expect(await theRequest()).toMatchObject({
    status: "quoted",
    quote: { price: 85, warranty: "90-day parts warranty", validUntil: expect.any(String) },
  });

  const draft = await html(answered.to);
  const field = (name: string) =>
    new RegExp(`name="${name}"[^>]*value="([^"]*)"|value="([^"]*)"[^>]*name="${name}"`)
      .exec(draft)
      ?.slice(1)
      .find(Boolean) ?? "";
  const text = /<textarea[^>]*>\n?([\s\S]*?)<\/textarea>/.exec(draft)?.[1] ?? "";
  expect(text).toContain(
    "We have it on the shelf: 2003 Honda Accord Radiator, stock number D-77-1, 50,000 miles, grade A (best used grade).",
  );
  expect(text).toContain(
    "Price: $85.00\nWarranty: 90-day parts warranty\n\nWe&#x27;re holding it for you until ",
  );
  const form = {
    subject: "Your radiator",
    text: text.replaceAll("&#x27;", "'"),
    key: field("key"),
    expectedVersion: field("expectedVersion"),
  };
  await post(answered.to, form);
  await sendDueMail(new Date());
  expect(server.mails[0]?.text).toContain("We're holding it for you until ");

  const link = customerKey({ prefix: "PR", id }, new Date());
  const theirs = await page(`/your-request?key=${link}`);
  expect(theirs).toContain("$85.00");
  expect(theirs).toContain("2003 Honda Accord Radiator, stock number D-77-1");
  expect(theirs).toContain("We're holding it for you until");
  expect(await page(`${PARTS}/${id}`)).toContain(`Held for ${reference} until`);

  // The hold ends by itself; the quote stays.
  await endHolds(new Date(Date.now() + 49 * 3_600_000));
  await expectFree(_id);
  expect(await page(`/your-request?key=${link}`)).not.toContain("We're holding it");
});

test("another part in its place releases the first one", async () => {
  const [first, second] = [
    await shelfPart({ ...RADIATOR, price: 85 }),
    await shelfPart({ ...RADIATOR, price: 95 }),
  ];
  const id = await newPartRequest();
  await answerWith(id, first._id);
  await answerWith(id, second._id, (await theRequest()).quote.quotedAt);
  expect([(await stored(first._id)).status, (await stored(second._id)).status]).toEqual([
    "Available",
    "On hold",
  ]);
});

test("nothing is answered with a part that is sold, has no price, or beside a quote that nobody has seen", async () => {
  const sold = await shelfPart({ ...RADIATOR, status: "Sold" });
  const unpriced = await shelfPart({ ...RADIATOR, price: undefined });
  const free = await shelfPart({ ...RADIATOR });
  const id = await newPartRequest();
  expect((await answerWith(id, sold._id)).said).toContain("Someone has sold or held that part");
  expect((await answerWith(id, unpriced._id)).said).toContain("That part has no price");
  expect((await answerWith(id, free._id, "2026-01-01T00:00:00.000Z")).said).toContain(
    "Someone has quoted a price",
  );
  expect(await stored(free._id)).toMatchObject({ status: "Available" });
  expect(await theRequest()).not.toHaveProperty("quote");
});

test.each<[string, (id: string) => Promise<unknown>]>([
  [
    "cancelled",
    (id) => post(`${PARTS}/${id}`, { intent: "status", status: "cancelled", expectedVersion: "quoted" }),
  ],
  ["deleted", (id) => post(`${PARTS}/${id}`, { intent: "delete" })],
  ["marked as spam", (id) => post(`${PARTS}/${id}`, { intent: "spam" })],
  [
    "withdrawn by the customer",
    (id) =>
      site.form(`/your-request?key=${customerKey({ prefix: "PR", id }, new Date())}`, { intent: "withdraw" }),
  ],
])("the part of a request that is %s is available again", async (_name, end) => {
  const { _id } = await shelfPart({ ...RADIATOR });
  const id = await newPartRequest();
  await answerWith(id, _id);
  expect((await stored(_id)).status).toBe("On hold");
  await end(id);
  await expectFree(_id);
});

test("requests whose references end alike keep their own parts", async () => {
  const [mine, theirs] = [await shelfPart({ ...RADIATOR }), await shelfPart({ ...RADIATOR, price: 95 })];
  const [id, made] = [await newPartRequest(), await newPartRequest()];
  const other = made.slice(0, -6) + id.slice(-6);
  await site.db.updateTable("partRequests").set({ id: other }).where("id", "=", made).execute();
  await answerWith(id, mine._id);
  await answerWith(other, theirs._id);
  expect([(await stored(mine._id)).status, (await stored(theirs._id)).status]).toEqual([
    "On hold",
    "On hold",
  ]);
  const said = await page(`/your-request?key=${customerKey({ prefix: "PR", id }, new Date())}`);
  expect(said).toContain(mine.stockNumber);
  await post(`${PARTS}/${other}`, { intent: "delete" });
  expect([(await stored(mine._id)).status, (await stored(theirs._id)).status]).toEqual([
    "On hold",
    "Available",
  ]);
});
