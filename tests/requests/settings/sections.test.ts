import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { SECTIONS, sectionPath } from "~/settings/sections";
import { refreshSettings } from "~/settings/store.server";
import { fieldsOf } from "../../support/form-fields";
import { type Fields, type Site, startSite, textOf } from "../../support/site";
import { expireSessions, PASSWORD, signedIn } from "../../support/staff";

const SHIPPED = JSON.parse(readFileSync("business.json", "utf8"));
const BUSINESS = "/admin/settings/business";
const TEAM = "/admin/settings/team";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  ({ cookie } = await signedIn());
  await site.db.deleteFrom("settings").execute();
  await refreshSettings();
});

const html = async (path: string) => (await site.fetch(path, { headers: { Cookie: cookie } })).text();
const words = async (path: string, as = cookie) =>
  textOf(await site.fetch(path, { headers: as ? { Cookie: as } : {} }));

const open = async (path: string) => fieldsOf(await html(path), "settings-form");
const send = (path: string, fields: Fields) => site.form(path, fields, { cookie });

test("the frame leads to the settings, which list every section", async () => {
  expect(await html("/admin/today")).toContain('href="/admin/settings"');
  const page = await words("/admin/settings");
  for (const title of ["Business", "Hours", "Team", "Repair Estimates", "Store and Feeds"])
    expect(page).toContain(title);
  expect(await html("/admin/settings")).toContain(`href="${BUSINESS}"`);
  const unknown = await site.fetch("/admin/settings/weather", { headers: { Cookie: cookie } });
  expect(unknown.status).toBe(404);
});

test("a section whose row is none that this version knows shows what counts in its place, and can be saved", async () => {
  const odd = [
    "null",
    "5",
    '{"hours":{"days":[1],"opens":2,"closes":3}}',
    '{"name":{"toString":null},"team":[5]}',
  ];
  for (const value of odd) {
    const row = { value, version: 3, updatedAt: "2026-11-24T15:00:00.000Z", updatedBy: null };
    await site.db.deleteFrom("settings").execute();
    await site.db
      .insertInto("settings")
      .values(SECTIONS.map(({ id }) => ({ ...row, section: id })))
      .execute();
    for (const { id } of SECTIONS) {
      const answer = await site.fetch(sectionPath(id), { headers: { Cookie: cookie } });
      expect([id, value, answer.status]).toEqual([id, value, 200]);
    }
    const fields = await open(BUSINESS);
    expect(fields).toMatchObject({ name: SHIPPED.name });
    const answer = await send(BUSINESS, { ...fields, name: "Harlow Salvage" });
    expect([value, answer.status]).toEqual([value, 303]);
    expect(await words("/about", "")).toContain("Harlow Salvage");
  }
});

test("a business without a pin has no map, and one with nothing to say of its weekends says nothing", async () => {
  const hours = sectionPath("hours");
  const noPin = { "coordinates.latitude": "", "coordinates.longitude": "" };
  const silent = { "hours.weekends": "", "hours.weekendsShort": "" };
  expect(await html("/contact")).toContain("openstreetmap.org/export");
  for (const [path, none] of [
    [BUSINESS, noPin],
    [hours, silent],
  ] as const)
    expect((await send(path, { ...(await open(path)), ...none })).status).toBe(303);
  for (const path of ["/", "/contact", "/repair", "/llms.txt", "/feeds/meta-catalog.csv"])
    expect(await html(path)).not.toMatch(/openstreetmap\.org\/export|undefined|GeoCoordinates/);
  expect(await words("/llms.txt")).toContain("Hours: Monday to Friday 8am to 5pm.");
  expect(await words("/contact")).toContain(SHIPPED.address.street);
});

test("nobody reads or saves settings without signing in", async () => {
  for (const answer of [await site.fetch(BUSINESS), await site.form(BUSINESS, { name: "Mine" })]) {
    expect(answer.status).toBeGreaterThanOrEqual(302);
    expect(answer.headers.get("Location")).toMatch(/^\/login\?/);
  }
  expect(await words("/about", "")).toContain(SHIPPED.name);
});

