import { parse } from "node-html-parser";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { mailNewArrivals } from "~/alerts/arrivals.server";
import { HONEYPOT_NAME } from "~/http/honeypot";
import { sendDueMail } from "~/mail/send.server";
import { type StaffApi, staffApi } from "../../support/api";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { BOUNDARY, MULTIPART, sendRaw } from "../../support/multipart";
import { cookiesOf, type Site, startSite, textOf } from "../../support/site";
import type { ReceivedMail } from "../../support/smtp";
import { signedIn } from "../../support/staff";

const server = await vi.hoisted(async () => {
  const { startMailServer } = await import("../../support/smtp");
  const started = await startMailServer();
  process.env.SMTP_URL = started.url;
  process.env.MAIL_FROM = "office@yard.example";
  process.env.PUBLIC_URL = "https://yard.example";
  return started;
});

const DAY_MS = 24 * 60 * 60_000;
const FORM = { make: "Honda", model: "Accord", yearFrom: "2008", yearTo: "2012", email: "ann@example.com" };

let site: Site;
let api: StaffApi;
let staffCookie: string;
beforeAll(async () => {
  site = await startSite();
  api = await staffApi(site);
  ({ cookie: staffCookie } = await signedIn());
});
beforeEach(async () => {
  for (const table of ["outbox", "arrivalAlerts", "newArrivals", "dismantledVehicles"] as const)
    await site.db.deleteFrom(table).execute();
  server.mails.length = 0;
});
afterAll(() => server.stop());

test("a search for a part offers to tell when such a car comes in, filled in with the car", async () => {
  const found = parse(await (await site.fetch("/parts/find?q=08-12+honda+accord+alternator")).text());
  const inputs = found.querySelectorAll('form[action="/alerts"][method="post"] input');
  const typed = Object.fromEntries(
    inputs.map((input) => [input.getAttribute("name"), input.getAttribute("value")]),
  );
  expect(typed).toMatchObject({ make: "Honda", model: "Accord", yearFrom: "2008", yearTo: "2012" });
});

