import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/browser";
import { shelfPart } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { newPartRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  const asked = { component: "Transmission", additionalInfo: "Slips in third gear." };
  await newPartRequest(asked, { name: "Dave Miller", phone: "(555) 867-0142" });
  await newPartRequest();
  await shelfPart({ stockNumber: "H2001-3" });
});

const FIELD = { name: "Search everything" };

it("by keyboard, Dave is found by the last four digits of his number, and again as what was opened last", async () => {
  const { page, problems } = await visitAsStaff(browser, site);
  await page.goto(`${site.url}/admin`);
  const field = page.getByRole("combobox", FIELD);
  await field.waitFor();
  await page.keyboard.press("/");
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.keyboard.type("0142");
  const option = page.getByRole("option", { name: /^Dave Miller.*Customers/ });
  await option.waitFor();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => option.getAttribute("aria-selected")).toBe("true");
  expect(await field.getAttribute("aria-activedescendant")).toBe(await option.getAttribute("id"));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/customers\/\w+$/);
  await page.getByRole("heading", { name: "Dave Miller", level: 1 }).waitFor();
  await expect.poll(() => page.getByRole("option").count()).toBe(0);

  await field.focus();
  await page.getByRole("option", { name: /^Dave Miller/ }).waitFor();
  // A slash in a text is a slash.
  await page.keyboard.type("/");
  expect(await field.inputValue()).toBe("/");
  await field.fill("");
  await page.getByRole("option", { name: /^Dave Miller/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => page.getByRole("option").count()).toBe(0);
  await page.keyboard.type("transmission");
  await page.getByRole("option", { name: /^Dave Miller.*Parts Requests/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Parts Requests" }).waitFor();
  expect(new URL(page.url()).search).toBe("?q=transmission");
  expect(problems).toEqual([]);
});

it("a search that gets no suggestions still opens the one record that is named", async () => {
  const { page } = await visitAsStaff(browser, site);
  await page.route(/search\.data.*suggest/, (route) => route.abort());
  await page.goto(`${site.url}/admin`);
  const field = page.getByRole("combobox", FIELD);
  await field.fill("h2001-3");
  await field.press("Enter");
  await page.getByRole("heading", { name: "Alternator" }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/admin\/parts\/\w+$/);
});

it("without script, on a phone, Dave is found in one search", async () => {
  const { page } = await visitAsStaff(browser, site, { script: false, width: 390, height: 844 });
  await page.goto(`${site.url}/admin`);
  const shortcuts = page.getByRole("navigation", { name: "Shortcuts" });
  await shortcuts.getByRole("link", { name: "Search" }).click();
  await page.getByRole("heading", { name: "Search", level: 1 }).waitFor();
  await page.getByLabel(FIELD.name).fill("0142");
  await page.getByLabel(FIELD.name).press("Enter");
  await page.waitForURL(/\/admin\/customers\/\w+$/);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Dave Miller");
});
