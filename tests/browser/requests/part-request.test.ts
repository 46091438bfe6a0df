import type { Browser, Page, Route } from "playwright";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { recordsOf } from "../../support/api";
import { expectFocus, openBrowser, visit } from "../../support/browser";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { withoutTables } from "../../support/database";
import { type Site, startSite } from "../../support/site";
import { watchShifts } from "../../support/slow-line";

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

const stored = () => recordsOf(site, "part-requests");
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });
const go = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

async function openWizard(page: Page): Promise<void> {
  await page.goto(`${site.url}/partsrequest`);
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

describe("requesting a part", () => {
  it("by search: all four steps, once, however often it is sent", async () => {
    const { page, problems } = await visit(browser, { width: 390 });
    await openWizard(page);
    await giveVin(page);
    await page.getByText("2003 Honda Accord").first().waitFor();
    await page
      .getByLabel(/search/i)
      .first()
      .fill("ac compressor");
    const results = page.locator(".search-results").getByRole("option");
    await results.first().click();
    await page.getByText("Part selected successfully").waitFor();
    await expect.poll(() => page.getByLabel("Category", { exact: true }).inputValue()).not.toBe("");
    await go(page);
    await giveContact(page);
    expect(await page.locator("main").textContent()).toContain("(555) 555-0123");

    const submit = page.getByRole("button", { name: "Submit Request" });
    await submit.dblclick();
    await page.getByText(SENT).first().waitFor();
    await page
      .getByText(/PR-[0-9A-Z]{6}/)
      .first()
      .waitFor();
    await heading(page, "Vehicle Info").waitFor();
    const vin = page.getByLabel("Vehicle Identification Number (VIN)");
    await expect.poll(() => vin.inputValue()).toBe("");
    const confirmed = page.getByRole("heading", { name: "We have your request", level: 1 });
    await expectFocus(confirmed);
    await page.reload();
    // The toast is gone, the confirmation stays.
    await confirmed.waitFor();
    await expect.poll(() => page.getByText(SENT).count()).toBe(1);
    await page.getByRole("button", { name: "Request Another Part for This Vehicle" }).click();
    await heading(page, "Select Part").waitFor();
    await page.getByText("2003 Honda Accord").first().waitFor();

    const rows = await stored();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      vin: VIN,
      vehicleInfo: { year: "2003", make: "Honda", model: "Accord" },
      customerInfo: { name: "Nora Needs", phone: "(555) 555-0123", email: "nora@example.com" },
      partDetails: {
        system: "Engine/Accessories",
        component: expect.stringMatching(/compressor/i),
        additionalInfo: "Dark blue, please",
      },
      status: "pending",
    });
    expect(problems).toEqual([]);
  });

  it("by the menus, without the VIN: going back and changing an answer keeps the others", async () => {
    const { page } = await visit(browser);
    await openWizard(page);
    const noVin = page.getByText("I don't have the VIN", { exact: true });
    const next = page.getByRole("button", { name: "Continue" });
    await page.getByText("Enter the VIN, or choose").waitFor();
    await noVin.click();
    await page.getByLabel("Year", { exact: true }).fill("2008");
    await page.getByLabel("Make", { exact: true }).fill("Honda");
    await expect.poll(() => next.isDisabled()).toBe(true);
    await page.getByText("Enter the VIN, or the year, make and model.").waitFor();
    await page.getByLabel("Model", { exact: true }).fill("Accord");
    await next.click();
    await heading(page, "Select Part").waitFor();
    await page.getByText("2008 Honda Accord").first().waitFor();
    await page.getByLabel("Category", { exact: true }).selectOption({ label: "Exterior" });
    await page.getByLabel("Subcategory").selectOption({ label: "Bumpers & Parts" });
    await page.getByLabel("Part", { exact: true }).selectOption({ index: 1 });
    await go(page);
    await giveContact(page);

    await page.getByRole("link", { name: /change.*name/i }).click();
    await heading(page, "Contact Info").waitFor();
    await expect.poll(() => page.getByLabel("Name", { exact: true }).inputValue()).toBe("Nora Needs");
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
    expect(rows[0]).toMatchObject({
      vin: "",
      customerInfo: { name: "Nora Newname" },
      partDetails: { system: "Exterior", component: expect.stringMatching(/^Bumpers & Parts - /) },
    });
  });

  it("Back, refresh and a closed tab keep what was typed", async () => {
    const { page, context } = await visit(browser);
    await openWizard(page);
    await giveVin(page);
    await page.goto(`${site.url}/partsrequest?step=4`);
    await heading(page, "Select Part").waitFor();
    await page.close();
    const again = await context.newPage();
    await again.goto(`${site.url}/partsrequest?step=1`);
    expect(await again.getByLabel("Vehicle Identification Number (VIN)").inputValue()).toBe(VIN);
  });

  it("a VIN that cannot be decoded does not end the request", async () => {
    const { page } = await visit(browser);
    await openWizard(page);
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
    await page.getByText("1988 Yugo GV").first().waitFor();
  });

  it("each step names what is missing", async () => {
    const { page } = await visit(browser);
    await openWizard(page);
    const next = page.getByRole("button", { name: "Continue" });
    // Gray, but not dead: a press says why.
    await expect.poll(() => next.getAttribute("aria-disabled")).toBe("true");
    await next.click({ force: true });
    await page.getByRole("link", { name: "VIN is required" }).waitFor();
    await giveVin(page);
    await go(page);
    await page.getByText("Please select a category").first().waitFor();
    await page.getByLabel("Category", { exact: true }).selectOption({ label: "Engine" });
    await go(page);
    await page.getByText("Please select a subcategory").first().waitFor();
  });
});