test("from a search without a match to the mail about a vehicle, and one click that ends it", async () => {
  await dismantledVehicle({ make: "Kia", model: "Soul" });
  const list = parse(
    await (await site.fetch("/parts?make=Honda&model=Accord&yearFrom=2008&yearTo=2012")).text(),
  );
  const form = list.querySelector('form[action="/alerts"]');
  const typed = Object.fromEntries(
    form
      ?.querySelectorAll("input")
      .map((input) => [input.getAttribute("name"), input.getAttribute("value")]) ?? [],
  );
  expect(typed).toMatchObject({ make: "Honda", model: "Accord", yearFrom: "2008", yearTo: "2012" });

  const asked = await site.form("/alerts", FORM);
  expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/alerts?sent=1"]);
  expect(await textOf(await site.fetch("/alerts?sent=1"))).toContain("Check your email");
  const [question] = await arrived(1);
  expect(question?.to).toBe(FORM.email);
  expect(question?.text).toContain("2008–2012 Honda Accord");
  const page = linkIn(question);

  // A mail scanner opens every link.
  for (let opened = 0; opened < 3; opened++) {
    const answer = await site.fetch(page);
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    expect(await textOf(answer)).toContain("Yes, tell me");
  }
  await storeByApi({ model: "Accord" });
  await mailNewArrivals(new Date());
  await arrived(1);

  const confirmed = await site.form(page, { intent: "confirm" });
  expect([confirmed.status, confirmed.headers.get("Location")]).toEqual([303, page]);
  expect(await textOf(await site.fetch(page))).toContain("Your alert is on");

  await storeByApi({ model: "Civic" });
  await storeByApi({ model: "accord", year: 2007 });
  await storeByApi({ model: "ACCORD", year: 2009, stockNumber: "P1186" });
  await mailNewArrivals(new Date());
  const [, match] = await arrived(2);
  expect(match?.header("subject")).toBe("2009 Honda ACCORD has arrived");
  expect(match?.text).toContain("P1186");
  expect(match?.header("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  const oneClick = /^<https:\/\/yard\.example(.+)>$/.exec(match?.header("list-unsubscribe") ?? "")?.[1] ?? "";
  expect(oneClick).toBe(page);
  expect(match?.html).toContain(`href="https://yard.example${page}"`);

  // As a mail service sends it: without an Origin, without a cookie.
  const ended = await site.fetch(oneClick, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect([ended.status, await stored()]).toEqual([200, 0]);
  expect(await textOf(ended)).toContain("Your alert has ended");
  await storeByApi({ model: "Accord" });
  await mailNewArrivals(new Date());
  await arrived(2);
  expect((await site.fetch(page)).status).toBe(404);
});

test("an alert that is on is had for another year by the link that asking again brings", async () => {
  const page = await askedAndConfirmed();
  // An evening at the yard, and the next day by UTC.
  const evening = new Date(Date.now() - 300 * DAY_MS);
  evening.setUTCHours(1, 30);
  const monthsAgo = evening.toISOString();
  await site.db.updateTable("arrivalAlerts").set({ askedAt: monthsAgo, confirmedAt: monthsAgo }).execute();
  await site.form("/alerts", FORM);
  const [, renewal] = await arrived(2);
  expect(renewal?.header("subject")).toBe("Renew your alert?");
  expect(linkIn(renewal)).toBe(page);
  const endsOn = async () => /ends on (\w+ \d+, \d+)/.exec(await textOf(await site.fetch(page)))?.[1];
  expect(renewal?.text).toContain(`Otherwise it ends on ${await endsOn()}`);
  const button = parse(await (await site.fetch(page)).text()).querySelector("button[value=confirm]");
  expect(button?.textContent.trim()).toBe("Renew for a year");
  const former = await endsOn();
  const day = new Date(evening.getTime() + 364 * DAY_MS);
  expect(former).toBe(day.toLocaleDateString("en-US", { dateStyle: "medium", timeZone: "UTC" }));
  expect(await textOf(await site.fetch("/admin/alerts", { headers: { Cookie: staffCookie } }))).toContain(
    `Until ${former}`,
  );
  expect((await site.form(page, { intent: "confirm" })).status).toBe(303);
  expect(await endsOn()).not.toBe(former);
});

test("the one click may come as multipart, and from a page of ours as a button", async () => {
  const first = await askedAndConfirmed();
  const body = new FormData();
  body.set("List-Unsubscribe", "One-Click");
  expect((await site.fetch(first, { method: "POST", body })).status).toBe(200);
  expect(await stored()).toBe(0);

  const second = await askedAndConfirmed("bob@example.com");
  const answer = await site.form(second, { intent: "end" });
  expect([answer.status, answer.headers.get("Location"), await stored()]).toEqual([
    303,
    "/your-alert?ended=1",
    0,
  ]);
  expect(await textOf(await site.fetch("/your-alert?ended=1"))).toContain("We've deleted it with your email");
});

test("a click that never arrives whole is given up as soon as any other form", async () => {
  const page = await askedAndConfirmed("dee@example.com");
  const headers = { "Content-Type": MULTIPART, "Content-Length": "5000" };
  const slow = sendRaw(site.url + page, { headers, body: `--${BOUNDARY}\r\n`, end: false });
  expect((await slow.answer).status).toBe(408);
});

test("a file in place of the click is refused, and so is another site's page", async () => {
  const page = await askedAndConfirmed("cem@example.com");
  const body = new FormData();
  body.set("image", new Blob(["x".repeat(1000)]), "image.png");
  expect((await site.fetch(page, { method: "POST", body })).status).toBe(400);
  const crossSite = await site.fetch(page, {
    method: "POST",
    body: new URLSearchParams({ intent: "end" }),
    headers: { Origin: "https://evil.example" },
  });
  expect([crossSite.status, await stored()]).toEqual([403, 1]);
  expect((await site.form(page, { intent: "other" })).status).toBe(400);
});

test("a link that is not ours opens nothing", async () => {
  const page = await askedAndConfirmed("dee@example.com");
  for (const path of ["/your-alert", "/your-alert?key=", `${page}x`, page.replace(/key=\w/, "key=7")]) {
    expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
    expect((await site.form(path, { intent: "end" })).status).toBe(404);
  }
  expect(await stored()).toBe(1);
});

describe("the form", () => {
  test("comes back with what is wrong and everything that was typed", async () => {
    const answer = await site.form("/alerts", { ...FORM, make: " ", yearTo: "2000", email: "ann" });
    expect(answer.status).toBe(400);
    const html = await answer.clone().text();
    for (const value of ["Accord", "2008", "2000", "ann"]) expect(html).toContain(`value="${value}"`);
    const words = await textOf(answer);
    for (const message of ["Please enter the make", "Please enter a valid email address"])
      expect(words).toContain(message);
    expect(await stored()).toBe(0);
  });

  test("filled by a robot is turned away", async () => {
    const answer = await site.form("/alerts", { ...FORM, [HONEYPOT_NAME]: "spam" });
    expect([answer.status, await stored()]).toEqual([400, 0]);
  });

  test("carries no message to whoever's address was typed", async () => {
    await site.form("/alerts", {
      ...FORM,
      make: "Win",
      model: "<b>cash</b> at www.evil.example",
      email: "eve@example.com",
    });
    const [mail] = await arrived(1);
    expect(mail?.raw).not.toContain("www.evil.example");
    expect(mail?.html).not.toContain("<b>cash");
    expect(mail?.header("subject")).toBe("Confirm your alert");
  });

  test("sends one address five messages a day, those of other forms among them", async () => {
    await site.form("/partsmatrix", {
      customerEmail: "fay@example.com",
      customerName: "Fay",
      requestType: "access",
    });
    const statuses: number[] = [];
    for (const model of ["One", "Two", "Three", "Four", "Five"]) {
      const answer = await site.form("/alerts", { ...FORM, model, email: "Fay@example.com" });
      statuses.push(answer.status);
      if (answer.status === 429) expect(await textOf(answer)).toContain("five messages today");
    }
    expect([statuses, await stored()]).toEqual([[303, 303, 303, 303, 429], 4]);
  });

  test("begins with the filters, says which fields may be empty, and its messages are ours", async () => {
    const page = parse(await (await site.fetch("/alerts?make=Ford&model=F-150&yearFrom=2010")).text());
    for (const [name, value] of Object.entries({
      make: "Ford",
      model: "F-150",
      yearFrom: "2010",
      yearTo: undefined,
    }))
      expect(page.querySelector(`input[name=${name}]`)?.getAttribute("value")).toBe(value);
    const form = page.querySelector('form[action="/alerts"]');
    expect(form?.hasAttribute("novalidate")).toBe(true);
    for (const label of form?.querySelectorAll("label[for]") ?? []) {
      const field = form?.querySelector(`#${label.getAttribute("for")}`);
      expect(field?.hasAttribute("required")).toBe(!label.textContent.includes("(optional)"));
    }
  });

  test("is one field where nothing was found, below the request form and the phone, and nowhere else", async () => {
    await dismantledVehicle();
    const search = "/parts/find?q=alternator&year=2010&make=Honda&model=Accord";
    for (const path of [search, "/parts?make=Kia&model=Soul&yearFrom=2010"]) {
      const page = parse(await (await site.fetch(path)).text());
      const main = page.querySelector("main .results");
      const form = main?.querySelector('form[action="/alerts"]');
      expect(form?.querySelectorAll("label[for]").map(({ textContent }) => textContent)).toEqual(["Email"]);
      // Then come the cars of that model, each with a link to request its part.
      const inOrder = main
        ?.querySelectorAll('a[href^="/partsrequest"].button, a[href^="tel:"].button, form[action="/alerts"]')
        .map((one) => one.getAttribute("href")?.replace(/\?.*/, "") ?? "the alert")
        .slice(0, 3);
      expect(inOrder, path).toEqual(["/partsrequest", "tel:+15555550142", "the alert"]);
    }
    const words = await textOf(await site.fetch("/parts?make=Kia&model=Soul&yearFrom=2010"));
    expect(words).toContain(
      "2010 or newer Kia Soul. We'll send a link to confirm first. Unsubscribe anytime.",
    );
    const vague = parse(await (await site.fetch("/parts?q=nothinglikethis&make=Kia")).text());
    expect(vague.querySelector('a[href="/alerts?make=Kia"]')?.textContent).toBe("Email me when one comes in");
    await shelfPart({ year: 2010 });
    const found = await (await site.fetch(search)).text();
    expect(found).toContain("Ask for This Part");
    expect(found).not.toContain("/alerts");
  });

  test("begins with the vehicle and the address of a part request that was sent", async () => {
    let cookie = "";
    const post = async (step: number, fields: Record<string, string>) => {
      const answer = await site.form(
        `/partsrequest?step=${step}`,
        { ...fields, step: String(step), intent: "continue" },
        { cookie },
      );
      cookie = cookiesOf(answer, cookie);
      return answer.headers.get("Location") ?? "";
    };
    await post(1, { vin: "1HGCM82633A004352" });
    await post(2, { categoryId: "exterior", subcategoryId: "hood", partId: "hood-latch" });
    await post(3, { name: "Jane Doe", phone: "5555550142", email: "jane@example.com" });
    const read = async (path: string) => (await site.fetch(path, { headers: { Cookie: cookie } })).text();
    const review = await read("/partsrequest?step=4");
    const hidden = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(review)?.[1] ?? "";
    const sent = await post(4, { idempotencyKey: hidden("idempotencyKey"), reviewed: hidden("reviewed") });
    const link = parse(await read(sent))
      .querySelectorAll(".sent-screen a")
      .find(({ textContent }) => textContent === "Tell me when one arrives");
    const form = parse(await read(link?.getAttribute("href") ?? "/nowhere"));
    const value = (name: string) => form.querySelector(`input[name=${name}]`)?.getAttribute("value");
    expect(["make", "model", "yearFrom", "yearTo", "email"].map(value)).toEqual([
      "Honda",
      "Accord",
      "2003",
      "2003",
      "jane@example.com",
    ]);
  });
});

test("staff see who waits for what, find a person's alerts and delete them", async () => {
  await askedAndConfirmed("gus@example.com");
  await askedAndConfirmed("hal@example.com");
  await site.form("/alerts", { ...FORM, model: "Civic", email: "ida@example.com" });
  const { cookie } = await signedIn();
  const staff = { headers: { Cookie: cookie } };
  expect(await textOf(await site.fetch("/admin/today", staff))).toContain("Arrival alerts 2 active");
  const words = await textOf(await site.fetch("/admin/alerts", staff));
  expect(words).toContain("2 × 2008–2012 Honda Accord");
  expect(words).toContain("3 alerts");
  expect(words).toMatch(/Civic Not confirmed ida@example\.com Deleted unless confirmed by/);
  const found = parse(await (await site.fetch("/admin/alerts?q=HAL@", staff)).text());
  const [id, ...others] = found
    .querySelectorAll("input[name=id]")
    .map((input) => input.getAttribute("value"));
  expect(others).toEqual([]);
  const answer = await site.form("/admin/alerts?q=HAL@", { id: id ?? "" }, { cookie });
  expect([answer.status, await stored()]).toEqual([303, 2]);
  expect(await textOf(await site.fetch("/admin/alerts?q=hal@", staff))).toContain("No alert matches.");
  expect(await textOf(await site.fetch("/admin/mail", staff))).toContain("Open the alerts");
});

/** What the server has got when everything that was queued is sent, which must be this many messages. */
async function arrived(count: number): Promise<ReceivedMail[]> {
  await sendDueMail(new Date());
  expect(server.mails).toHaveLength(count);
  return server.mails;
}

/** The path of the alert's page in a mail. */
function linkIn(mail: ReceivedMail | undefined): string {
  return /https:\/\/yard\.example(\/your-alert\?key=[\w.-]+)/.exec(mail?.text ?? "")?.[1] ?? "/nowhere";
}

async function askedAndConfirmed(email = "ann@example.com"): Promise<string> {
  await site.form("/alerts", { ...FORM, email });
  await sendDueMail(new Date());
  const page = linkIn(server.mails.at(-1));
  expect((await site.form(page, { intent: "confirm" })).status).toBe(303);
  return page;
}

let made = 0;

async function storeByApi(fields: Record<string, unknown>): Promise<void> {
  made += 1;
  const answer = await api.post("/admin/dismantled-vehicles", {
    stockNumber: `A${made}`,
    vin: `1HGCM82633A1${String(made).padStart(5, "0")}`,
    year: 2010,
    make: "Honda",
    mileage: 90_000,
    status: "Parts Available",
    dateAcquired: "2026-03-02",
    ...fields,
  });
  expect(answer.status).toBe(201);
}

/** How many alerts staff see, confirmed or not. */
async function stored(): Promise<number> {
  const words = await textOf(await site.fetch("/admin/alerts", { headers: { Cookie: staffCookie } }));
  return Number(/ (\d+) alerts?\b/.exec(words)?.[1]);
}
