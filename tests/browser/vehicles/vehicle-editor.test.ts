import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { STAFF_SESSION_ENDING } from "~/staff/session/store";
import { VIN_MESSAGES } from "~/vin/validate";
import { recordsOf } from "../../support/api";
import { expectAccessible, expectFocus, openBrowser, toast } from "../../support/browser";
import { dismantledVehicle, newVin, retailVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

const VIN = "1HGCM82633A004352";

/** Somebody signed in, in a browser of their own. */
const staff = (options: Parameters<typeof visitAsStaff>[2]) => visitAsStaff(browser, site, options);

async function open(page: Page, path: string): Promise<void> {
  await page.goto(site.url + path);
}

function photo(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: "#335577" } })
    .jpeg()
    .toBuffer();
}

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const recordOf = async (stockNumber: string) =>
  (await recordsOf(site, "dismantled-vehicles")).find((record) => record.stockNumber === stockNumber);

describe("a dismantled vehicle", () => {
  it("is added from a phone with its VIN decoded, and edited by two people, of whom the second is told", async () => {
    const stockNumber = "J-ON";
    const { page, problems } = await staff({ width: 390, height: 844 });
    await open(page, "/admin?status=Scrapped");
    await page.getByRole("link", { name: "Add Vehicle" }).click();
    await page.getByRole("heading", { name: "Add New Dismantled Vehicle" }).waitFor();
    await field(page, "Stock Number").fill(stockNumber);
    await field(page, "VIN").fill(VIN.toLowerCase());
    await button(page, "Decode VIN").click();
    await expect.poll(() => field(page, "Model").inputValue()).toBe("Accord");
    await expect.poll(() => field(page, "VIN").inputValue()).toBe(VIN);
    await expect.poll(() => field(page, "Year").inputValue()).toBe("2003");
    expect(await field(page, "Stock Number").inputValue()).toBe(stockNumber);
    await field(page, "Mileage").fill("142,00O");
    await page.getByRole("textbox", { name: "Date Acquired MM/DD/YYYY", exact: true }).fill("03/02/37");
    await field(page, "Status").selectOption("Parts Available");
    await page
      .getByLabel(/^Photo/)
      .setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer: await photo() });
    // Pressed before the picture is there, the form would be sent whenever that is.
    await page.getByAltText("Photo 1").waitFor();
    await button(page, "Add Vehicle").click();
    await page.getByRole("link", { name: "Please enter a valid mileage" }).waitFor();
    expect(await field(page, "Model").inputValue()).toBe("Accord");
    await field(page, "Mileage").fill("142,000");
    await button(page, "Add Vehicle").click();
    await toast(page, "Vehicle added").waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe("?status=Scrapped");
    const added = await recordOf(stockNumber);
    expect(added).toMatchObject({
      vin: VIN,
      mileage: 142_000,
      status: "Parts Available",
      dateAcquired: "1937-03-02T00:00:00.000Z",
      imageUrl: expect.stringMatching(/^\/uploads\//),
    });

    const address = `/admin/dismantled-vehicles/${added?._id}/edit`;
    const other = await staff({});
    await open(page, address);
    await open(other.page, address);
    expect(await page.getByLabel("Date Acquired").inputValue()).toBe("03/02/1937");
    await field(other.page, "Model").fill("Theirs");
    await field(other.page, "Mileage").fill("150,000");
    await button(other.page, "Update Vehicle").click();
    await toast(other.page, "Vehicle updated").waitFor();
    await field(page, "Model").fill("Mine");
    await button(page, "Update Vehicle").click();
    const told = page.getByRole("alert").filter({ hasText: "Someone else saved this vehicle" });
    await told.waitFor();
    expect(await told.innerText()).toMatch(/Theirs[\s\S]*Mine/);
    expect(await field(page, "Model").inputValue()).toBe("Mine");
    expect(await field(page, "Mileage").inputValue()).toBe("150000");
    expect(await recordOf(stockNumber)).toMatchObject({ model: "Theirs" });
    await expectAccessible(page);
    await button(page, "Update Vehicle").click();
    await toast(page, "Vehicle updated").waitFor();
    expect(await recordOf(stockNumber)).toMatchObject({ model: "Mine", mileage: 150_000 });
    expect(problems.filter((problem) => !/status of (400|409)/.test(problem))).toEqual([]);
  });
});

it("a vehicle deleted while it was edited becomes a new one", async () => {
  const { _id } = await dismantledVehicle({ stockNumber: "J-GONE" });
  const { page } = await staff({});
  await open(page, `/admin/dismantled-vehicles/${_id}/edit`);
  await field(page, "Model").fill("Saved from the press");
  await site.db.deleteFrom("dismantledVehicles").where("id", "=", _id).execute();
  await button(page, "Update Vehicle").click();
  await page.getByText("This vehicle has been deleted").waitFor();
  await button(page, "Add Vehicle").click();
  await toast(page, "Vehicle added").waitFor();
  expect(await recordOf("J-GONE")).toMatchObject({ model: "Saved from the press" });
});

