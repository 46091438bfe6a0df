// @own-process: its site sends no mail

import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { type Site, startSite } from "../../support/site";

// A site without mail; with mail the data request is told in alerts/alerts.test.ts.
let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("without mail a data request is checked, answered and can be started again", async () => {
  const { page } = await visit(browser);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(request.url());
  });
  await page.clock.install();
  await page.goto(`${site.url}/partsmatrix`);
  // Sent empty, before the checks are loaded: the server says what is wrong.
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page.getByText("There is a problem").waitFor();
  posts.length = 0;
  // Only the test moves the clock from here on, however long the machine takes.
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByLabel(/^E-?mail/i).fill("ann@example.com");
  await page.getByLabel("Name", { exact: true }).fill("Ann Asker");
  await page.getByLabel("Request type").selectOption("access");
  await page.getByRole("button", { name: "Submit Request" }).click();
  const busy = page.getByRole("button", { name: "Submitting Request..." });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  await page.clock.fastForward(2_000);
  await page.getByText("Request Submitted Successfully").waitFor();
  await page
    .getByText(/30 days/)
    .first()
    .waitFor();
  await page.clock.fastForward(60_000);
  await page.getByText("You requested: Access My Data").waitFor();
  expect(await page.getByLabel("Request type").count()).toBe(0);
  await page.getByRole("button", { name: "Submit Another Request" }).click();
  await page.getByLabel(/^E-?mail/i).waitFor();
  expect(await page.locator(".error-summary, .field__error").count()).toBe(0);
  expect(await page.getByLabel(/^E-?mail/i).inputValue()).toBe("");
  expect(await page.getByLabel("Request type").inputValue()).toBe("deletion");
  expect(posts).toEqual([]);
});
