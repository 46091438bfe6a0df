import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { expectFocus, openBrowser, visit, waitForHydration } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  for (let price = 1; price <= 26; price += 1) {
    await retailVehicle({
      make: "Toyota",
      model: "Corolla",
      year: 2010,
      price: 5000 + price * 100,
      mileage: 90_000,
    });
  }
  await retailVehicle({
    make: "Honda",
    model: "Fit",
    year: 2018,
    price: 12_995,
    mileage: 84_210,
    condition: "excellent",
  });
  await retailVehicle({ make: "Honda", model: "Odyssey", year: 2007, price: 4500, status: "pending" });
  await retailVehicle({ make: "Honda", model: "Prelude", year: 1999, price: 9500, status: "sold" });
  await dismantledVehicle({ make: "Saturn", model: "SC2", year: 1999, stockNumber: "R-77" });
});

describe("finding a car", () => {
  it("by filters, whose address can be shared, and opening its page", async () => {
    const { page, problems } = await visit(browser);
    await page.goto(site.url);
    await page
      .getByRole("navigation", { name: "Main" })
      .getByRole("link", { name: "Pre-Owned Vehicles" })
      .click();
    await page.getByText("28 vehicles").first().waitFor();
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));

    await page.getByLabel("Search vehicles").fill("honda");
    await page.getByLabel("Max price").fill("13000");
    await page.getByRole("button", { name: "Show Vehicles" }).click();
    await page.getByText("2 of 28 vehicles").first().waitFor();
    await expect.poll(() => page.url()).toContain("q=honda");
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);

    expect(await textOf(await fetch(page.url()))).toContain("2 of 28 vehicles");

    await page
      .getByRole("link", { name: /2018 Honda Fit/ })
      .first()
      .click();
    await page.getByRole("heading", { level: 1, name: /2018 Honda Fit/ }).waitFor();
    // Its script comes after it.
    await waitForHydration(page);
    const words = await page.locator("main").textContent();
    expect(words).toContain("$12,995");
    expect(words).toContain("84,210 miles");
    // The form is beside the photos; a link makes its choice and loses nothing that was typed.
    const [photos, form] = await Promise.all(
      [".vehicle__gallery", "#inquiry"].map((part) => page.locator(part).boundingBox()),
    );
    expect(form?.x).toBeGreaterThan((photos?.x ?? 0) + (photos?.width ?? 0));
    await page.getByLabel("Name").fill("Nora");
    await page.getByRole("link", { name: "Schedule Test Drive" }).click();
    await expect.poll(() => page.getByLabel("I'd like a test drive").isChecked()).toBe(true);
    expect(await page.getByLabel("Name").inputValue()).toBe("Nora");
    // On a phone a bar has both ways to ask; it covers nothing that gets the focus, and is not printed.
    await page.setViewportSize({ width: 390, height: 844 });
    const bar = page.locator(".vehicle-bar");
    await bar.getByRole("link", { name: /^Ask/ }).click();
    await expect.poll(() => page.getByLabel("I have a question").isChecked()).toBe(true);
    await page.emulateMedia({ media: "print" });
    await bar.waitFor({ state: "hidden" });
    expect(problems).toEqual([]);
  });

  it("page by page, and back again", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/inventory?make=Toyota`);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    const next = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: /Next/ });
    await next.scrollIntoViewIfNeeded();
    const top = await page.evaluate(() => scrollY);
    await next.click();
    await page.getByText("page 2 of 2").waitFor();
    await expect.poll(() => page.getByRole("link", { name: /Corolla/ }).count()).toBeLessThan(10);
    await expectFocus(page.getByRole("heading", { name: "Vehicles for Sale", exact: true }));
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(top);
    await page.goBack();
    await page.getByText("page 1 of 2").waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
    // A chip takes its filter off, in the list and in the form; the make leaves its models behind.
    const models = page.getByLabel("Model").locator("option");
    await expect.poll(() => models.allInnerTexts()).toEqual(["Any model", "Corolla (26)"]);
    await page.getByRole("link", { name: "Remove filter: Toyota" }).click();
    await page.getByText("28 vehicles").first().waitFor();
    await expect.poll(() => page.getByLabel("Make").inputValue()).toBe("");
    await expect.poll(() => models.count()).toBe(4);
    expect(await page.evaluate(() => "sameDocument" in window)).toBe(true);
  });

  it("asks for a part from a dismantled vehicle", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/parts`);
    await page
      .getByRole("link", { name: /Request a Part from this vehicle/ })
      .first()
      .click();
    await page.getByText("Part from this vehicle").first().waitFor();
    expect(await page.locator("main").textContent()).toContain("R-77");
  });

  it("a vehicle that is not there says so and leads back", async () => {
    const { page } = await visit(browser);
    const malformed = await page.goto(`${site.url}/inventory/short`);
    expect(malformed?.status()).toBe(400);
    await page.getByText("Invalid vehicle ID format").waitFor();
    const unknown = await page.goto(`${site.url}/inventory/01ARZ3NDEKTSV4RRFFQ69G5FAV`);
    expect(unknown?.status()).toBe(404);
    await page.getByText("Vehicle not found").waitFor();
    await page.getByRole("link", { name: "Return to Inventory" }).click();
    await page.waitForURL(/\/inventory$/);
  });
});

describe("where a filter is changed the list", () => {
  it("says that it loads, tries again, gives up with a sentence, and starts over on Retry", async () => {
    const { page } = await visit(browser);
    await page.clock.install();
    await page.goto(`${site.url}/inventory`);
    await page.getByLabel("Search vehicles").fill("o");
    let tries = 0;
    await page.route("**/inventory?q=o", (route) => {
      tries += 1;
      return route.fulfill({ status: 500, contentType: "application/json", body: '{"error":"down"}' });
    });
    await page.getByRole("button", { name: "Show Vehicles" }).click();
    await page.getByText("Loading vehicles...").first().waitFor();
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return page.getByText("Maximum retry attempts reached. Please try again later.").count();
      })
      .toBeGreaterThan(0);
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(4);
    await page.getByText("Error loading vehicles").first().waitFor();
    await page.unroute("**/inventory?q=o");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("28 vehicles").first().waitFor();
  });

  it("waits as long as a busy server asks, and then shows the vehicles", async () => {
    const { page } = await visit(browser);
    await page.clock.install();
    await page.goto(`${site.url}/inventory`);
    // Only the test moves the clock from here on, however long the machine takes.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel("Search vehicles").fill("o");
    let asked = 0;
    await page.route("**/inventory?q=o", (route) => {
      asked += 1;
      if (asked > 1) return route.continue();
      return route.fulfill({ status: 429, headers: { "Retry-After": "7" }, body: "{}" });
    });
    await page.getByRole("button", { name: "Show Vehicles" }).click();
    await page.getByText("Loading vehicles...").first().waitFor();
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor(6_000);
    expect(asked).toBe(1);
    await expect
      .poll(async () => {
        await page.clock.runFor(1_000);
        return page.getByText("28 vehicles").count();
      })
      .toBeGreaterThan(0);
    expect(asked).toBe(2);
  });
});
