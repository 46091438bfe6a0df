import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { COLLECTIONS } from "~/collections";
import { REQUEST_KINDS } from "~/requests/kinds";
import { openBrowser, waitForHydration } from "../../support/browser";
import { storeSamples, visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  await storeSamples(site);
});

const LISTS = [...COLLECTIONS.map(({ list }) => list.path), ...REQUEST_KINDS.map(({ path }) => path)];

describe("on a phone", () => {
  it.each([true, false])(
    "everything is behind More, and New adds from any page (script: %s)",
    async (script) => {
      const { page } = await visitAsStaff(browser, site, { width: 390, height: 844, script });
      await page.goto(`${site.url}/admin/account`);
      if (script) await waitForHydration(page);
      const menu = page.getByRole("navigation", { name: "Staff pages" });
      const more = page.getByRole("button", { name: "More", exact: true });
      await more.click();
      await menu.getByRole("link", { name: "Trash" }).click();
      await page.getByRole("heading", { name: "Trash", level: 1 }).waitFor();
      await menu.waitFor({ state: "hidden" });
      await more.click();
      await page.keyboard.press("Escape");
      await menu.waitFor({ state: "hidden" });
      await page.getByRole("button", { name: "New", exact: true }).click();
      await page
        .getByRole("navigation", { name: "New" })
        .getByRole("link", { name: "Part", exact: true })
        .click();
      await page.getByRole("heading", { name: "Add New Part" }).waitFor();
      await page.getByRole("navigation", { name: "Shortcuts" }).getByRole("link", { name: "Today" }).click();
      await page.getByRole("heading", { name: "Today", level: 1 }).waitFor();
    },
  );

  it("each list begins above 240 pixels", async () => {
    const { page } = await visitAsStaff(browser, site, { width: 390, height: 844 });
    for (const list of LISTS) {
      await page.goto(site.url + list);
      await page.getByRole("timer").waitFor();
      await page.evaluate(() => document.fonts.ready.then(() => true));
      const row = await page.locator(".record-table__record, .empty-state").first().boundingBox();
      expect(row?.y, list).toBeLessThan(240);
    }
  });
});

it("a rail that is narrowed stays so, and opens over the page", async () => {
  const { page } = await visitAsStaff(browser, site, { width: 1440 });
  await page.goto(`${site.url}/admin`);
  await waitForHydration(page);
  const menu = page.getByRole("navigation", { name: "Staff pages" });
  await menu.getByRole("link", { name: "Trash" }).waitFor();
  await page.getByRole("button", { name: "Narrow menu" }).click();
  await menu.getByRole("link", { name: "Trash" }).waitFor({ state: "hidden" });
  await page.reload();
  await menu.getByRole("link", { name: "Records" }).waitFor();
  expect(await menu.getByRole("link", { name: "Trash" }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await menu.getByRole("link", { name: "Trash" }).click();
  await page.getByRole("heading", { name: "Trash", level: 1 }).waitFor();
});
