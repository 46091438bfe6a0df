import type { Browser, Page } from "playwright";
import { beforeAll, describe, it } from "vitest";
import { expectAccessibleInEachLook, holdWhatLeaves } from "../../support/axe";
import { openBrowser, visit } from "../../support/browser";
import { withoutTables } from "../../support/database";
import { type Samples, storeSamples } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

/** An id that no vehicle has. */
const UNKNOWN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";

/** So high that no bar lies over half of what scrolls behind it, which axe would take for too small. */
const WHOLE_PAGE = 6_000;

let site: Site;
let browser: Browser;
/** Who goes from page to page, and leaves nothing behind. */
let page: Page;

beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  ({ page } = await visit(browser));
});

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Somebody who does something: what they type is not there for the next. */
async function visitor(path: string): Promise<Page> {
  const { page, context } = await visit(browser);
  await holdWhatLeaves(context);
  await page.goto(site.url + path);
  return page;
}

describe("before there is a vehicle, no violation", () => {
  it.each([
    ["/inventory", "No vehicles currently available."],
    ["/parts", "No vehicles currently available for parts."],
  ])("of %s", async (path, sentence) => {
    await page.goto(site.url + path);
    await expectAccessibleInEachLook(page, {
      shows: page.locator(".empty-state").getByText(sentence),
    });
  });
});

describe("no violation", () => {
  let samples: Samples;
  beforeAll(async () => {
    samples = await storeSamples(site);
  });

  it("of what stands where something failed", async () => {
    await withoutTables(["retailVehicles", "dismantledVehicles"], async () => {
      for (const [path, title] of [
        ["/inventory?q=jetta", "Error loading vehicles"],
        ["/parts?q=jetta", "Error loading vehicles"],
        [`/inventory/${UNKNOWN}`, "Error loading vehicle"],
        [`/contact?vehicle=${UNKNOWN}&about=inquiry`, "Unexpected Application Error!"],
      ] as const) {
        await page.goto(site.url + path);
        await expectAccessibleInEachLook(page, { shows: page.getByRole("heading", { name: title }) });
      }
    });
  });

  it("of a list that is under way, nor of one that the network fails", async () => {
    const page = await visitor("/inventory");
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/inventory?q=o", async (route) => {
      await held;
      await route.abort();
    });
    await page.getByLabel("Search vehicles").fill("o");
    await page.getByRole("button", { name: "Show Vehicles" }).click();
    const height = WHOLE_PAGE;
    await expectAccessibleInEachLook(page, { shows: page.getByText("Loading vehicles..."), height });
    letGo();
    await expectAccessibleInEachLook(page, {
      shows: page.getByText("Maximum retry attempts reached. Please try again later."),
      height,
    });
    await page.context().close();
  });

  it("of the menu's open drawer", async () => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(site.url);
    await button(page, "Menu").click();
    await expectAccessibleInEachLook(page, { shows: page.getByRole("dialog"), onlyOnPhone: true });
  });

  it.each(["/inventory", "/parts"])("of the open filters of %s", async (path) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await page.goto(site.url + path);
    await page.locator("summary", { hasText: "Filter and sort" }).click();
    // To axe, a button that the header half covers is too small.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectAccessibleInEachLook(page, { shows: page.getByLabel("Sort by") });
  });

  it("of a vehicle's link, copied and to be copied by hand", async () => {
    const page = await visitor(samples.pages.forSale);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await button(page, "Copy Link").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Link copied"), height: WHOLE_PAGE });
    await page.evaluate(() =>
      Object.defineProperty(Navigator.prototype, "clipboard", { get: () => undefined }),
    );
    await button(page, "Copy Link").click();
    await expectAccessibleInEachLook(page, { shows: page.getByLabel("Copy this link"), height: WHOLE_PAGE });
    await page.context().close();
  });

  it("of the callback form with errors, not sent, and sent", async () => {
    const page = await visitor("/repair");
    await button(page, "Request Callback").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Please enter your name") });
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page.getByLabel("Phone", { exact: false }).first().fill("5555550111");
    await page.route("**/repair", (route) => route.abort());
    await button(page, "Request Callback").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Submission Failed") });
    await page.unroute("**/repair");
    await button(page, "Request Callback").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Request Submitted!") });
    await page.context().close();
  });

  it("of the data request with errors, and sent", async () => {
    const page = await visitor("/partsmatrix");
    await button(page, "Submit Request").click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary") });
    await page.getByLabel(/^E-?mail/i).fill("ann@example.com");
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await button(page, "Submit Request").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Request Submitted Successfully") });
    await page.context().close();
  });

  it("of any step of the wizard, with errors, results and the toasts", async () => {
    const page = await visitor("/partsrequest");
    const vin = page.getByLabel("Vehicle Identification Number (VIN)");
    await vin.fill("ZZZZZZZZZZZZZZZZZ");
    await button(page, "Continue").click();
    // What the header or a toast half covers, one scrolls from under them: in a window this high nothing scrolls.
    await expectAccessibleInEachLook(page, {
      shows: page.getByLabel("Year", { exact: true }),
      height: 3_000,
    });
    await button(page, "Continue").click();
    await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary") });
    await vin.fill("1HGCM82633A004352");
    await next(page, "Select Part");
    await button(page, "Continue").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Please select a category") });
    const search = page.getByLabel(/search/i).first();
    const results = page.getByRole("option").filter({ has: page.locator("small") });
    await search.fill("nothinglikethis");
    await expectAccessibleInEachLook(page, { shows: page.getByText("No parts found") });
    await search.fill("mirror");
    await expectAccessibleInEachLook(page, { shows: results });
    await results.first().click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Part selected successfully") });
    await next(page, "Contact Info");
    await button(page, "Continue").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Name is required") });
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page.getByLabel("Phone", { exact: true }).fill("5555550111");
    await page.getByLabel(/^E-?mail/i).fill("ann@example.com");
    await next(page, "Review");
    await expectAccessibleInEachLook(page);
    await page.route(/partsrequest\.data/, (route) => route.abort());
    await button(page, "Submit Request").click();
    await expectAccessibleInEachLook(page, {
      shows: page.getByText("Failed to submit request"),
      height: 3_000,
    });
    await page.unroute(/partsrequest\.data/);
    await button(page, "Submit Request").click();
    await expectAccessibleInEachLook(page, { shows: page.getByText("Part request submitted successfully!") });
    await page.context().close();
  });
});

async function next(page: Page, step: string): Promise<void> {
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: step, level: 2 }).waitFor();
}
