import type { Browser, BrowserContext, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser, visit, waitForHydration } from "../../support/browser";
import { renameTable } from "../../support/database";
import { minutesLater, partRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** A visitor without script sends both kinds through the public pages. */
async function sendBoth(name: string): Promise<void> {
  const { page, context } = await visit(browser, { script: false });
  await page.goto(`${site.url}/repair`);
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Phone", { exact: false }).first().fill("555.555.0166");
  await page.locator("main textarea").first().fill("Brakes squeal.\nMornings only.");
  await page.getByRole("button", { name: "Request Callback" }).click();
  await page.getByText("Request Submitted!").first().waitFor();

  await page.goto(`${site.url}/partsrequest`);
  await page.getByLabel("Vehicle Identification Number (VIN)").fill("1HGCM82633A004352");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "Exterior" });
  await page.getByRole("button", { name: "Show subcategories" }).click();
  await page.getByLabel("Subcategory").selectOption({ label: "Bumpers & Parts" });
  await page.getByRole("button", { name: "Show parts" }).click();
  await page.getByLabel("Part", { exact: true }).selectOption({ label: "Bumper Cover, Front" });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Phone", { exact: true }).fill("555 555 0167");
  await page.getByLabel(/^E-?mail/i).fill("vera@example.com");
  await page.getByLabel(/^Notes/).fill("Dark blue, please");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page
    .getByText(/submitted successfully/)
    .first()
    .waitFor();
  await context.close();
}

async function signInAs(context: BrowserContext): Promise<void> {
  const { cookie } = await signedIn();
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: site.url };
    }),
  );
}

const row = (page: Page, name: string) => page.locator("tbody", { hasText: name });
/** With script the toggle is a button, without it a link. */
const toggle = (page: Page, name: string) => row(page, name).locator(".record-table__button");
/** Axe is script itself: it looks at the pages with it, which are the same. */
const accessible = (page: Page, script: boolean) => (script ? expectAccessible(page) : undefined);
const settled = (page: Page, script: boolean) => (script ? waitForHydration(page) : undefined);

