import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { customerKey } from "~/requests/customer-link.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { changeStatus, deleteRequest, markSpam, quotePart, updateRequest } from "~/requests/work.server";
import { as } from "../../support/act";
import { recordsOf } from "../../support/api";
import { withoutTables } from "../../support/database";
import { newPartRequest } from "../../support/requests";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
/** A part request that was just sent, and the path of its customer's page. */
let id: string;
let page: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("partRequests").execute();
  await site.db.deleteFrom("idempotencyKeys").execute();
  id = await newPartRequest({}, {}, new Date());
  page = pathOf(customerKey({ prefix: "PR", id }, new Date()));
});

const pathOf = (key: string) => `/your-request?key=${key}`;
const by = () => ({ username: "marta", now: new Date() });
const words = async (path = page) => textOf(await site.fetch(path));
const notes = async () => (await recordsOf(site, "part-requests"))[0].notes;
const write = (content: string, others: Record<string, string> = {}) =>
  site.form(page, { intent: "message", idempotencyKey: content, content, ...others });
const withdraw = () => site.form(page, { intent: "withdraw" });

describe("a customer's page", () => {
  test("shows the request, its state and how to reach us", async () => {
    const text = await words();
    for (const said of [
      "Your part request",
      `PR-${id.slice(-6)}`,
      "We have your request and will get back to you.",
      "You'll hear from us by",
      "2003 Honda Accord",
      "Radiators & Coolers - Radiator",
      "Needed by Friday.",
      "(555) 555-0142",
    ])
      expect(text).toContain(said);
    expect(text).not.toContain("Your Quote");
    expect(text).toMatch(/What You Sent Us .*Add a Message/);
  });

  test("shows the quote, and nothing that staff noted", async () => {
    const quote = { price: 89.5, warranty: "90 days", validUntil: undefined };
    await as(by(), () => quotePart(id, quote, { expectedVersion: null }));
    await as(by(), () => updateRequest(PART_REQUESTS, id, { notes: [{ content: "Haggles." }] }));
    const html = await (await site.fetch(page)).text();
    expect(html).toContain("We've quoted you a price. Call us to go ahead.".replace("'", "&#x27;"));
    expect(html).toContain("$89.50");
    expect(html).toContain("Warranty: <!-- -->90 days");
    expect(html).not.toMatch(/Haggles|marta|assignee|spamAt/);
  });

  test.each([
    ["the page", (path: string) => site.fetch(path), 200],
    ["its data", (path: string) => site.fetch(path.replace("?", ".data?")), 200],
    ["a form that comes back", (path: string) => site.form(path, { intent: "message" }), 400],
    ["a form that is applied", (path: string) => site.form(path, { intent: "withdraw" }), 303],
    ["a form that asks for nothing known", (path: string) => site.form(path, { intent: "delete" }), 400],
    ["a bad key", () => site.fetch(pathOf("x")), 404],
    ["no key", () => site.fetch("/your-request"), 404],
    ["another spelling of its path", (path: string) => site.fetch(path.replace("your", "%79our")), 200],
    ["a method that it does not take", (path: string) => site.fetch(path, { method: "DELETE" }), 415],
  ])("is stored by nobody, indexed by nobody and named to nobody: %s", async (_what, ask, status) => {
    const answer = await ask(page);
    const { headers } = answer;
    expect([answer.status, headers.get("Cache-Control"), headers.get("X-Robots-Tag")]).toEqual([
      status,
      "private, no-store",
      "noindex",
    ]);
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("ETag")).toBeNull();
  });

  test("says the same where its data cannot be read", async () => {
    await withoutTables(["partRequests"], async () => {
      const answer = await site.fetch(page);
      expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([500, "private, no-store"]);
      expect(answer.headers.get("Referrer-Policy")).toBe("same-origin");
      const form = await write("Any news?");
      expect([form.status, await form.text()]).toEqual([500, expect.not.stringContaining("no such table")]);
    });
  });

  test("is marked for crawlers in its HTML too, and loads nothing from elsewhere", async () => {
    const html = await (await site.fetch(page)).text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(html).not.toMatch(/canonical|og:|ld\+json|<iframe|<img/);
    expect(html).not.toMatch(/(src|action)="https?:/);
    expect(await (await site.fetch("/sitemap.xml")).text()).not.toContain("your-request");
  });

  test("gives the same answer to every key that opens nothing", async () => {
    const good = page.split("key=")[1] ?? "";
    const old = customerKey({ prefix: "PR", id }, new Date(Date.now() - 31 * 86_400_000));
    const answers = [];
    for (const key of [
      "",
      "x",
      `${good}x`,
      good.replace("PR.", "RR."),
      old,
      good.replace(id, id.slice(0, -1) + (id.endsWith("0") ? "1" : "0")),
    ])
      answers.push(await (await site.fetch(pathOf(key))).text());
    await as(by(), () => deleteRequest(PART_REQUESTS, id));
    answers.push(await (await site.fetch(page)).text());
    const bodies = answers.map((html) => /<main[\s\S]*<\/main>/.exec(html)?.[0]);
    expect(bodies[0]).toContain("This link doesn&#x27;t open a request");
    expect(bodies[0]).toContain("give your reference");
    expect(new Set(bodies).size).toBe(1);
    for (const html of answers) expect(html).not.toContain(id.slice(-6));
  });

  test("looks the same to whoever sent spam", async () => {
    const before = await words();
    await as(by(), () => markSpam(PART_REQUESTS, id, true));
    expect(await words()).toBe(before);
    expect((await write("Buy now")).status).toBe(303);
  });
});

