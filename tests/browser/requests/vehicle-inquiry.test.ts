import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { recordsOf } from "../../support/api";
import { expectFocus, openBrowser, visit } from "../../support/browser";
import { retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("with script an inquiry is sent from the page: a slip, a lost connection, then a confirmation of its own", async () => {
  const { page, problems } = await visit(browser, { width: 390 });
  const path = vehiclePath(await retailVehicle());
  await page.goto(site.url + path);
  await page.evaluate(() => document.documentElement.setAttribute("data-same-page", ""));
  const send = page.getByRole("button", { name: "Send Inquiry" });
  await page.getByLabel("I'd like a test drive").check();
  await page.getByLabel("Email").fill("ivy@");
  await send.click();
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await expectFocus(summary);
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  expect(await page.getByLabel("Email").inputValue()).toBe("ivy@");
  await page.getByLabel("Name").fill("Ivy Quist");
  await page.getByLabel("Email").fill("ivy@example.com");

  await page.route(`**${path}`, (route) => route.abort());
  await send.click();
  await page.getByText("Please try calling us directly at (555) 555-0142").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe("Ivy Quist");
  await page.unroute(`**${path}`);

  // It was one page until then.
  expect(await page.locator("html[data-same-page]").count()).toBe(1);
  await send.click();
  const sent = page.getByRole("heading", { name: "We got your request" });
  await sent.waitFor();
  await page.getByText("What Happens Next").waitFor();
  const stored = await recordsOf(site, "vehicle-inquiries");
  expect(stored).toMatchObject([{ customerInfo: { name: "Ivy Quist" }, inquiry: { about: "test-drive" } }]);
  await expect.poll(() => page.url().startsWith(`${site.url}${path}?sent=VI.${stored[0]._id}.`)).toBe(true);
  await expect.poll(() => page.title()).not.toMatch(/^Error: /);
  // It has its own address: a reload shows the same, and Back leads to the vehicle.
  await page.reload();
  await sent.waitFor();
  // Chromium reports the refused form and the lost connection itself.
  expect(problems.filter((problem) => !problem.includes("ERR_FAILED"))).toEqual([]);
});