describe.each([true, false])("reading what a visitor just sent, with script %s", (script) => {
  it("signs in, opens both rows, and takes each request to its printed page and back", async () => {
    const name = `Vera ${script ? "Script" : "Plain"}`;
    await sendBoth(name);
    const { page, problems } = await visit(browser, { script });
    const { username } = await administrator();
    await page.goto(`${site.url}/admin/parts-requests`);
    await page.getByLabel(/username/i).fill(username);
    await page.getByLabel(/password/i).fill(PASSWORD);
    await page.getByRole("button", { name: "Login" }).click();

    await page.getByRole("heading", { name: "Parts Requests", level: 2 }).waitFor();
    await settled(page, script);
    expect(await row(page, name).count()).toBe(1);
    await accessible(page, script);
    await toggle(page, name).click();
    const open = row(page, name);
    await open.getByText("Dark blue, please").waitFor();
    await accessible(page, script);
    const said = (await open.innerText()).replace(/\s+/g, " ");
    for (const words of ["1HGCM82633A004352", "2003", "Honda", "Accord", "Bumper Cover, Front", "Pending"])
      expect(said).toContain(words);
    expect(await open.getByRole("link", { name: "(555) 555-0167" }).getAttribute("href")).toBe(
      "tel:+15555550167",
    );
    expect(await open.getByRole("link", { name: "vera@example.com" }).getAttribute("href")).toBe(
      "mailto:vera@example.com",
    );

    await open.getByRole("link", { name: /^Print PR-/ }).click();
    await page.getByRole("heading", { name: /Part request PR-/, level: 1 }).waitFor();
    expect(await page.locator("main").innerText()).toContain("Dark blue, please");
    expect(await page.getByRole("button", { name: "Print" }).count()).toBe(script ? 1 : 0);
    await accessible(page, script);
    await page.getByRole("link", { name: "Back to Parts Requests" }).click();
    await row(page, name).getByText("Dark blue, please").waitFor();

    await page.getByRole("link", { name: "Repair Requests" }).click();
    await page.getByRole("heading", { name: "Repair Requests", level: 2 }).waitFor();
    await settled(page, script);
    await toggle(page, name).click();
    const callback = row(page, name);
    await callback.getByText("Mornings only.").last().waitFor();
    await callback.getByRole("link", { name: "(555) 555-0166" }).waitFor();
    await callback.getByText("Callback (simplified)").waitFor();
    expect(await callback.innerText()).not.toMatch(/TBD|Medium|not-provided/);
    await callback.getByRole("link", { name: /^Print RR-/ }).click();
    await page.getByRole("heading", { name: /Repair request RR-/, level: 1 }).waitFor();
    await accessible(page, script);
    expect(problems).toEqual([]);
  });

  it("on the narrowest phone a card's status leaves its toggle free", async () => {
    const name = `Narrow ${script ? "Script" : "Plain"}`;
    await partRequest({}, { name });
    const { page, context } = await visit(browser, { script, width: 320 });
    await signInAs(context);
    await page.goto(`${site.url}/admin/parts-requests`);
    await settled(page, script);
    const badge = await row(page, name).locator(".badge").boundingBox();
    const button = await toggle(page, name).boundingBox();
    if (!badge || !button) throw new Error("The card shows no status or no toggle.");
    const apart = badge.x + badge.width <= button.x || badge.y >= button.y + button.height;
    expect(apart, JSON.stringify({ badge, button })).toBe(true);
  });

  it("on a phone every row is a card that nothing widens, however long its words", async () => {
    const word = "W".repeat(190);
    await partRequest({ component: word, additionalInfo: word.repeat(20) }, { name: word });
    const { page, context } = await visit(browser, { script, width: 390, colorScheme: "dark" });
    await signInAs(context);
    const id = await partRequest({ additionalInfo: "x".repeat(5000) }, { name: word }, minutesLater(1));
    for (const path of [`/admin/parts-requests?open=${id}`, `/admin/parts-requests/${id}`]) {
      await page.goto(site.url + path);
      await settled(page, script);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
      // One row: as high as a button, its padding and the line below.
      expect((await page.locator(".staff-bar").boundingBox())?.height).toBeLessThan(70);
      await accessible(page, script);
    }
    await page.setViewportSize({ width: 820, height: 900 });
    await page.goto(`${site.url}/admin/parts-requests`);
    const lines = await page
      .getByRole("cell")
      .locator("time")
      .evaluateAll((times) => times.map((time) => time.getClientRects().length));
    expect(new Set(lines), "a date and its time stand on one line").toEqual(new Set([1]));
  });
});

describe("on the way to another list", () => {
  it("says what is loading, and where it fails says so under the tabs and can be tried again", async () => {
    const { page, context } = await visit(browser);
    await signInAs(context);
    await page.goto(`${site.url}/admin`);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/admin/parts-requests.data*", async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole("link", { name: "Parts Requests" }).click();
    await page.getByText("Loading part requests...").waitFor();
    release();
    await page.getByRole("heading", { name: "Parts Requests", level: 2 }).waitFor();

    await renameTable("repairRequests", "lost");
    await page.getByRole("link", { name: "Repair Requests" }).click();
    await page.getByText("Error: Failed to fetch repair requests").waitFor();
    await renameTable("lost", "repairRequests");
    await page.getByRole("link", { name: "Dismantled Vehicles" }).waitFor();
    await page.getByRole("button", { name: "Retry" }).click();
    await page
      .getByText(/No repair requests yet|\d+ requests?/)
      .first()
      .waitFor();
  });
});

it("a request prints on one sheet, and a text of five thousand characters is not cut", async () => {
  const { page, context } = await visit(browser);
  await signInAs(context);
  const sheets = async (details: Record<string, unknown>) => {
    await page.goto(`${site.url}/admin/parts-requests/${await partRequest(details)}`);
    const pdf = await page.pdf({ format: "Letter" });
    return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
  };
  expect(await sheets({})).toBe(1);
  expect(await sheets({ additionalInfo: "The rattle comes and goes. ".repeat(185) })).toBe(1);
  expect(await sheets({ additionalInfo: "line\n".repeat(900) })).toBeGreaterThan(1);
});
