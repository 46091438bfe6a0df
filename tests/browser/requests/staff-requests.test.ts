import type { Browser, BrowserContext, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser, visit, waitForHydration } from "../../support/browser";
import { withoutTables } from "../../support/database";
import { minutesLater, newPartRequest, partRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD, signedIn } from "../../support/staff";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** Both kinds, as a visitor has just sent them. */
async function sendBoth(name: string): Promise<void> {
  const contact = { name, phone: "5555550167", email: "vera@example.com" };
  const part = { system: "Exterior", component: "Bumper Cover, Front", additionalInfo: "Dark blue, please" };
  await newPartRequest(part, contact, new Date());
  const message = { phone: "555.555.0166", description: "Brakes squeal.\nMornings only." };
  await site.form("/repair", { name, contactMethod: "phone", ...message });
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
const toggle = (page: Page, name: string) => row(page, name).locator(".record-table__button");

describe("reading what a visitor just sent", () => {
  it("signs in, opens both rows, and takes each request to its printed page and back", async () => {
    const name = "Vera Lin";
    await sendBoth(name);
    const { page, problems } = await visit(browser);
    const { username } = await administrator();
    await page.goto(`${site.url}/admin/parts-requests`);
    await page.getByLabel(/username/i).fill(username);
    await page.getByLabel(/password/i).fill(PASSWORD);
    await page.getByRole("button", { name: "Login" }).click();

    await page.getByRole("heading", { name: "Parts Requests", level: 2 }).waitFor();
    await waitForHydration(page);
    expect(await row(page, name).count()).toBe(1);
    await expectAccessible(page);
    await toggle(page, name).click();
    const open = row(page, name);
    await open.getByText("Dark blue, please").waitFor();
    await expectAccessible(page);
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
    expect(await page.getByRole("button", { name: "Print" }).count()).toBe(1);
    await expectAccessible(page);
    await page.getByRole("link", { name: "Back to Parts Requests" }).click();
    await row(page, name).getByText("Dark blue, please").waitFor();

    await page.getByRole("link", { name: "Repair Requests" }).click();
    await page.getByRole("heading", { name: "Repair Requests", level: 2 }).waitFor();
    await waitForHydration(page);
    await toggle(page, name).click();
    const callback = row(page, name);
    await callback.getByText("Mornings only.").last().waitFor();
    await callback.getByRole("link", { name: "(555) 555-0166" }).waitFor();
    await callback.getByText("Callback (simplified)").waitFor();
    expect(await callback.innerText()).not.toMatch(/TBD|Medium|not-provided/);
    await callback.getByRole("link", { name: /^Print RR-/ }).click();
    await page.getByRole("heading", { name: /Repair request RR-/, level: 1 }).waitFor();
    await expectAccessible(page);
    expect(problems).toEqual([]);
  });

  it("on the narrowest phone a card's status leaves its toggle free", async () => {
    const name = "Narrow";
    await partRequest({}, { name });
    const { page, context } = await visit(browser, { width: 320 });
    await signInAs(context);
    await page.goto(`${site.url}/admin/parts-requests`);
    await waitForHydration(page);
    const badge = await row(page, name).locator(".badge").boundingBox();
    const button = await toggle(page, name).boundingBox();
    if (!badge || !button) throw new Error("The card shows no status or no toggle.");
    const apart = badge.x + badge.width <= button.x || badge.y >= button.y + button.height;
    expect(apart, JSON.stringify({ badge, button })).toBe(true);
  });

  it("on a phone every row is a card that nothing widens, however long its words", async () => {
    const word = "W".repeat(190);
    await partRequest({ component: word, additionalInfo: word.repeat(20) }, { name: word });
    const { page, context } = await visit(browser, { width: 390, colorScheme: "dark" });
    await signInAs(context);
    const id = await partRequest({ additionalInfo: "x".repeat(5000) }, { name: word }, minutesLater(1));
    for (const path of [`/admin/parts-requests?open=${id}`, `/admin/parts-requests/${id}`]) {
      await page.goto(site.url + path);
      await waitForHydration(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
      // One row once access is verified: as high as a button, its padding and the line below.
      await page.getByRole("timer").waitFor();
      expect((await page.locator(".staff-bar").boundingBox())?.height).toBeLessThan(70);
      await expectAccessible(page);
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

    await withoutTables(["repairRequests"], async () => {
      await page.getByRole("link", { name: "Repair Requests" }).click();
      await page.getByText("Error: Failed to fetch repair requests").waitFor();
    });
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
