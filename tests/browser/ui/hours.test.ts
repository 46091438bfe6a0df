import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, it } from "vitest";
import { transaction } from "~/db/connection.server";
import { refreshSettings, storeSetting } from "~/settings/store.server";
import { openBrowser, visit } from "../../support/browser";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
const useFile = async () => {
  await site.db.deleteFrom("settings").execute();
  await refreshSettings();
};
afterAll(useFile);

let version = 0;
async function setHours(hours: Record<string, unknown>): Promise<void> {
  version += 1;
  const value = { hours: { weekends: "Saturdays 9 to noon", weekendsShort: "Closed Sundays", ...hours } };
  await transaction(() => storeSetting("hours", value, { version, at: new Date(), by: undefined }));
  await refreshSettings();
}

const SPLIT = {
  week: {
    monday: "8:30am to 5pm",
    tuesday: "8am to 12pm, 1pm to 5pm",
    wednesday: "8am to 5pm",
    thursday: "8am to 12pm, 1pm to 5:30pm",
    saturday: "9am to 12pm",
  },
};
const SATURDAY = {
  week: {
    ...Object.fromEntries(
      ["monday", "tuesday", "wednesday", "thursday", "friday"].map((day) => [day, "8am to 5pm"]),
    ),
    saturday: "9am to 1pm",
  },
};

it.each([
  ["that fit", SATURDAY, "Monday to Friday 8am to 5pm, Saturday 9am to 1pm. Closed Sundays."],
  ["that differ each day", SPLIT, "All Hours"],
  ["in many words", { words: "By appointment, ".repeat(12) }, "All Hours"],
])("the bar above every page is one line with hours %s", async (_which, hours, said) => {
  await setHours(hours);
  for (const width of [768, 1024, 1280, 1920]) {
    const { page } = await visit(browser, { width });
    await page.goto(`${site.url}/contact`);
    const bar = page.locator(".site-header__bar");
    if (width < 1024) {
      expect(await bar.isVisible()).toBe(false);
      continue;
    }
    const text = bar.locator(".site-header__hours");
    expect(await text.textContent()).toBe(said);
    const { lines, isWhole } = await text.evaluate((element) => ({
      lines: element.getClientRects().length,
      isWhole:
        element.scrollWidth <= element.clientWidth &&
        element.parentElement?.scrollWidth === element.parentElement?.clientWidth,
    }));
    expect([lines, isWhole], `${width} pixels`).toEqual([1, true]);
    const box = await bar.boundingBox();
    expect(box?.height).toBe(44);
    expect(await bar.evaluate((element) => element.scrollHeight)).toBe(44);
  }
});

it("hours that differ from day to day are a list by day on a phone, in the footer too", async () => {
  await setHours(SPLIT);
  const { page } = await visit(browser, { width: 390 });
  for (const path of ["/", "/contact", "/repair"]) {
    await page.goto(site.url + path);
    for (const part of ["main", "footer"]) {
      const days = await page
        .locator(part)
        .getByRole("list")
        .filter({ hasText: "Wednesday" })
        .first()
        .getByRole("listitem")
        .allTextContents();
      expect(days, `${part} of ${path}`).toEqual([
        "Monday 8:30am to 5pm",
        "Tuesday 8am to 12pm and 1pm to 5pm",
        "Wednesday 8am to 5pm",
        "Thursday 8am to 12pm and 1pm to 5:30pm",
        "Saturday 9am to 12pm",
      ]);
    }
  }
  await useFile();
  await page.goto(`${site.url}/contact`);
  expect(await page.locator("footer").textContent()).toContain("Monday to Friday 8am to 5pm");
  expect(await page.getByRole("listitem").filter({ hasText: "8am" }).count()).toBe(0);
});
