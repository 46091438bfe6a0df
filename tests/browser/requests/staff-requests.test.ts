import type { Browser, BrowserContext, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser, visit, waitForHydration } from "../../support/browser";
import { withoutTables } from "../../support/database";
import { minutesLater, partRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

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

describe("on a phone", () => {
  it("the narrowest, a card's status leaves its toggle free", async () => {
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

  it("every row is a card that nothing widens, however long its words", async () => {
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
      await expect
        .poll(async () => (await page.locator(".staff-bar").boundingBox())?.height)
        .toBeLessThan(70);
      await expectAccessible(page);
    }
    await page.setViewportSize({ width: 820, height: 900 });
    await page.goto(`${site.url}/admin/parts-requests`);
    const times = page.getByRole("cell").locator("time");
    const lines = () => times.evaluateAll((all) => all.map((time) => time.getClientRects().length));
    await expect
      .poll(async () => [...new Set(await lines())], {
        message: "a date and its time stand on one line",
      })
      .toEqual([1]);
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
    await page.getByRole("link", { name: "Dismantled Vehicles", exact: true }).waitFor();
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