test("what is saved is on the public pages at once, cached ones included, with its line in the history", async () => {
  expect(await words("/contact", "")).toContain(SHIPPED.phone);
  const answer = await send(BUSINESS, {
    ...(await open(BUSINESS)),
    name: "Harlow Salvage",
    phone: "555.555.0177",
  });
  expect([answer.status, answer.headers.get("Location")]).toEqual([303, BUSINESS]);
  const contact = await words("/contact", "");
  expect(contact).toContain("(555) 555-0177");
  expect(contact).not.toContain(SHIPPED.phone);
  expect(await words(BUSINESS)).toContain(`Name ${SHIPPED.name} → Harlow Salvage`);
  expect(await words("/admin/history")).toContain("Harlow Salvage");
});

test("Business is saved thirty times an hour at most, since its former addresses are written to, and what was typed stays", async () => {
  const before = await open(BUSINESS);
  const save = (tagline: string) => send(BUSINESS, { ...before, tagline });
  for (let saved = 1; saved <= 30; saved++)
    expect([saved, (await save("Parts")).status]).toEqual([saved, 303]);
  const refused = await save("One more time");
  expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, expect.any(Number)]);
  const page = await refused.text();
  expect(page).toMatch(/Too many requests from your account\. Please try again in (59|60) minutes\./);
  expect(page).toContain("One more time");
  expect(await html(BUSINESS)).not.toContain("One more time");
});

test("where backups go asks for the password: a page that was left open must not copy everything elsewhere", async () => {
  const path = "/admin/settings/backups";
  const typed = { ...(await open(path)), "backups.days": "30" };
  const refused = await send(path, typed);
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("Please enter your current password"),
  ]);
  expect((await open(path))["backups.days"]).toBe("");
  expect((await send(path, { ...typed, ownPassword: PASSWORD })).status).toBe(303);
  expect((await open(path))["backups.days"]).toBe("30");
});

test("for how long a seller's ID is kept asks for the password: fewer years delete it for good", async () => {
  const path = "/admin/settings/buying";
  const before = await open(path);
  const refused = await send(path, { ...before, "buying.sellerIdYears": "1" });
  expect([refused.status, await textOf(refused)]).toEqual([
    400,
    expect.stringContaining("Please enter your current password"),
  ]);
  expect((await open(path))["buying.sellerIdYears"]).toBe(before["buying.sellerIdYears"]);
});

test("no folder is made for whoever has not typed their own password", async () => {
  const path = "/admin/settings/backups";
  const folder = join(mkdtempSync(join(tmpdir(), "yard-folder-")), "backups");
  const typed = { ...(await open(path)), "backups.folder": folder };
  const refused = await textOf(await send(path, { ...typed, "backups.days": "many" }));
  expect(refused).toContain("Days to keep a backup must be a number");
  expect(refused).toContain("Please enter your current password");
  await send(path, { ...typed, ownPassword: "not my password" });
  expect(existsSync(folder)).toBe(false);
  expect((await send(path, { ...typed, ownPassword: PASSWORD })).status).toBe(303);
  expect(existsSync(folder)).toBe(true);
});

test("a wrong value gets its sentence beside it, and nothing that was typed is lost", async () => {
  const typed = { ...(await open(BUSINESS)), phone: "0177", tagline: "Parts <and> more", "address.city": "" };
  const answer = await send(BUSINESS, typed);
  const page = await answer.clone().text();
  expect(answer.status).toBe(400);
  expect(await textOf(answer)).toContain("Phone must look like (555) 555-0142");
  expect(page).toMatch(/<p class="field__error"[^>]*>[\s\S]{0,400}City is required/);
  expect(fieldsOf(page, "settings-form")).toMatchObject({
    phone: "0177",
    tagline: "Parts <and> more",
    "address.city": "",
  });
  expect(page).toContain("<title>Error: Business");
  expect(await words("/contact", "")).toContain(SHIPPED.phone);
});

