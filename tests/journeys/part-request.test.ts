import type { Browser, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../support/browser";
import { type Site, startSite } from "../support/site";

const VIN = "1HGCM82633A004352";
const SENT = "Part request submitted successfully! Our team will contact you shortly.";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
beforeEach(async () => {
  await site.db.deleteFrom("partRequests").execute();
});

const stored = () => site.db.selectFrom("partRequests").selectAll().execute();
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });
const go = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

async function openWizard(page: Page, script: boolean): Promise<void> {
  await page.goto(`${site.url}/partsrequest`);
  if (script) await page.waitForLoadState("networkidle");
}

async function giveVin(page: Page): Promise<void> {
  await page.getByLabel("Vehicle Identification Number (VIN)").fill(VIN.toLowerCase());
  await go(page);
  await heading(page, "Select Part").waitFor();
}

async function giveContact(page: Page): Promise<void> {
  await heading(page, "Contact Info").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Nora Needs");
  await page.getByLabel("Phone", { exact: true }).fill("555 555 0123");
  await page.getByLabel(/^E-?mail/i).fill("nora@example.com");
  await page.getByLabel(/^Notes/).fill("Dark blue, please");
  await go(page);
  await heading(page, "Review").waitFor();
}

describe.each([true, false])("requesting a part, with script %s", (script) => {
  it("by search: all four steps, once, however often it is sent", async () => {
    const { page, problems } = await visit(browser, { script, width: 390 });
    await openWizard(page, script);
    await giveVin(page);
    await page.getByText("2003 Honda Accord").first().waitFor();
    await page
      .getByLabel(/search/i)
      .first()
      .fill("ac compressor");
    if (!script) await page.getByRole("button", { name: "Search", exact: true }).click();
    await page.locator(".search-results button").first().click();
    if (script) await page.getByText("Part selected successfully").waitFor();
    await expect.poll(() => page.getByLabel("Category", { exact: true }).inputValue()).not.toBe("");
    await go(page);
    await giveContact(page);
    expect(await page.locator("main").textContent()).toContain("(555) 555-0123");

    const submit = page.getByRole("button", { name: "Submit Request" });
    if (script) await submit.dblclick();
    else await submit.click();
    await page.getByText(SENT).first().waitFor();
    expect(await page.locator("body").textContent()).toMatch(/PR-[0-9A-Z]{6}/);
    await heading(page, "Vehicle Info").waitFor();
    expect(await page.getByLabel("Vehicle Identification Number (VIN)").inputValue()).toBe("");
    await page.reload();
    expect(await page.getByText(SENT).count()).toBe(0);

    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      vin: VIN,
      vehicleYear: "2003",
      vehicleMake: "Honda",
      vehicleModel: "Accord",
      customerName: "Nora Needs",
      customerPhone: "(555) 555-0123",
      customerEmail: "nora@example.com",
      partAdditionalInfo: "Dark blue, please",
      status: "pending",
    });
    expect(rows[0]?.partComponent).toMatch(/compressor/i);
    expect(rows[0]?.partSystem).toBe("Engine/Accessories");
    expect(problems).toEqual([]);
  });

  it("by the menus: going back and changing an answer keeps the others", async () => {
    const { page } = await visit(browser, { script });
    await openWizard(page, script);
    await giveVin(page);
    await page.getByLabel("Category", { exact: true }).selectOption({ label: "Exterior" });
    if (!script) await page.getByRole("button", { name: "Show subcategories" }).click();
    await page.getByLabel("Subcategory").selectOption({ label: "Bumpers & Parts" });
    if (!script) await page.getByRole("button", { name: "Show parts" }).click();
    await page.getByLabel("Part", { exact: true }).selectOption({ index: 1 });
    await go(page);
    await giveContact(page);

    await page.getByRole("link", { name: /change.*name/i }).click();
    await heading(page, "Contact Info").waitFor();
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Nora Needs");
    await page.getByLabel("Name", { exact: true }).fill("Nora Newname");
    await page
      .locator("main form button[type=submit]:not([name])")
      .or(page.getByRole("button", { name: /continue|review/i }))
      .first()
      .click();
    await heading(page, "Review").waitFor();
    expect(await page.locator("main").textContent()).toContain("Nora Newname");
    await page.getByRole("button", { name: "Submit Request" }).click();
    await page.getByText(SENT).first().waitFor();
    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ customerName: "Nora Newname", partSystem: "Exterior" });
    expect(rows[0]?.partComponent).toMatch(/^Bumpers & Parts - /);
  });

  it("Back, refresh and a closed tab keep what was typed", async () => {
    const { page, context } = await visit(browser, { script });
    await openWizard(page, script);
    await giveVin(page);
    await page.goto(`${site.url}/partsrequest?step=4`);
    await heading(page, "Select Part").waitFor();
    await page.close();
    const again = await context.newPage();
    await again.goto(`${site.url}/partsrequest?step=1`);
    expect(await again.getByLabel("Vehicle Identification Number (VIN)").inputValue()).toBe(VIN);
  });

  it("a VIN that cannot be decoded does not end the request", async () => {
    const { page } = await visit(browser, { script });
    await openWizard(page, script);
    await page.getByLabel("Vehicle Identification Number (VIN)").fill("ZZZZZZZZZZZZZZZZZ");
    await go(page);
    await page
      .getByText(/All VIN decode methods failed|Could not decode essential vehicle information/)
      .first()
      .waitFor();
    await page.getByLabel("Year", { exact: true }).fill("1988");
    await page.getByLabel("Make", { exact: true }).fill("Yugo");
    await page.getByLabel("Model", { exact: true }).fill("GV");
    await go(page);
    await heading(page, "Select Part").waitFor();
    expect(await page.locator("main").textContent()).toContain("1988 Yugo GV");
  });

  it("each step names what is missing", async () => {
    const { page } = await visit(browser, { script });
    await openWizard(page, script);
    if (!script) {
      await go(page);
      await page.getByText("VIN is required").first().waitFor();
    } else {
      expect(await page.getByRole("button", { name: "Continue" }).isDisabled()).toBe(true);
    }
    await giveVin(page);
    await go(page);
    await page.getByText("Please select a category").first().waitFor();
    await page.getByLabel("Category", { exact: true }).selectOption({ label: "Engine" });
    if (!script) await page.getByRole("button", { name: "Show subcategories" }).click();
    await go(page);
    await page.getByText("Please select a subcategory").first().waitFor();
  });
});