it("a part on the shelf is asked for with a name and a phone number, and the confirmation fills a phone's screen", async () => {
  const { page } = await visit(browser, { width: 390, height: 844 });
  await page.goto(site.url + partPath(await shelfPart({ stockNumber: "ASK-1", price: 85 })));
  await page.getByRole("link", { name: "Ask for This Part" }).click();
  await page.getByRole("button", { name: "Send Request" }).click();
  await page.getByRole("link", { name: "Name is required" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Ann");
  await page.getByLabel("Phone").fill("5555550142");
  await page.getByRole("button", { name: "Send Request" }).click();
  await heading(page, "What Happens Next").waitFor();
  const height = async () => (await page.locator(".sent-screen").boundingBox())?.height;
  await expect.poll(height).toBeGreaterThanOrEqual(844);
  expect(await stored()).toMatchObject([{ customerInfo: { name: "Ann", phone: "(555) 555-0142" } }]);
});

it("a failure at the end says why in a toast, and loses nothing", async () => {
  const { page } = await visit(browser);
  await openWizard(page);
  await giveVin(page);
  await page
    .getByLabel(/search/i)
    .first()
    .fill("alternator");
  await page.getByRole("listbox").getByRole("option").first().click();
  await expect.poll(() => page.getByLabel("Category", { exact: true }).inputValue()).not.toBe("");
  await go(page);
  await heading(page, "Contact Info").waitFor();
  const notSent = page.locator(".toast", { hasText: "Your answers couldn't be sent" });
  await page.route("**/partsrequest.data*", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByLabel("Name", { exact: true }).fill("Nora Needs");
  await page.getByLabel("Phone", { exact: true }).fill("555 555 0123");
  await page.getByLabel(/^E-?mail/i).fill("nora@example.com");
  await go(page);
  await notSent.waitFor();
  // While somebody reads it, it stays, but not beyond the next try.
  await notSent.hover();
  await page.unroute("**/partsrequest.data*");
  await page.getByLabel("Name", { exact: true }).press("Enter");
  await heading(page, "Review").waitFor();
  expect(await notSent.count()).toBe(0);
  const submit = page.getByRole("button", { name: "Submit Request" });
  const toast = page.locator(".toast", { hasText: "Failed to submit request" });
  const TRY_AGAIN = "Please try again or contact support if the problem persists.";

  await withoutTables(["partRequests"], async () => {
    await submit.click();
    await toast.getByText(TRY_AGAIN).waitFor();
    await page.locator("main").getByText(`Failed to submit request. ${TRY_AGAIN}`).waitFor();
  });
  await page.reload();

  const failWith = async (answer: (route: Route) => Promise<void>, description: string) => {
    await page.route("**/partsrequest.data*", (route) =>
      route.request().method() === "POST" ? answer(route) : route.continue(),
    );
    await submit.click();
    await toast.getByText(description).first().waitFor();
    await heading(page, "Review").waitFor();
    await page.unroute("**/partsrequest.data*");
  };
  await failWith((route) => route.fulfill({ status: 500, json: { error: "x" } }), "non-JSON response");
  await failWith((route) => route.abort(), TRY_AGAIN);
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page.getByText(SENT).first().waitFor();
  expect(await stored()).toHaveLength(1);
});

it("the part search is a combobox: the arrow keys mark a result, Enter takes it, and the toast covers none of it", async () => {
  await dismantledVehicle({ vin: VIN });
  const { page } = await visit(browser, { width: 390, height: 844 });
  await openWizard(page);
  await giveVin(page);
  const search = page.getByRole("combobox", { name: "Search for a part" });
  await page.locator(".toast", { hasText: "Vehicle found in dismantled inventory" }).waitFor();
  await search.fill("zzqx");
  await page.getByText("No parts found.").first().waitFor();
  await expect.poll(() => search.getAttribute("aria-expanded")).toBe("false");

  await search.fill("bumper");
  const options = page.getByRole("listbox", { name: "Parts found" }).getByRole("option");
  await options.nth(2).waitFor();
  await expect.poll(() => page.locator(".toast").count()).toBe(0);
  await expect.poll(() => search.getAttribute("aria-expanded")).toBe("true");
  await page
    .locator("[role=status]", { hasText: `${await options.count()} parts found` })
    .waitFor({ state: "attached" });
  /** The options that the field points to, and those that are drawn as marked. */
  const marked = async () => {
    const id = await search.getAttribute("aria-activedescendant");
    return options.evaluateAll(
      (all, id) => ({
        pointedTo: all.findIndex((option) => option.id === id),
        drawn: all.flatMap((option, at) => (option.ariaSelected === "true" ? [at] : [])),
      }),
      id,
    );
  };
  const last = (await options.count()) - 1;
  for (const [key, at] of [
    ["ArrowDown", 0],
    ["ArrowUp", last],
    ["ArrowDown", 0],
    ["ArrowDown", 1],
  ] as const) {
    await search.press(key);
    await expect.poll(marked).toEqual({ pointedTo: at, drawn: [at] });
  }
  const [name = ""] = (await options.nth(1).innerText()).split("\n");
  await search.press("Enter");
  const toast = page.locator(".toast", { hasText: "Part selected successfully" });
  await toast.waitFor();
  const [component = "", part] = name.split(" - ");
  const chosen = page.locator("select:last-of-type");
  await expect
    .poll(() =>
      chosen.evaluateAll((all) =>
        all.map((select) => (select as HTMLSelectElement).selectedOptions[0]?.text),
      ),
    )
    .toEqual(expect.arrayContaining(part ? [component, part] : [component]));
  // All three in the window, above the toast once that has slid in.
  const uncovered = () =>
    chosen.evaluateAll((all) => {
      const toast = document.querySelector(".toast")?.getBoundingClientRect();
      return all
        .map((select) => select.getBoundingClientRect())
        .map(({ top, bottom }) => toast && top > 0 && bottom <= toast.top);
    });
  await expect.poll(uncovered).toEqual([true, true, true]);
  await expect.poll(() => search.inputValue()).toBe("");
});

it("a VIN check that gets no answer is given up after 15 seconds, and the request goes on with the vehicle typed", async () => {
  const { page } = await visit(browser);
  await page.clock.install();
  await openWizard(page);
  await page.route("**/partsrequest.data*", () => {});
  await page.getByLabel("Vehicle Identification Number (VIN)").fill(VIN);
  await go(page);
  await page.getByRole("button", { name: "Checking VIN..." }).waitFor();
  await page.clock.fastForward(15_100);
  await page
    .getByText("Vehicle database service is temporarily unavailable. Please try again later.")
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await page.getByLabel("Year", { exact: true }).fill("2003");
  await page.getByLabel("Make", { exact: true }).fill("Honda");
  await page.getByLabel("Model", { exact: true }).fill("Accord");
  await page.unroute("**/partsrequest.data*");
  await go(page);
  await heading(page, "Select Part").waitFor();
});

it("a vehicle without its VIN that can't be sent is no fault of the VIN's database, and goes out with another press", async () => {
  const { page } = await visit(browser);
  await openWizard(page);
  await page.locator("summary", { hasText: "I don't have the VIN" }).click();
  for (const [label, text] of [
    ["Year", "2003"],
    ["Make", "Honda"],
    ["Model", "Accord"],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.route("**/partsrequest.data*", (route) => route.abort());
  await go(page);
  await page.locator(".toast", { hasText: "Your answers couldn't be sent" }).waitFor();
  expect(await page.getByText("Vehicle database service").count()).toBe(0);
  await page.unroute("**/partsrequest.data*");
  await go(page);
  await heading(page, "Select Part").waitFor();
});

it("on a slow line nothing is saved beside the step that is on its way, and nothing moves until it is there", async () => {
  const { page } = await visit(browser, { width: 390, height: 844 });
  const distance = await watchShifts(page);
  // The steps after the first are a file of their own.
  await page.route("**/later-step-*.js", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 3_500));
    await route.continue();
  });
  await openWizard(page);
  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await page.route("**/partsrequest.data*", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue();
  });
  await giveVin(page);
  // On a busy machine the typing may be saved before Continue is pressed.
  expect(posts.slice(posts.indexOf("/partsrequest.data"))).toEqual(["/partsrequest.data"]);
  await page.getByText("2003 Honda Accord").first().waitFor();
  expect(await distance()).toBeLessThan(0.05);
});

it("at any width the first step leads to the parts on hand and to the store, once", async () => {
  for (const width of [390, 820, 1440]) {
    const { page } = await visit(browser, { width });
    await page.goto(`${site.url}/partsrequest`);
    const main = page.getByRole("main");
    expect(await main.getByRole("link", { name: "Browse Available Parts" }).count(), `${width}`).toBe(1);
    expect(await main.getByRole("link", { name: /^Our .+ Store$/ }).count(), `${width}`).toBe(1);
  }
});
