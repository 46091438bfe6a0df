import { rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { config } from "~/config.server";
import { STAFF_SESSION_ENDING } from "~/staff/session/store";
import { expectAccessibleInEachLook, holdWhatLeaves } from "../../support/axe";
import { openBrowser, type Visit, visit } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { type Samples, storeSamples, visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";
import { administrator, expireSessions, PASSWORD, signedIn } from "../../support/staff";

const MINUTE = 60_000;
/** An id that no record has. */
const UNKNOWN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
/** One list of vehicles and one of requests: the others are drawn by the same component. */
const LISTS = ["/admin", "/admin/parts-requests"];
const TABLES = ["dismantledVehicles", "retailVehicles", "partRequests", "repairRequests"];

let site: Site;
let browser: Browser;
let staff: Visit;
/** The page of somebody of the staff who goes from state to state. */
let page: Page;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  staff = await visitAsStaff(browser, site);
  await holdWhatLeaves(staff.context);
  page = staff.page;
});

const button = (name: string) => page.getByRole("button", { name, exact: true });
const alert = (words: string) => page.getByRole("alert").filter({ hasText: words });

/** Opens a page of staff's side, with its clock running. */
async function open(path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.getByRole("timer").waitFor();
}

describe("before there is a record, no violation", () => {
  it.each(LISTS)("of %s", async (path) => {
    await open(path);
    await expectAccessibleInEachLook(page, { shows: page.locator(".empty-state") });
  });
});

describe("no violation", () => {
  let samples: Samples;
  beforeAll(async () => {
    samples = await storeSamples(site);
  });

  // A list of vehicles without a match is among the states of every page.
  it("of a list of requests without a match", async () => {
    await open("/admin/parts-requests?q=nothinglikethis");
    await expectAccessibleInEachLook(page, { shows: page.locator(".empty-state") });
  });

  it.each([
    ["/admin/dismantled-vehicles/:id/edit", "Vehicle not found"],
    ["/admin/retail-vehicles/:id/delete", "Vehicle not found"],
    ["/admin/parts-requests/:id", "Page not found"],
  ])("of %s where there is no such record", async (path, title) => {
    await open(path.replace(":id", UNKNOWN));
    await expectAccessibleInEachLook(page, { shows: page.getByRole("heading", { name: title }) });
  });

  it("of what stands where something failed", async () => {
    await withoutTables(TABLES, async () => {
      for (const [path, title] of [
        ["/admin", "Error: Failed to fetch vehicles"],
        ["/admin/parts-requests", "Error: Failed to fetch part requests"],
        [`/admin/parts-requests/${UNKNOWN}`, "Error: "],
        [`/admin/retail-vehicles/${UNKNOWN}/delete`, "Failed to delete vehicle"],
        [`/admin/retail-vehicles/${UNKNOWN}/edit`, "Unexpected Application Error!"],
      ] as const) {
        await open(path);
        await expectAccessibleInEachLook(page, { shows: page.getByRole("heading", { name: title }) });
      }
    });
  });

  it("of the notice that the last backup failed", async () => {
    const file = path.join(config.DATA_DIR, "backup-failure.json");
    writeFileSync(file, JSON.stringify({ at: new Date(), message: "The disk of /srv/backups is full." }));
    await open("/admin/today");
    await expectAccessibleInEachLook(page, { shows: page.getByText("The last backup failed") });
    rmSync(file);
  });

  it("of the dialog before deleting, and of the toast after it", async () => {
    await dismantledVehicle({ stockNumber: "D-GONE" });
    await open("/admin");
    await page.getByRole("link", { name: /^Delete .*D-GONE/ }).click();
    await expectAccessibleInEachLook(page, { shows: page.getByRole("alertdialog") });
    await button("Delete").click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".toast").getByText("Vehicle deleted") });
  });

  it("of a form with errors, one that the network swallows, and the question before leaving it", async () => {
    await open("/admin/retail-vehicles/new");
    await button("Add Vehicle").click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary") });
    await page.getByLabel("Stock Number", { exact: true }).fill("A-1");
    await page.getByLabel("VIN", { exact: true }).fill("1HGCM82633A004352");
    await page.getByLabel("Price").fill("12,995");
    await page.route(/new\.data/, (route) => route.abort());
    await button("Add Vehicle").click();
    await expectAccessibleInEachLook(page, {
      shows: page.getByText("An error occurred while saving the vehicle"),
    });
    await page.unroute(/new\.data/);
    await page.getByRole("link", { name: "Cancel" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await expectAccessibleInEachLook(page, { shows: question });
    await button("Leave").click();
    await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  });

  it("of a VIN that says nothing, and of one that is known", async () => {
    const { vin } = await retailVehicle({ vin: "1HGCM82633A004352" });
    await open("/admin/dismantled-vehicles/new");
    await page.getByLabel("VIN", { exact: true }).fill("ZZZZZZZZZZZZZZZZZ");
    await button("Decode VIN").click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".vin-decode__problem .notice") });
    await page.getByLabel("VIN", { exact: true }).fill(vin);
    await button("Decode VIN").click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".toast").getByText("Vehicle found in") });
  });

  it("of a vehicle that a colleague saved, then deleted, while it was edited", async () => {
    const { _id } = await dismantledVehicle();
    const stored = site.db.updateTable("dismantledVehicles").where("id", "=", _id);
    await open(`/admin/dismantled-vehicles/${_id}/edit`);
    await page.getByLabel("Model", { exact: true }).fill("Mine");
    await stored.set({ model: "Theirs", updatedAt: new Date().toISOString() }).execute();
    await button("Update Vehicle").click();
    await expectAccessibleInEachLook(page, { shows: alert("Someone else saved this vehicle") });
    await site.db.deleteFrom("dismantledVehicles").where("id", "=", _id).execute();
    await button("Update Vehicle").click();
    await expectAccessibleInEachLook(page, { shows: alert("This vehicle has been deleted") });
    await button("Add Vehicle").click();
    await page.locator(".toast").getByText("Vehicle added").waitFor();
  });

  it("of words that a session's end left behind, and of a form that is not to be found", async () => {
    const address = `/admin/retail-vehicles/${samples.forSale}/edit`;
    await open(address);
    await page.getByLabel("Make").fill("Unsaved");
    await page.evaluate((name) => window.dispatchEvent(new Event(name)), STAFF_SESSION_ENDING);
    await open(address);
    // The form's buttons stay at the window's lower edge: what they half cover there, one scrolls from under them.
    const shows = page.getByText("Your unsaved changes are back");
    await expectAccessibleInEachLook(page, { shows, height: 1_400 });
    await open("/admin/retail-vehicles/new?saved=lost");
    await expectAccessibleInEachLook(page, { shows: page.getByText("Form not found") });
  });
});

