import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** Opens a page whose requests get no answer from then on. */
async function openSilently(page: Page, path: string): Promise<void> {
  await page.clock.install();
  await page.goto(site.url + path);
  await page.route(/\.data|\/api\//, () => {});
}

/** Lets 15 seconds pass once `ask` has sent a request to `address`. */
async function waitInVain(page: Page, address: RegExp, ask: () => Promise<unknown>): Promise<void> {
  await Promise.all([page.waitForRequest(address), ask()]);
  await page.clock.fastForward(15_100);
}

describe("without an answer for 15 seconds", () => {
  it("the inventory says so, and Retry starts over", async () => {
    const { page } = await visit(browser);
    await page.clock.install();
    await page.goto(`${site.url}/inventory`);
    await page.route(/inventory\?/, () => {});
    await waitInVain(page, /inventory\?/, async () => {
      await page.locator("select[name=sort]").first().selectOption({ index: 1 });
      await page.getByText("Loading vehicles...").first().waitFor();
    });
    await page.getByText("Maximum retry attempts reached. Please try again later.").waitFor();
    await page.unroute(/inventory\?/);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("No vehicles currently available").first().waitFor();
  });

  it("a staff list says so, and Retry starts over; a form keeps what was typed", async () => {
    const { page } = await visitAsStaff(browser, site);
    await openSilently(page, "/admin");
    const parts = page.getByRole("link", { name: "Parts Requests" });
    await waitInVain(page, /parts-requests\.data/, () => parts.click());
    await page.getByText("Error: Failed to fetch part requests").waitFor();
    await page.unroute(/\.data|\/api\//);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByText("No part requests yet.").waitFor();

    await openSilently(page, "/admin/dismantled-vehicles/new");
    await page.getByLabel("Stock Number").fill("D-1");
    await page.getByLabel("VIN", { exact: true }).fill("1HGCM82633A004352");
    await page.getByLabel("Year").fill("2003");
    await page.getByLabel("Make").fill("Honda");
    await page.getByLabel("Model").fill("Accord");
    await page.getByLabel("Mileage").fill("90000");
    await waitInVain(page, /\/new\.data/, async () => {
      await page.getByRole("button", { name: "Add Vehicle" }).click();
      await page.getByRole("button", { name: "Saving..." }).waitFor();
    });
    await page
      .getByText(/Failed to save vehicle/)
      .first()
      .waitFor();
    expect(await page.getByLabel("Stock Number").inputValue()).toBe("D-1");
  });

  it("a photo's upload says so, and can be tried again", async () => {
    const { page } = await visitAsStaff(browser, site);
    await openSilently(page, "/admin/dismantled-vehicles/new");
    const photo = page.getByLabel("Photos (optional)");
    const buffer = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#777" } })
      .jpeg()
      .toBuffer();
    const choose = () => photo.setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer });
    await waitInVain(page, /\/api\/admin\/upload/, choose);
    await page.getByText("Failed to upload image").waitFor();
    await page.unroute(/\.data|\/api\//);
    await page.getByRole("button", { name: "Retry car.jpg" }).click();
    await page.getByRole("checkbox", { name: "Remove photo 1" }).waitFor({ state: "attached" });
  });
});
