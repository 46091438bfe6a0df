import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { retailVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { newPartRequest } from "../../support/requests";
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

const LOST = "You may have lost your connection. Check whether it was saved before you try again.";

describe("where the connection is lost as a form is saved", () => {
  it("settings keep the rows that were added and what is typed in them, until they can be saved", async () => {
    const { page } = await visitAsStaff(browser, site);
    await page.goto(`${site.url}/admin/settings/milestones`);
    const years = page.getByLabel("Year");
    const before = await years.count();
    await page.getByRole("button", { name: "Add a milestone" }).click();
    await expect.poll(() => years.count()).toBe(before + 1);
    const save = page.getByRole("button", { name: "Save Milestones" });
    await years.last().fill("2019");
    await save.click();
    const problem = page.getByRole("link", { name: /What happened/ }).first();
    await problem.waitFor();

    await page.getByLabel("What happened").last().fill("A second lift");
    await page.context().setOffline(true);
    for (const _again of [1, 2]) {
      await save.click();
      await page.getByText(LOST).waitFor();
      await expect.poll(() => save.isEnabled()).toBe(true);
    }
    // What the last answer brought is still there, and what was typed since.
    expect(await problem.isVisible()).toBe(true);
    expect(await years.count()).toBe(before + 1);
    expect(await years.last().inputValue()).toBe("2019");
    expect(await page.getByLabel("What happened").last().inputValue()).toBe("A second lift");

    await page.context().setOffline(false);
    await page.route(/milestones\.data/, (route) => route.fulfill({ status: 502, body: "Bad Gateway" }));
    await save.click();
    await page
      .getByText("Something went wrong on our end. Check whether it was saved before you try again.")
      .waitFor();
    expect(await page.getByLabel("What happened").last().inputValue()).toBe("A second lift");
    await page.unroute(/milestones\.data/);
    await save.click();
    await page.getByText("Milestones saved").first().waitFor();
    await page.reload();
    expect(await page.getByLabel("What happened").last().inputValue()).toBe("A second lift");
  });

  it("a sale keeps its lines and its customer, and a second press makes it a draft", async () => {
    const { page } = await visitAsStaff(browser, site);
    await page.goto(`${site.url}/admin/sales/new`);
    await page.getByRole("button", { name: "Add a line" }).click();
    const item = page.getByLabel("Stock # or description of line 2");
    await item.fill("Labor");
    await page.getByLabel("Price of line 2").fill("75");
    await page.getByLabel(/^Name/).fill("Ann Reyes");
    const save = page.getByRole("button", { name: "Save Draft" });
    await page.context().setOffline(true);
    await save.click();
    await page.getByText(LOST).waitFor();
    expect(await item.inputValue()).toBe("Labor");
    expect(await page.getByLabel(/^Name/).inputValue()).toBe("Ann Reyes");

    await page.context().setOffline(false);
    await save.click();
    await page.getByText("Draft saved").first().waitFor();
    await page.reload();
    expect(await page.getByLabel(/^Name/).inputValue()).toBe("Ann Reyes");
    expect(
      await page
        .getByLabel(/Price of line/)
        .first()
        .inputValue(),
    ).toBe("75.00");
  });

  it("a car's page keeps the cost that is typed there", async () => {
    const { page } = await visitAsStaff(browser, site);
    const { _id } = await retailVehicle({ price: 8_000 });
    await page.goto(`${site.url}/admin/retail-vehicles/${_id}`);
    const add = page.getByRole("button", { name: "Add", exact: true });
    const writeDown = async (amount: string, note: string) => {
      await page.getByLabel("Amount").fill(amount);
      await page.getByLabel("Note").fill(note);
      await add.click();
    };
    await writeDown("120", "Tow from Kingston");
    await page.getByRole("rowheader", { name: "Tow from Kingston" }).waitFor();
    await page.context().setOffline(true);
    await writeDown("80", "Two keys");
    await page.getByText(LOST).waitFor();
    expect(await page.getByLabel("Note").inputValue()).toBe("Two keys");

    await page.context().setOffline(false);
    await add.click();
    await page.getByRole("rowheader", { name: "Two keys" }).waitFor();
  });

  it("a request's page keeps the note that is typed there", async () => {
    const { page } = await visitAsStaff(browser, site);
    await page.goto(`${site.url}/admin/parts-requests/${await newPartRequest()}`);
    const note = page.getByLabel("New note");
    await note.fill("Asked twice");
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.getByText("You may have lost your connection. Please try again.").waitFor();
    expect(await note.inputValue()).toBe("Asked twice");

    await page.context().setOffline(false);
    await page.getByRole("button", { name: "Add note" }).click();
    await page.locator(".request-notes").getByText("Asked twice").waitFor();
  });
});
