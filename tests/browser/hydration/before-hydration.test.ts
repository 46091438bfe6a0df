import { beforeAll, describe, expect, it } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { openBrowser, visit } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";
import { onSlowLine } from "../../support/slow-line";

let site: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let vehicle: string;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  vehicle = vehiclePath(await retailVehicle({ stockNumber: "P-77" }));
  await dismantledVehicle({ stockNumber: "D-1" });
});

describe("a page that is only read", () => {
  it("loads one small script, which says whether we are open", async () => {
    const { page, problems } = await visit(browser);
    const scripts: string[] = [];
    page.on("response", (response) => {
      if (response.url().endsWith(".js")) scripts.push(response.url());
    });
    for (const path of [
      "/",
      "/about",
      vehicle,
      "/contact",
      "/privacy-policy",
      "/accessibility",
      "/nowhere",
    ]) {
      scripts.length = 0;
      await page.goto(site.url + path, { waitUntil: "networkidle" });
      expect([path, scripts.length]).toEqual([path, 1]);
      await page
        .locator(".open-now__text", { hasText: /^(Open now|Closed)/ })
        .first()
        .waitFor();
    }
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });

  it("leads back to the list as the visitor left it", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/inventory?q=subaru`);
    await page.locator(`main a[href="${vehicle}"]`).first().click();
    await page.waitForURL(site.url + vehicle);
    await page.getByRole("link", { name: "Back to Inventory" }).click();
    await page.waitForURL(`${site.url}/inventory?q=subaru`);
  });
});

describe("a page with a form that React checks", () => {
  it("hydrates by itself, and nothing that stands there moves or goes", async () => {
    const { page, problems } = await visit(browser, { hydrated: false });
    for (const path of ["/partsrequest", "/partsmatrix"]) {
      await page.goto(site.url + path, { waitUntil: "commit" });
      await page.locator("footer").waitFor();
      const before = await page.locator("main h1").innerText();
      await page.waitForSelector("html[data-hydrated]", { state: "attached" });
      expect(await page.locator("main h1").innerText()).toBe(before);
      expect(problems, path).toEqual([]);
    }
  });

  it("shows what is wrong with a form that was sent before hydration, and gives it the focus", async () => {
    const { page, load } = await onSlowPhone("/partsrequest");
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>("main form");
      form?.querySelector<HTMLInputElement>("[name=vin]")?.setAttribute("value", "SHORT");
      form?.submit();
    });
    await page.locator(".error-summary").waitFor();
    await load();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain("error-summary");
  });
});

describe("on a slow phone, the first tap, before the script is there,", () => {
  it.each(["/", "/inventory", "/repair"])("on the menu of %s opens it", async (path) => {
    const { page, load } = await onSlowPhone(path);
    await page.getByRole("button", { name: "Menu" }).tap();
    await page.getByRole("dialog", { name: "Menu" }).waitFor();
    await load();
    await page.getByRole("dialog", { name: "Menu" }).getByRole("link", { name: "Contact" }).tap();
    await page.waitForURL(`${site.url}/contact`);
  });

  it.each(["/inventory", "/parts"])("on the filters of %s opens them, and they stay open", async (path) => {
    const { page, load } = await onSlowPhone(path);
    await page.locator("summary", { hasText: "Filter and sort" }).tap();
    await page.getByLabel("Sort by").waitFor();
    await load();
    expect(await page.getByLabel("Sort by").isVisible()).toBe(true);
  });

  it("on the search of a list searches it", async () => {
    const { page } = await onSlowPhone("/parts");
    await page.getByLabel("Search vehicles").fill("nothinglikethis");
    await page.getByLabel("Search vehicles").press("Enter");
    await page.waitForURL(/q=nothinglikethis/, { waitUntil: "commit" });
  });

  it("on Continue goes on to the next step", async () => {
    const { page } = await onSlowPhone("/partsrequest");
    await page.getByLabel("Vehicle Identification Number (VIN)").fill("1HGCM82633A004352");
    await page.getByRole("button", { name: "Continue" }).tap();
    await page.getByRole("heading", { name: "Select Part" }).waitFor();
  });

  it("on the phone number calls", async () => {
    const { page } = await onSlowPhone("/inventory");
    const link = page.getByRole("banner").getByRole("link", { name: /^Call/ });
    await link.tap();
    expect(await link.getAttribute("href")).toMatch(/^tel:/);
  });
});

const onSlowPhone = (path: string) =>
  onSlowLine(browser, site.url + path, { hasTouch: true, width: 390, height: 844 });