test("rows are added and removed before anything is saved", async () => {
  const first = await open(TEAM);
  const added = await (await send(TEAM, { ...first, intent: "add" })).text();
  expect(fieldsOf(added, "settings-form")).toMatchObject({ "team.4.name": "", "team.4.role": "" });
  const filled = { ...fieldsOf(added, "settings-form"), "team.4.name": "Ann Lee", "team.4.role": "Welder" };
  const removed = fieldsOf(
    await (await send(TEAM, { ...filled, intent: "remove-0" })).text(),
    "settings-form",
  );
  expect(removed).toMatchObject({ "team.0.name": SHIPPED.team[1].name, "team.3.name": "Ann Lee" });
  expect(removed).not.toHaveProperty(["team.4.name"]);
  expect(await words("/about", "")).toContain(SHIPPED.team[0].name);
  expect((await send(TEAM, removed)).status).toBe(303);
  const about = await words("/about", "");
  expect(about).toContain("Ann Lee");
  expect(about).not.toContain(SHIPPED.team[0].name);
});

test("a change is taken back from the history, unless it has changed again since", async () => {
  await send(BUSINESS, { ...(await open(BUSINESS)), phone: "(555) 555-0177" });
  const change = /name="change" value="(\d+)"/.exec(await html(BUSINESS))?.[1] ?? "";
  await send(BUSINESS, { ...(await open(BUSINESS)), phone: "(555) 555-0188" });
  await send(BUSINESS, { change, intent: "undo" });
  expect(await words("/contact", "")).toContain("(555) 555-0188");
  const newest = /name="change" value="(\d+)"/.exec(await html(BUSINESS))?.[1] ?? "";
  expect((await send(BUSINESS, { change: newest, intent: "undo" })).status).toBe(303);
  expect(await words("/contact", "")).toContain("(555) 555-0177");
  expect((await send(BUSINESS, { change: "999999", intent: "undo" })).status).toBe(404);
});

test("two people keep each other's changes, and are told of what both have changed", async () => {
  const [mine, theirs] = [await open(BUSINESS), await open(BUSINESS)];
  await send(BUSINESS, { ...theirs, phone: "(555) 555-0177" });
  expect((await send(BUSINESS, { ...mine, tagline: "Parts and more" })).status).toBe(303);
  expect(await open(BUSINESS)).toMatchObject({ phone: "(555) 555-0177", tagline: "Parts and more" });
  const answer = await send(BUSINESS, { ...mine, phone: "(555) 555-0188" });
  const page = await answer.clone().text();
  expect(answer.status).toBe(409);
  expect(await textOf(answer)).toContain("Phone: (555) 555-0177");
  expect((await send(BUSINESS, fieldsOf(page, "settings-form"))).status).toBe(303);
  expect(await open(BUSINESS)).toMatchObject({ phone: "(555) 555-0188", tagline: "Parts and more" });
});

test("a form that was sent after the session ended is back after signing in", async () => {
  const typed = { ...(await open(BUSINESS)), tagline: "Typed before lunch" };
  const { account, cookie: own } = await signedIn();
  cookie = own;
  await expireSessions(account);
  const answer = await send(BUSINESS, typed);
  const to = new URL(answer.headers.get("Location") ?? "", site.url).searchParams.get("redirectTo") ?? "";
  ({ cookie } = await signedIn(account));
  expect(await open(to)).toMatchObject({ tagline: "Typed before lunch" });
  expect(await words("/contact", "")).not.toContain("Typed before lunch");
});

