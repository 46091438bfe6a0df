import type { Browser, Page } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { deleteRecord } from "~/collections/trash.server";
import { COMMAND_LINE } from "~/context.server";
import { STAFF_ROWS_PER_PAGE } from "~/lists/staff";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { as } from "../../support/act";
import { expectAccessible, expectFocus, openBrowser, toast, visit } from "../../support/browser";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { type Site, startSite } from "../../support/site";
import { PASSWORD, signedIn } from "../../support/staff";

let site: Site;
let browser: Browser;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  ({ cookie } = await signedIn());
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
  await site.db.deleteFrom("dismantledVehicles").execute();
});

/** Somebody of the staff at a list. */
async function atList(path: string, options: Parameters<typeof visit>[1] = {}) {
  const visitor = await visit(browser, options);
  await visitor.context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      return { name, value, url: site.url };
    }),
  );
  await visitor.page.goto(site.url + path);
  return visitor;
}

const row = (page: Page, stockNumber: string) => page.getByRole("rowgroup").filter({ hasText: stockNumber });
const toggle = (page: Page, stockNumber: string) =>
  page.getByRole("button", { name: `Details of 2012 Honda Accord, stock # ${stockNumber}` });

describe("with script", () => {
  it("all rows of the page can be chosen on a phone", async () => {
    for (const stockNumber of ["D-1", "D-2"]) await dismantledVehicle({ stockNumber });
    const { page } = await atList("/admin", { width: 390, height: 844 });
    await page.getByText("Change several at once").click();
    await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
    for (const stockNumber of ["D-1", "D-2"])
      expect(await row(page, stockNumber).getByRole("checkbox").isChecked()).toBe(true);
  });

  it("rows open independently and ask nobody; a reload finds them open", async () => {
    await dismantledVehicle({ stockNumber: "D-1", notes: "First note" });
    await dismantledVehicle({ stockNumber: "D-2", notes: "Second note" });
    const { page, problems } = await atList("/admin");
    const asked: string[] = [];
    page.on("request", (request) => {
      // The session's clock asks by itself, whatever staff do.
      if (request.url().includes("/api/auth/")) return;
      if (["document", "fetch", "xhr"].includes(request.resourceType())) asked.push(request.url());
    });
    await toggle(page, "D-1").click();
    await toggle(page, "D-2").press("Enter");
    await page.getByText("First note").waitFor();
    await page.getByText("Second note").waitFor();
    await expect.poll(() => toggle(page, "D-1").getAttribute("aria-expanded")).toBe("true");
    await toggle(page, "D-1").click();
    await expect.poll(() => page.getByText("First note").count()).toBe(0);
    await expect.poll(() => toggle(page, "D-1").getAttribute("aria-expanded")).toBe("false");
    expect(await page.getByText("Second note").isVisible()).toBe(true);
    expect(asked).toEqual([]);
    await page.reload();
    await page.getByText("Second note").waitFor();
    await expect.poll(() => page.getByText("First note").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("the filters of a phone fold as soon as the list is asked for, and are there to be opened again", async () => {
    await shelfPart({ stockNumber: "FOLD-1", location: "A-3" });
    await shelfPart({ stockNumber: "FOLD-2", location: "B-1" });
    const { page } = await atList("/admin/parts", { width: 390, height: 844 });
    const location = page.getByLabel("Location", { exact: true });
    await page.locator("summary", { hasText: "Filter and sort" }).click();
    await location.fill("A-3");
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await expect.poll(() => page.url()).toBe(`${site.url}/admin/parts?location=A-3`);
    await expect.poll(() => location.isVisible()).toBe(false);
    await page.getByRole("link", { name: "FOLD-1" }).first().click({ trial: true });
    expect(await page.getByText("FOLD-2").count()).toBe(0);
    await page.locator("summary", { hasText: "Filter and sort" }).click();
    expect(await location.inputValue()).toBe("A-3");
  });

  it("a choice is taken at once, and while the answer is under way the tab says so", async () => {
    await dismantledVehicle({ stockNumber: "D-1", status: "Scrapped" });
    await dismantledVehicle({ stockNumber: "D-2" });
    await retailVehicle({ stockNumber: "R-1" });
    const { page, problems } = await atList("/admin");
    let answer = () => {};
    let answered = Promise.resolve();
    const holdAnswers = () => {
      answered = new Promise((resolve) => {
        answer = resolve;
      });
    };
    // A busy page may ask twice; both wait for the same answer.
    await page.route(/\.data/, async (route) => {
      await answered;
      await route.continue().catch(() => undefined);
    });
    holdAnswers();
    await page.getByLabel("Status").selectOption("Scrapped");
    await page.getByText("Loading vehicles...").waitFor();
    answer();
    await page.getByText("1 of 2 vehicles").waitFor();
    await expect.poll(() => page.url()).toBe(`${site.url}/admin?status=Scrapped`);
    await expect.poll(() => row(page, "D-2").count()).toBe(0);
    holdAnswers();
    await page.getByRole("link", { name: "Retail Vehicles", exact: true }).click();
    await page.getByText("Loading vehicles...").waitFor();
    answer();
    await row(page, "R-1").waitFor();
    await expect.poll(() => page.getByText("Loading vehicles...").count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it("a dialog asks before a vehicle goes; Escape keeps it, Delete removes it and the list stays as it was", async () => {
    await dismantledVehicle({ stockNumber: "D-1" });
    await dismantledVehicle({ stockNumber: "D-2", notes: "Second note" });
    await dismantledVehicle({ stockNumber: "D-3", status: "Scrapped" });
    const { page, problems } = await atList("/admin?status=Parts+Available");
    await toggle(page, "D-2").click();
    const link = page.getByRole("link", { name: "Delete 2012 Honda Accord, stock # D-1" });
    await link.click();
    const dialog = page.getByRole("alertdialog", { name: "Are you sure you want to delete this vehicle?" });
    expect(await dialog.innerText()).toContain("2012 Honda Accord, stock # D-1");
    await expectFocus(dialog.getByRole("button", { name: "Cancel" }));
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expectFocus(link);
    await link.press("Enter");
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(await row(page, "D-1").count()).toBe(1);
    await link.click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await toast(page, "Vehicle deleted").waitFor();
    await page.getByText("1 of 2 vehicles").waitFor();
    await expect.poll(() => row(page, "D-1").count()).toBe(0);
    await page.getByText("Second note").waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("Parts Available");
    await expectFocus(page.locator("#list-title"));
    await page.getByRole("button", { name: "Undo" }).click();
    await toast(page, "Restored").waitFor();
    await page.getByText("2 of 3 vehicles").waitFor();
    await row(page, "D-1").waitFor();
    expect(new URL(page.url()).searchParams.get("status")).toBe("Parts Available");
    expect(problems).toEqual([]);
  });

  it("the trash asks for the password before it is emptied, and a vehicle's history opens in place", async () => {
    const { _id } = await dismantledVehicle({ stockNumber: "D-1" });
    await as({ ...COMMAND_LINE, now: new Date() }, () => deleteRecord(DISMANTLED_RECORDS, _id));
    const other = await dismantledVehicle({ stockNumber: "D-2" });
    const { page, problems } = await atList("/admin/trash");
    await page.getByRole("link", { name: "Empty trash" }).click();
    await page.getByRole("heading", { name: "Empty the trash?" }).waitFor();
    await page.getByLabel("Your Current Password").fill(PASSWORD);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Empty trash" }).click();
    await toast(page, "Trash emptied").waitFor();
    await page.getByText("The trash is empty.").waitFor();
    await page.goto(`${site.url}/admin/dismantled-vehicles/${other._id}/edit`);
    await page.getByRole("main").getByText("History", { exact: true }).click();
    await page.getByText("Command line,").waitFor();
    await page.getByText("fields").click();
    await page.getByRole("definition").getByText("D-2").waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  it("a list that cannot be loaded says so beside the tabs, and Retry brings it", async () => {
    await retailVehicle({ stockNumber: "R-1" });
    const { page } = await atList("/admin");
    await withoutTables(["retailVehicles"], async () => {
      await page.getByRole("link", { name: "Retail Vehicles", exact: true }).click();
      await page.getByText("Error: Failed to fetch vehicles").waitFor();
      expect(await page.getByRole("heading", { name: "Admin Dashboard" }).isVisible()).toBe(true);
      await expectAccessible(page);
    });
    await page.getByRole("button", { name: "Retry" }).click();
    await row(page, "R-1").waitFor();
  });

  it("where data cannot be fetched tabs, bar and clock stay, whatever was asked for", async () => {
    for (let number = 0; number <= STAFF_ROWS_PER_PAGE; number++) await dismantledVehicle();
    const { page, context } = await atList("/admin");
    const asked: [path: string, sentence: string, ask: () => Promise<unknown>][] = [
      ["/admin", "Error: Failed to fetch vehicles", () => page.getByLabel("Status").selectOption("Scrapped")],
      [
        "/admin",
        "Error: Failed to fetch vehicles",
        () => page.getByRole("link", { name: "Next page" }).click(),
      ],
      [
        "/admin",
        "Error: Failed to fetch part requests",
        () => page.getByRole("link", { name: "Parts Requests" }).click(),
      ],
      [
        "/admin",
        "Unexpected Application Error!",
        () => page.getByRole("link", { name: "Add Vehicle" }).click(),
      ],
    ];
    for (const [path, sentence, ask] of asked) {
      await page.goto(site.url + path);
      await context.route(/\.data/, (route) => route.abort());
      await ask();
      await page.getByText(sentence).waitFor();
      await page.getByRole("button", { name: "Logout" }).waitFor();
      await page.getByRole("timer").waitFor();
      const tabs = page.getByRole("navigation", { name: "Lists" });
      await expect.poll(() => tabs.isVisible(), { message: sentence }).toBe(sentence.startsWith("Error"));
      await context.unroute(/\.data/);
    }
  });
});

it("words without a space in them never widen the page", async () => {
  const long = {
    make: "W".repeat(60),
    model: "Donaudampfschifffahrtsgesellschaft".repeat(3),
    trim: "x".repeat(200),
    stockNumber: `STOCK-${"9".repeat(34)}`,
    notes: "n".repeat(500),
  };
  const { _id } = await dismantledVehicle(long);
  const retail = await retailVehicle({ ...long, price: 5_000_000, features: ["F".repeat(150)] });
  const { page } = await atList("/admin");
  for (const path of [
    `/admin?open=${_id}`,
    `/admin/retail-vehicles?open=${retail._id}`,
    `/admin/retail-vehicles/${retail._id}/delete`,
  ]) {
    await page.goto(site.url + path);
    for (const width of [320, 390, 768, 1024]) {
      await page.setViewportSize({ width, height: 900 });
      const widest = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(widest, `${path} at ${width} pixels`).toBeLessThanOrEqual(width);
    }
  }
});

it("the heads stay in sight on a desk, and a printed list has neither tabs nor filters", async () => {
  for (let number = 0; number < 25; number++) await dismantledVehicle();
  const { page } = await atList("/admin", { width: 1280, height: 700 });
  const head = page.getByRole("columnheader", { name: "VIN" });
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 2));
  await expect.poll(async () => (await head.boundingBox())?.y).toBe(0);
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 720, height: 960 });
  expect(await head.isVisible()).toBe(true);
  for (const part of [".tabs", ".staff-filters", ".record-table__actions >> nth=0"])
    expect(await page.locator(part).isVisible(), part).toBe(false);
});