describe("a message, without script", () => {
  test("is added, shown back, and marked as the customer's to staff and in the API", async () => {
    const answer = await write("Left side,\n<b>please</b>");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
    const after = await site.fetch(page, { headers: { Cookie: cookiesOf(answer) } });
    const html = await after.clone().text();
    expect(html).toContain("Left side,\n&lt;b&gt;please&lt;/b&gt;");
    expect(await textOf(after)).toContain("We got your message");
    expect(await notes()).toMatchObject([{ content: "Left side,\n<b>please</b>", from: "customer" }]);

    const { cookie } = await signedIn();
    const sheet = await textOf(
      await site.fetch(`/admin/parts-requests/${id}`, { headers: { Cookie: cookie } }),
    );
    expect(sheet).toMatch(/Conversation From the customer .{10,30} Left side, <b>please<\/b>/);
    expect(sheet).toContain("Last change: Customer,");
    expect(sheet).toContain("Due ");
    const list = async () =>
      textOf(await site.fetch("/admin/parts-requests", { headers: { Cookie: cookie } }));
    expect(await list()).toContain("New message");
    const today = async () => textOf(await site.fetch("/admin/today", { headers: { Cookie: cookie } }));
    expect(await today()).toContain("1 with a new message in Parts Requests");
    const filter = "/admin/parts-requests?show=message";
    const filtered = async () => textOf(await site.fetch(filter, { headers: { Cookie: cookie } }));
    expect(await filtered()).toContain("New message");
    await as(by(), () =>
      changeStatus(PART_REQUESTS, id, { status: "processing", expectedVersion: "pending" }),
    );
    expect(await list()).not.toContain("New message");
    expect(await today()).not.toContain("new message");
    expect(await filtered()).toContain("No requests match");
  });

  test("sent twice is one", async () => {
    const both = await Promise.all([write("Any news?"), write("Any news?")]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await notes()).toHaveLength(1);
  });

  test("that is wrong comes back with everything that was typed", async () => {
    const long = "n".repeat(2001);
    for (const [fields, said] of [
      [{ content: " " }, "Please write your message"],
      [{ content: long }, "Please use at most 2,000 characters"],
      [{ content: "Buy", [HONEYPOT_NAME]: "x" }, "This looked like an automated message"],
    ] as const) {
      const answer = await write("", fields);
      const html = await answer.clone().text();
      expect([answer.status, await textOf(answer)]).toEqual([400, expect.stringContaining(said)]);
      expect(html).toContain(`${fields.content.trim()}</textarea>`);
    }
    expect(await notes()).toEqual([]);
  });

  test("to a request that was cancelled or deleted meanwhile is not lost", async () => {
    await as(by(), () => updateRequest(PART_REQUESTS, id, { status: "cancelled" }));
    const cancelled = await write("Still need it");
    const html = await cancelled.clone().text();
    expect([cancelled.status, await textOf(cancelled)]).toEqual([
      409,
      expect.stringContaining("This request is closed, so your message wasn't sent."),
    ]);
    expect(html).toContain("Still need it</textarea>");
    await as(by(), () => deleteRequest(PART_REQUESTS, id));
    const deleted = await write("Still need it!");
    expect([deleted.status, await textOf(deleted)]).toEqual([
      404,
      expect.stringContaining("Your message wasn't sent: Still need it!"),
    ]);
  });

  test("from another site is refused", async () => {
    const fields = { intent: "message", content: "Forged" };
    const answer = await site.form(page, fields, { headers: { Origin: "https://evil.example" } });
    expect(answer.status).toBe(403);
    expect(await notes()).toEqual([]);
  });
});

describe("withdrawing, without script", () => {
  test("asks first, then says so on the page, which has no more forms", async () => {
    const link = /href="(\/your-request\?[^"]+ask=withdraw)"/.exec(
      await (await site.fetch(page)).text(),
    )?.[1];
    const asked = await site.fetch((link ?? "").replaceAll("&amp;", "&"));
    const question = await asked.clone().text();
    expect(await textOf(asked)).toContain(`Withdraw request PR-${id.slice(-6)}?`);
    expect(question).toContain(`action="${page.replaceAll("&", "&amp;")}"`);

    const answer = await withdraw();
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, page]);
    const html = await (await site.fetch(page)).text();
    expect(html).toContain("You withdrew this request");
    expect(html).not.toContain("<form");
    expect((await withdraw()).status).toBe(303);
    expect(await notes()).toMatchObject([{ content: "Withdrawn by the customer", from: "customer" }]);
    expect(await words(`${page}&ask=withdraw`)).toContain("You withdrew this request");

    const { cookie } = await signedIn();
    const get = async (path: string) => textOf(await site.fetch(path, { headers: { Cookie: cookie } }));
    expect(await get(`/admin/parts-requests/${id}`)).toMatch(/Cancelled.*Withdrawn by the customer/);
    expect(await get("/admin/parts-requests?show=new")).not.toContain(`PR-${id.slice(-6)}`);
  });

  test("is refused once the request is done", async () => {
    await as(by(), () => updateRequest(PART_REQUESTS, id, { status: "fulfilled" }));
    expect(await words()).not.toContain("Withdraw");
    const answer = await withdraw();
    expect([answer.status, await textOf(answer)]).toEqual([
      409,
      expect.stringContaining("This request can't be withdrawn anymore. Please call us."),
    ]);
  });
});

// Last, since it uses up what this address may send.
test("one address sends no more messages than a person would", async () => {
  let answer = await write("0");
  for (let sent = 1; sent < 40 && answer.status !== 429; sent++) answer = await write(`${sent}`);
  expect([answer.status, Number(answer.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect(await answer.text()).toContain("Too many requests from your connection");
  const refused = await withdraw();
  expect([refused.status, await textOf(refused)]).toEqual([
    429,
    expect.stringContaining("Not withdrawn Too many requests"),
  ]);
});
