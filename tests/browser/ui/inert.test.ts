import type { Browser, Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { openBrowser, type Visit, visit } from "../../support/browser";
import { type Planted, plantScripts, SCRIPT } from "../../support/scripts";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
let planted: Planted;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  planted = await plantScripts(site);
});

/** A member of staff whose browser tells when a script that somebody left behind runs. */
async function watched(): Promise<Visit & { dialogs: string[] }> {
  const visitor = await visit(browser);
  const dialogs: string[] = [];
  visitor.page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await visitor.context.addCookies(
    planted.cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: site.url };
    }),
  );
  return { ...visitor, dialogs };
}

/** The elements that a script would have made of itself, had it got out of its place. */
const planteds = (page: Page) => page.locator('img[src="x"], [onerror]').count();

// That it is inert on every page as the server sends it is told in requests/http/content-policy.test.ts.
it("a script in every text field runs nowhere where script draws the next page, or shows a form again with what was typed", async () => {
  const { page, problems, dialogs } = await watched();
  await page.goto(`${site.url}/inventory`);
  await page.locator("main a[href^='/inventory/']").first().click();
  await page.waitForURL(/\/inventory\/\w{26}/);
  await page.locator("h1", { hasText: "onerror" }).waitFor();
  expect(await page.title()).toContain("<img src=x onerror");
  expect(await planteds(page)).toBe(0);

  await page.goto(`${site.url}/admin?open=${planted.dismantled}`);
  for (const tab of ["Parts Requests", "Repair Requests", "Retail Vehicles"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await page.getByRole("heading", { name: tab, level: 2 }).waitFor();
    await page.locator("tbody", { hasText: "onerror" }).first().waitFor();
    expect(await planteds(page)).toBe(0);
  }

  await page.goto(`${site.url}/partsmatrix`);
  for (const field of await page.locator("main input:visible, main textarea:visible").all()) {
    if (["text", "email", null].includes(await field.getAttribute("type"))) await field.fill(SCRIPT);
  }
  await page.locator("main button[type=submit]").click();
  await page.getByText("Please enter a valid email address").first().waitFor();
  expect(await planteds(page)).toBe(0);
  expect(dialogs).toEqual([]);
  expect(problems).toEqual([]);
});