test("papers, labels, feeds, the books and a quote are shown before they are saved", async () => {
  const preview = async (section: string, typed: Record<string, string>) => {
    const path = `/admin/settings/${section}`;
    expect(await words(path)).toContain("How it looks now");
    const answer = await send(path, { ...(await open(path)), ...typed, intent: "preview" });
    expect(answer.status).toBe(200);
    return textOf(answer);
  };
  const documents = await preview("documents", {
    "buyersGuide.complaints.name": "Kim Ortiz",
    "buyersGuide.complaints.phone": "555 555 0177",
    "labels.part": "avery-5160",
  });
  expect(documents).toContain("For complaints after sale: Kim Ortiz, (555) 555-0177");
  expect(documents).toContain("Label of a part D000123 2.625 × 1 in, 30 a sheet");
  const feeds = await preview("feeds", { "marketplace.name": "CarParts", "feeds.salvage": "key" });
  expect(feeds).toContain("Visit Our CarParts Store, to https://");
  expect(feeds).toContain("Salvage listings On, at the private address under Feeds");
  const books = await preview("bookkeeping", { "bookkeeping.accounts.cores": "2210 Core deposits" });
  expect(books).toContain("2210 Core deposits: Core charges, credit $20.00");
  const answers = await preview("templates", {
    "teardown.everyBody": "Front:\nRadiator",
    "teardown.pickup": "Front:\nHood Panel",
    "answers.order": "Call Kim to order.",
  });
  expect(answers).toContain("On the teardown list of a sedan, Front Radiator");
  expect(answers).toMatch(/sedan 5, .*pickup 2/);
  expect(answers).toContain("Radiator, 2003 Honda Accord. Price: $85.00 Call Kim to order. Questions?");
  expect(await words("/admin/settings/bookkeeping")).toContain("Core Deposits: Core charges, credit");
});

test("without a store no public page speaks of one, and the data request form asks for no account there", async () => {
  const pages = ["/", "/parts", "/partsrequest", "/partsmatrix", "/contact"];
  const said = async () => (await Promise.all(pages.map(html))).join();
  expect(await said()).toMatch(/ebay\.com[\s\S]*ebayUserId/);
  const path = "/admin/settings/feeds";
  const none = { "marketplace.name": "", "marketplace.storeUrl": "", "marketplace.id": "" };
  const preview = await send(path, { ...(await open(path)), ...none, intent: "preview" });
  expect(await textOf(preview)).toContain("On Shop Recycled Parts No store");
  expect((await send(path, { ...(await open(path)), ...none })).status).toBe(303);
  expect(await said()).not.toMatch(/ebay/i);
  for (const page of pages) expect(await words(page)).not.toMatch(/marketplace|\bstore\b|undefined/i);
  const sent = await site.form("/partsmatrix", {
    ...{ customerEmail: "ann@example.com", customerName: "Ann Lee", requestType: "access" },
  });
  expect(await textOf(sent)).toContain("Request Submitted Successfully");
});

test("every section can be saved as it is shipped", async () => {
  for (const section of SECTIONS) {
    const path = sectionPath(section.id);
    const answer = await send(path, { ...(await open(path)), ownPassword: PASSWORD });
    expect([section.id, answer.status]).toEqual([section.id, 303]);
  }
});

test("a section with rows has the sentences of its other fields beside them, too", async () => {
  const path = "/admin/settings/sales";
  const rate = { "salesTaxes.0.place": "Dutchess County", "salesTaxes.0.percent": "much" };
  const page = await (
    await send(path, { ...(await open(path)), ...rate, "sales.firstNumber": "many" })
  ).text();
  const errors = [...page.matchAll(/<p class="field__error"[^>]*>([\s\S]*?)<\/p>/g)].map(([, text]) => text);
  expect(errors).toEqual([
    expect.stringContaining("Number of the first sale must be a number"),
    expect.stringContaining("Percent must be a number"),
  ]);
});

test("hours say what visitors read now, and feeds are switched on here", async () => {
  expect(await words("/admin/settings/hours")).toMatch(/How it looks now .* Right now (Open now|Closed)/);
  expect(await words("/admin/settings/team")).toMatch(/How it looks now On About .*, Owner · /);
  expect(await words("/admin/settings/buying")).toMatch(
    /How it looks now The ID of .* On the bill of sale The seller owns/,
  );
  await send("/admin/settings/hours", { ...(await open("/admin/settings/hours")), answerHours: "8" });
  expect(await words("/partsrequest", "")).toContain("within 8 business hours");
  await send("/admin/settings/feeds", {
    ...(await open("/admin/settings/feeds")),
    "feeds.marketplace": "on",
  });
  expect(await open("/admin/settings/feeds")).toMatchObject({
    "feeds.marketplace": "on",
    "feeds.salvage": "off",
  });
});
