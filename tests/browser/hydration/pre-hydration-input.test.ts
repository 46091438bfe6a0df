import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";
import { onSlowLine } from "../../support/slow-line";

const VIN = "1HGCM82633A004352";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  await retailVehicle({ make: "Ford", model: "Fiesta", stockNumber: "EARLY-1" });
  await retailVehicle({ make: "Kia", model: "Soul", stockNumber: "EARLY-2" });
});

const onSlow = (path: string) => onSlowLine(browser, site.url + path);

describe("what is typed before hydration is kept", () => {
  it("a whole VIN, pasted, can be sent", async () => {
    const { page, problems, load } = await onSlow("/partsrequest");
    const vin = page.getByLabel("Vehicle Identification Number (VIN)");
    await vin.fill(VIN.toLowerCase());
    await load();
    await expect.poll(() => vin.inputValue()).toBe(VIN);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Select Part" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("a VIN is saved, though nothing more is typed", async () => {
    const { page, load } = await onSlow("/partsrequest");
    const vin = page.getByLabel("Vehicle Identification Number (VIN)");
    await vin.fill(VIN);
    const saved = page.waitForRequest((request) => request.method() === "POST");
    await load();
    await saved;
    await expect
      .poll(async () => {
        await page.goto(`${site.url}/partsrequest`);
        return vin.inputValue();
      })
      .toBe(VIN);
  });

  it("and the focus stays where it was", async () => {
    const { page, problems, load } = await onSlow("/repair");
    const name = page.getByLabel("Name", { exact: true });
    await name.pressSequentially("Nora ");
    await load();
    await page.keyboard.type("Needs");
    await expect.poll(() => name.inputValue()).toBe("Nora Needs");
    expect(problems).toEqual([]);
  });

  it("a category opens its subcategories, and words find parts", async () => {
    const { page, problems, load } = await onSlow("/partsrequest");
    await page.getByLabel("Vehicle Identification Number (VIN)").fill(VIN);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("heading", { name: "Select Part" }).waitFor();
    const category = page.getByLabel("Category", { exact: true });
    const chosen = await category.locator("option").nth(2).getAttribute("value");
    await category.selectOption(chosen);
    await page
      .getByLabel(/search/i)
      .first()
      .fill("ac compressor");
    await load();
    await page.getByLabel("Subcategory", { exact: true }).waitFor();
    expect(await category.inputValue()).toBe(chosen);
    await page.getByRole("listbox", { name: "Parts found" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("a filter is applied, with the words beside it", async () => {
    const { page, problems, load } = await onSlow("/inventory");
    await page.getByLabel("Search vehicles").fill("fiesta");
    await page.getByLabel("Make").selectOption("Ford");
    await load();
    await page.waitForURL(/make=Ford/);
    expect(page.url()).toContain("q=fiesta");
    await page.locator("main", { hasText: "EARLY-1", hasNotText: "EARLY-2" }).waitFor();
    expect(problems).toEqual([]);
  });

  it("words alone stay where they were typed, and are not looked for until they are sent", async () => {
    const { page, load } = await onSlow("/inventory");
    await page.getByLabel("Search vehicles").fill("fiesta");
    await page.getByLabel("Make").focus();
    await load();
    expect(await page.getByLabel("Search vehicles").inputValue()).toBe("fiesta");
    expect(new URL(page.url()).search).toBe("");
  });

  it("how somebody wants to be reached shows its field, and no word is lost", async () => {
    const { page, problems, load } = await onSlow("/repair");
    await page.getByLabel("Name", { exact: true }).fill("Nora Needs");
    await page.getByText("Email me").click();
    await page.getByLabel("Email", { exact: true }).fill("nora@example.com");
    await load();
    await page.getByLabel("Phone", { exact: true }).waitFor({ state: "hidden" });
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Nora Needs");
    expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe("nora@example.com");
    expect(problems).toEqual([]);
  });

  it("what the browser puts back is no choice: Back shows what the address says", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/inventory`);
    await page.getByLabel("Make").focus();
    await page.getByLabel("Make").selectOption("Kia");
    await page.waitForURL(/make=Kia/);
    await page.goto(`${site.url}/about`);
    await page.goBack();
    await page.goBack();
    await expect.poll(() => page.getByLabel("Make").inputValue()).toBe("");
    expect(new URL(page.url()).search).toBe("");
  });
});
