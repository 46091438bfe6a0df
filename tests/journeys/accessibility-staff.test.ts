import type { Browser } from "playwright";
import { beforeAll, describe, it } from "vitest";
import { expectAccessible, openBrowser, visit } from "../support/browser";
import { type Samples, STAFF_STATES, storeSamples, visitAsStaff } from "../support/every-page";
import { type Site, startSite } from "../support/site";

let site: Site;
let browser: Browser;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  samples = await storeSamples(site);
});

describe.each([
  ["a phone in daylight", { width: 390, colorScheme: "light" as const }],
  ["a desk in the dark", { width: 1280, colorScheme: "dark" as const }],
])("on %s no violation", (_name, options) => {
  it.each(STAFF_STATES)("of %s", async (_state, path) => {
    const { page, context } = await visitAsStaff(browser, site, options);
    await page.goto(site.url + path(samples), { waitUntil: "networkidle" });
    await expectAccessible(page);
    await context.close();
  });

  it("of a sign-in that was refused", async () => {
    const { page, context } = await visit(browser, options);
    await page.goto(`${site.url}/login`, { waitUntil: "networkidle" });
    await page.getByLabel("Username").fill("nobody");
    await page.getByLabel("Password").fill("not the password");
    await page.getByRole("button", { name: "Login" }).click();
    await page.locator(".error-summary").waitFor();
    await expectAccessible(page);
    await context.close();
  });
});
