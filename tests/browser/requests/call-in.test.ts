import type { Browser } from "playwright";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { expectAccessible, expectFocus, openBrowser, toast } from "../../support/browser";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
beforeEach(async () => {
  for (const table of ["partRequests", "customers", "parts", "dismantledVehicles"] as const)
    await site.db.deleteFrom(table).execute();
});

it.each([true, false])(
  "on a phone a call becomes a request, gets its matches and a quote by text, is followed up, found by four digits, and won; with script: %s",
  async (script) => {
    const car = { year: 2003, make: "Honda", model: "Accord" };
    await shelfPart({ ...car, entryId: "alternator", stockNumber: "D-77-1", price: 85 });
    await dismantledVehicle({ ...car, stockNumber: "D000777" });
    const { page } = await visitAsStaff(browser, site, { width: 390, height: 844, script });
    await page.goto(`${site.url}/admin/today`);
    await page.getByText("No requests are waiting for an answer.").waitFor();
    await page.getByRole("button", { name: "New", exact: true }).click();
    await page.getByRole("navigation", { name: "New" }).getByRole("link", { name: "Request" }).click();
    await page.getByRole("heading", { name: "New Request" }).waitFor();
    // A keyboard goes on with the page, not with the frame around it.
    if (script) await expectFocus(page.getByRole("main"));
    await page.getByLabel("Name").fill("Dave");
    await page.getByLabel("Phone").fill("5555550177");
    await page.getByLabel("What do they need?").fill("2003 accord alternator");
    if (script) await expectAccessible(page);
    await page.getByRole("button", { name: "Add Request" }).click();

    await page.getByRole("heading", { name: /^Part request PR-\w{6}$/ }).waitFor();
    await page.getByRole("heading", { name: "On the shelf" }).waitFor();
    await page.getByRole("link", { name: "2003 Honda Accord Alternator" }).waitFor();
    await page.getByRole("heading", { name: "In our yard" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    if (script) await expectAccessible(page);

    await page.getByLabel("Price in dollars").fill("85");
    await page.getByRole("button", { name: /^Save quote/ }).click();
    await toast(page, "Quote saved").waitFor();
    const text = page.getByRole("link", { name: /^Text/ });
    await expect
      .poll(async () => decodeURIComponent((await text.getAttribute("href")) ?? ""))
      .toMatch(/^sms:\+15555550177\?&body=.*Price: \$85\.00\./);

    const day = new Intl.DateTimeFormat("en-CA", { timeZone: "America/New_York" }).format(new Date());
    await page.getByLabel("Follow up on").fill(day);
    await page.getByRole("button", { name: /^Save follow-up/ }).click();
    await page.locator("header").getByText("Follow up today").waitFor();
    await page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link", { name: "Search" }).click();
    await page.getByRole("main").getByLabel("Search everything").fill("0177");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Dave", level: 1 }).waitFor();
    await page.getByRole("link", { name: /^PR-/ }).click();
    await page.getByRole("button", { name: /^Close as won/ }).click();
    await page.locator("header").getByText("Won", { exact: true }).waitFor();
    if (script) await expectAccessible(page);
  },
);