it("with script a lost connection at the end loses nothing", async () => {
  const { page } = await visit(browser);
  await openWizard(page, true);
  await giveVin(page);
  await page
    .getByLabel(/search/i)
    .first()
    .fill("alternator");
  await page.locator(".search-results button").first().click();
  await expect.poll(() => page.getByLabel("Category", { exact: true }).inputValue()).not.toBe("");
  await go(page);
  await giveContact(page);
  await page.route("**/partsrequest.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page.getByText("Failed to submit request").first().waitFor();
  await page.getByText("Please try again or contact support if the problem persists.").first().waitFor();
  await heading(page, "Review").waitFor();
  await page.unroute("**/partsrequest.data*");
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page.getByText(SENT).first().waitFor();
  expect(await stored()).toHaveLength(1);
});

it("an empty part search says so", async () => {
  const { page } = await visit(browser);
  await openWizard(page, true);
  await giveVin(page);
  await page
    .getByLabel(/search/i)
    .first()
    .fill("zzqx");
  await page.getByText("No parts found.").first().waitFor();
});

it("on a slow line nothing is saved beside the step that is on its way", async () => {
  const { page } = await visit(browser);
  await openWizard(page, true);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await page.route("**/partsrequest.data*", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await giveVin(page);
  expect(posts).toEqual(["/partsrequest.data"]);
  await page.getByText("2003 Honda Accord").first().waitFor();
});
