import type { Browser, Page } from "playwright";
import { beforeAll, describe, it } from "vitest";
import { sqlite } from "~/db/connection.server";
import { expectAccessible, openBrowser, visit } from "../support/browser";
import { PUBLIC_STATES, type Samples, storeSamples } from "../support/every-page";
import { type Site, startSite } from "../support/site";

let site: Site;
let browser: Browser;
let samples: Samples;

beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  samples = await storeSamples(site);
});

describe.each([
  ["a phone in daylight", { width: 390, colorScheme: "light" as const }],
  ["a desk in the dark", { width: 1280, colorScheme: "dark" as const }],
])("on %s no violation", (_name, options) => {
  it.each(PUBLIC_STATES)("of %s", async (_page, path) => {
    const { page, context } = await visit(browser, options);
    await page.goto(site.url + path(samples));
    await expectAccessible(page);
    await context.close();
  });

  it("of a list that cannot be loaded", async () => {
    const { page, context } = await visit(browser, options);
    await page.goto(`${site.url}/inventory`, { waitUntil: "networkidle" });
    sqlite.exec("alter table retailVehicles rename to lost");
    try {
      await page.getByLabel("Search by words").fill("jetta");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { name: "Error loading vehicles" }).waitFor();
      await expectAccessible(page);
    } finally {
      sqlite.exec("alter table lost rename to retailVehicles");
    }
    await context.close();
  });

  it("of the open drawer", async () => {
    const { page } = await visit(browser, { ...options, width: 390 });
    await page.goto(site.url);
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page);
  });

  it("of the callback form with errors, and sent", async () => {
    const { page } = await visit(browser, options);
    await page.goto(`${site.url}/repair`);
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Request Callback" }).click();
    await page.getByText("Please enter your name").first().waitFor();
    await expectAccessible(page);
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page.getByLabel("Phone", { exact: false }).first().fill("5555550111");
    await page.getByRole("button", { name: "Request Callback" }).click();
    await page.getByText("Request Submitted!").first().waitFor();
    await expectAccessible(page);
  });

  it("of the data request with errors, and sent", async () => {
    const { page } = await visit(browser, { ...options, javaScriptEnabled: true });
    await page.goto(`${site.url}/partsmatrix`);
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await page.locator(".error-summary").waitFor();
    await expectAccessible(page);
    await page.getByLabel(/^E-?mail/i).fill("ann@example.com");
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await page.getByText("Request Submitted Successfully").waitFor();
    await expectAccessible(page);
  });

  it("of any step of the wizard, with errors, results and the toast at its end", async () => {
    const { page } = await visit(browser, options);
    await page.goto(`${site.url}/partsrequest`);
    await page.waitForLoadState("networkidle");
    await page.getByLabel("Vehicle Identification Number (VIN)").fill("ZZZZZZZZZZZZZZZZZ");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByLabel("Year", { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByLabel("Vehicle Identification Number (VIN)").fill("1HGCM82633A004352");
    await next(page, "Select Part");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Please select a category").first().waitFor();
    await expectAccessible(page);
    await page
      .getByLabel(/search/i)
      .first()
      .fill("mirror");
    await page.locator(".search-results button").first().waitFor();
    await expectAccessible(page);
    await page.locator(".search-results button").first().click();
    await page.getByText("Part selected successfully").waitFor();
    await expectAccessible(page);
    await next(page, "Contact Info");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Name is required").first().waitFor();
    await expectAccessible(page);
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page.getByLabel("Phone", { exact: true }).fill("5555550111");
    await page.getByLabel(/^E-?mail/i).fill("ann@example.com");
    await next(page, "Review");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Submit Request" }).click();
    await page.getByText("Part request submitted successfully!").first().waitFor();
    await expectAccessible(page);
  });
});

async function next(page: Page, step: string): Promise<void> {
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: step, level: 2 }).waitFor();
}
