import { parse } from "node-html-parser";
import { beforeAll, describe, expect, it, test } from "vitest";
import { COLLECTIONS } from "~/collections";
import { REQUEST_KINDS } from "~/requests/kinds";
import { type Samples, STAFF_STATES, storeSamples } from "../../support/every-page";
import { namedCustomer, saleOnAccount } from "../../support/sales";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let samples: Samples;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  samples = await storeSamples(site);
  ({ cookie } = await signedIn());
});

const get = (path: string, more = "") => site.fetch(path, { headers: { Cookie: `${cookie}${more}` } });
const html = async (path: string, more?: string) => parse(await (await get(path, more)).text());

/** Every list of staff. */
const LISTS = [...COLLECTIONS.map(({ list }) => list.path), ...REQUEST_KINDS.map(({ path }) => path)];

test.each(STAFF_STATES)(
  "from %s every list, and every other page of the frame, is one tap in the menu",
  async (_name, path) => {
    const page = await html(path(samples));
    const menu = page.querySelector("nav#staff-menu");
    const links = new Set(menu?.querySelectorAll("a").map((link) => link.getAttribute("href")));
    for (const list of LISTS) expect(links, list).toContain(list);
    // The menu opens without script.
    for (const id of ["staff-menu", "staff-new"])
      expect(page.querySelector(`.bottom-bar button[popovertarget="${id}"]`), id).not.toBeNull();
  },
);

describe("the frame", () => {
  it("leads to pages that exist alone", async () => {
    const page = await html("/admin");
    const links = page
      .querySelectorAll("#staff-menu a, #staff-new a, .bottom-bar a")
      .map((link) => link.getAttribute("href"));
    expect(links.length).toBeGreaterThan(20);
    for (const link of new Set(links)) expect((await get(link ?? "")).status, link).toBe(200);
  });

  it("marks where somebody is: the page itself, or the list of its record", async () => {
    const marked = async (path: string) => {
      const [link, ...others] = (await html(path)).querySelectorAll("#staff-menu [aria-current]");
      expect(others, path).toEqual([]);
      return [link?.getAttribute("aria-current"), link?.text.replace("2 waiting", "").trim()];
    };
    expect(await marked("/admin")).toEqual(["page", "Dismantled vehicles"]);
    expect(await marked("/admin/today")).toEqual(["page", "Today"]);
    expect(await marked("/admin/parts/ebay")).toEqual(["page", "eBay"]);
    expect(await marked("/admin/parts?status=On+hold")).toEqual(["page", "Holds"]);
    expect(await marked(`/admin/dismantled-vehicles/${samples.dismantled}/edit`)).toEqual([
      "true",
      "Dismantled vehicles",
    ]);
    expect(await marked(`/admin/parts/${samples.shelfPart}`)).toEqual(["true", "On the shelf"]);
    const customerId = await namedCustomer("Ann Reyes");
    await saleOnAccount(customerId, 50);
    expect(await marked(`/admin/sales/owed/${customerId}`)).toEqual(["true", "Owed on account"]);
    expect(await marked("/admin/account")).toEqual([undefined, undefined]);
  });

  it("offers a new one of each collection", async () => {
    const news = (await html("/admin"))
      .querySelectorAll("#staff-new a")
      .map((link) => link.getAttribute("href"));
    for (const { path, isAddedElsewhere } of COLLECTIONS)
      expect([path, news.includes(`${path}/new`)]).toEqual([path, !isAddedElsewhere]);
  });

  it("is narrow where the browser says so", async () => {
    const rail = async (more?: string) =>
      (await html("/admin", more)).querySelector("#staff-menu")?.getAttribute("class");
    expect(await rail()).not.toContain("rail--narrow");
    expect(await rail("; narrow-rail=1")).toContain("rail--narrow");
  });

  it("stays around an error, and is nothing for strangers", async () => {
    const missing = await get("/admin/nowhere");
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('id="staff-menu"');
    expect(await (await site.fetch("/parts")).text()).not.toContain("staff-menu");
  });
});

describe("a list that is no tab", () => {
  it.each([
    ["/admin/parts", "Parts on the Shelf"],
    ["/admin/vehicle-inquiries", "Vehicle Inquiries"],
    ["/admin/offered-cars", "Cars Offered"],
  ])("has its own title: %s", async (path, title) => {
    const page = await html(path);
    expect(page.querySelectorAll("h1").map(({ text }) => text)).toEqual([title]);
    expect(page.querySelector(".tabs")).toBeNull();
  });
});

test("a count stands beside a tab, not in its name", async () => {
  const tab = (await html("/admin")).querySelector('.tabs a[href="/admin/parts-requests"]');
  expect(tab?.text).toBe("Parts Requests");
});

test("spam of every kind stands on one page, and leads to its request and its list", async () => {
  expect(await textOf(await get("/admin/spam"))).toContain("There is no spam.");
  const request = `/admin/repair-requests/${samples.repair}`;
  await site.form(request, { intent: "spam" }, { cookie });
  const page = await html("/admin/spam");
  const links = page.querySelectorAll("main a").map((link) => link.getAttribute("href"));
  expect(links).toEqual([request, "/admin/repair-requests?show=spam"]);
  await site.form(request, { intent: "not-spam" }, { cookie });
  expect(await textOf(await get("/admin/spam"))).toContain("There is no spam.");
});

test("a record's page leads back to its list as it was, and to what can be done with it", async () => {
  const list = "/admin/parts?status=Available&page=1";
  const from = `?${new URLSearchParams({ from: list })}`;
  for (const path of [`/admin/parts/${samples.shelfPart}`, `/admin/parts/${samples.shelfPart}/edit`]) {
    const page = await html(path + from);
    const back = page.querySelector('nav[aria-label="Back"] a');
    expect([back?.text.trim(), back?.getAttribute("href")], path).toEqual([
      "Back to Parts on the Shelf",
      list,
    ]);
  }
  const retail = await html(`/admin/retail-vehicles/${samples.forSale}`);
  expect(retail.querySelector(".record-head .badge")?.text).toBe("Sale Pending");
  const buttons = retail.querySelectorAll(".record-head .button:not(summary)");
  expect(buttons.map(({ text }) => text.trim())).toEqual(["Sell This Car"]);
  const menu = retail.querySelector(".more-menu")?.text;
  for (const other of ["Edit", "Delete"]) expect(menu).toContain(other);
});

test("what is held and ends within a day stands on Today", async () => {
  const part = `/admin/parts/${samples.shelfPart}`;
  const version = (await html(part)).querySelector("input[name=version]")?.getAttribute("value") ?? "";
  await site.form(part, { intent: "hold", hours: "24", heldFor: "Dave", version }, { cookie });
  const item = (await html("/admin/today")).querySelector(`main a[href="${part}"]`);
  expect(item?.text).toMatch(/, P?\S+ for Dave until \w{3} \d+/);
});