describe("the session: no violation", () => {
  it("of the warning that counts down, nor of the sign-in at its end", async () => {
    const { page, context } = await atDesk();
    await context.clock.fastForward(13 * MINUTE);
    const warning = page.getByRole("dialog", { name: "Session Timeout Warning" });
    await expectAccessibleInEachLook(page, { shows: warning.getByRole("timer") });
    await context.clock.fastForward(2 * MINUTE);
    await page.waitForURL(/\/login\?redirectTo=/);
    await expectAccessibleInEachLook(page, { shows: page.getByRole("heading", { name: "Admin Login" }) });
    await context.close();
  });

  it("of one that cannot be kept alive", async () => {
    const { page, context } = await atDesk();
    await page.route("**/api/auth/**", (route) => route.abort());
    for (let minutes = 0; minutes < 26; minutes += 1) {
      await page.keyboard.press("a");
      await context.clock.fastForward(MINUTE);
    }
    await page.getByText("No connection. Trying again.").waitFor();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Session ends soon") });
    await context.close();
  });

  /** Somebody signed in, whose browser's clock can be moved. */
  async function atDesk() {
    const desk = await visitAsStaff(browser, site);
    await desk.context.clock.install({ time: new Date() });
    await desk.page.goto(`${site.url}/admin`);
    await desk.page.getByRole("timer", { name: "Session countdown" }).waitFor();
    return desk;
  }
});

describe("at the sign-in, no violation", () => {
  it("of a name that was refused, then locked", async () => {
    const { username } = await administrator();
    const { page, context } = await visit(browser);
    await page.goto(`${site.url}/login`);
    for (const sentence of ["Invalid username", "Invalid username", "Account locked for 1 minute"]) {
      await signIn(page, username, "not the password");
      await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary").getByText(sentence) });
      // Drawn anew the form has forgotten it.
      await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");
    }
    await context.close();
  });

  it("of a form that was sent too late, neither while it is kept nor once it is back", async () => {
    const { username, id } = await administrator();
    const { page, context } = await visit(browser);
    await page.goto(`${site.url}/login?redirectTo=%2Fadmin%2Fretail-vehicles%2Fnew`);
    await signIn(page, username, PASSWORD);
    await page.getByRole("timer").waitFor();
    await page.getByLabel("Stock Number", { exact: true }).fill("LATE-1");
    await page.getByLabel("VIN", { exact: true }).fill("1HGCM82633A004352");
    await page.getByLabel("Price").fill("12,995");
    await expireSessions({ id });
    await page.getByRole("button", { name: "Add Vehicle" }).click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("We kept what you typed") });
    await signIn(page, username, PASSWORD);
    await expectAccessibleInEachLook(page, { shows: page.getByText("Your form is back") });
    await context.close();
  });

  it("of the account with another session, nor of its form with errors", async () => {
    const account = await administrator();
    await signedIn(account);
    const { page, context } = await visit(browser);
    await page.goto(`${site.url}/login?redirectTo=%2Fadmin%2Faccount`);
    await signIn(page, account.username, PASSWORD);
    await page.getByRole("button", { name: "End Sessions" }).waitFor();
    await page.getByRole("button", { name: "Change Password" }).click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary") });
    await context.close();
  });

  async function signIn(page: Page, username: string, password: string): Promise<void> {
    await page.getByLabel("Username").fill(username);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Login" }).click();
  }
});