it("a form that the network swallows keeps every word, says so, and goes through later", async () => {
  const { page } = await staff({});
  await open(page, "/admin/retail-vehicles/new");
  await field(page, "Stock Number").fill("J-NET");
  await field(page, "VIN").fill(newVin());
  await page.getByLabel("Price").fill("12,995");
  await page.route("**/retail-vehicles/new.data*", (route) => route.abort());
  await button(page, "Add Vehicle").click();
  await page.getByText("An error occurred while saving the vehicle").waitFor();
  await page.getByText("Please check your connection and try again.").waitFor();
  expect(await page.getByLabel("Price").inputValue()).toBe("12,995");
  await page.unroute("**/retail-vehicles/new.data*");
  await button(page, "Add Vehicle").click();
  await toast(page, "Vehicle added").waitFor();
});

it("says that it saves, and cannot be sent twice meanwhile", async () => {
  const { page } = await staff({});
  await open(page, "/admin/retail-vehicles/new");
  await field(page, "Stock Number").fill("J-BUSY");
  await field(page, "VIN").fill(newVin());
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route("**/retail-vehicles/new.data*", async (route) => {
    await held;
    await route.continue();
  });
  await button(page, "Add Vehicle").click();
  await button(page, "Saving...").waitFor();
  expect(await button(page, "Saving...").isDisabled()).toBe(true);
  go();
  await toast(page, "Vehicle added").waitFor();
});

it("words that a session's end leaves behind are back, until they are saved or discarded", async () => {
  const { _id } = await retailVehicle({ make: "Stored" });
  const address = `/admin/retail-vehicles/${_id}/edit`;
  const { page } = await staff({});
  await open(page, address);
  await page.getByLabel("Make").fill("Unsaved");
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), STAFF_SESSION_ENDING);
  await open(page, "/admin/retail-vehicles");
  await open(page, address);
  await page.getByText("Your unsaved changes are back").waitFor();
  await expect.poll(() => page.getByLabel("Make").inputValue()).toBe("Unsaved");
  await button(page, "Discard them").click();
  await page.getByText("Your unsaved changes are back").waitFor({ state: "detached" });
  await expect.poll(() => page.getByLabel("Make").inputValue()).toBe("Stored");

  await page.getByLabel("Make").fill("Unsaved again");
  await page.evaluate((name) => window.dispatchEvent(new Event(name)), STAFF_SESSION_ENDING);
  await open(page, address);
  await page.getByText("Your unsaved changes are back").waitFor();
  await button(page, "Update Vehicle").click();
  await toast(page, "Vehicle updated").waitFor();
  await open(page, address);
  expect(await page.getByText("Your unsaved changes are back").count()).toBe(0);
  expect(await page.getByLabel("Make").inputValue()).toBe("Unsaved again");
});

it("a message that comes up leaves the form's buttons in reach of a thumb", async () => {
  const { page } = await staff({ width: 390, height: 844 });
  await open(page, "/admin/dismantled-vehicles/new");
  await field(page, "VIN").fill("1HGZZZZZ03A000001");
  await button(page, "Decode VIN").click();
  await toast(page, VIN_MESSAGES.validationFailed).waitFor();
  for (const control of [page.getByRole("link", { name: "Cancel" }), button(page, "Add Vehicle")]) {
    const isOnTop = () =>
      control.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2) === element;
      });
    await expect.poll(isOnTop).toBe(true);
  }
});

it("a decode says for good that a car of this VIN is in stock, and leads to it", async () => {
  const vin = "1HGCM82633A004360";
  const { stockNumber } = await retailVehicle({ vin });
  const { page } = await staff({ width: 390, height: 844 });
  await open(page, "/admin/dismantled-vehicles/new");
  await field(page, "VIN").fill(vin);
  await button(page, "Decode VIN").click();
  const found = "Vehicle found in retail inventory";
  for (const place of [".toast", ".vin-decode__problem"])
    await page.locator(place).getByText(found).waitFor();
  await page.getByRole("link", { name: "Look at it first" }).click();
  await button(page, "Leave").click();
  await page.getByText(stockNumber).first().waitFor();
});

it("leaving asks where something was typed, and nowhere else", async () => {
  const { page } = await staff({ width: 390, height: 844 });
  // A dialog that closes is out of sight first, and gone once its page was told: Back before that asks nothing new.
  const question = page.getByRole("alertdialog", { name: "Leave without saving?", includeHidden: true });
  const toEditor = async () => {
    await page.getByRole("link", { name: "Add Vehicle" }).click();
    await page.getByRole("heading", { name: "Add New Retail Vehicle" }).waitFor();
  };
  const isOnTheList = () => page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await open(page, "/admin/retail-vehicles");
  await toEditor();
  // The link that led here is gone: the keyboard goes on in the page.
  await expectFocus(page.getByRole("main"));
  await page.getByRole("link", { name: "Cancel" }).click();
  await isOnTheList();
  await toEditor();
  await field(page, "Stock Number").fill("J-LEFT");
  await page.getByRole("link", { name: "Cancel" }).click();
  await question.waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Enter");
  await question.waitFor({ state: "detached" });
  await page.goBack();
  await question.waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(await field(page, "Stock Number").inputValue()).toBe("J-LEFT");
  await page.getByRole("link", { name: "Cancel" }).click();
  await button(page, "Leave").click();
  await isOnTheList();
});
