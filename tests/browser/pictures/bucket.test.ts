import { beforeAll, describe, expect, it, vi } from "vitest";
import { recordsOf } from "../../support/api";
import type { TestBucket } from "../../support/bucket";

// Before anything reads the environment.
const bucket = await vi.hoisted(async (): Promise<TestBucket | undefined> => {
  const { useBucket } = await import("../../support/bucket");
  return useBucket();
});

import type { Browser } from "playwright";
import { openBrowser, visit } from "../../support/browser";
import { photo } from "../../support/pictures";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

describe.skipIf(!bucket)("with pictures in a bucket", () => {
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    site = await startSite();
    browser = await openBrowser();
  });

  it("a photo is chosen, saved, and seen by a visitor", async () => {
    const { cookie } = await signedIn();
    const { page, context, problems } = await visit(browser);
    await context.addCookies(
      cookie.split("; ").map((pair) => {
        const [name = "", value = ""] = pair.split(/=(.*)/s);
        return { name, value, url: site.url };
      }),
    );
    await page.goto(`${site.url}/admin/retail-vehicles/new`);
    const stockNumber = "BUCKET-1";
    await page.getByLabel("Stock Number").fill(stockNumber);
    await page.getByLabel("VIN", { exact: true }).fill("4S4BSANC1G3000001");
    await page.getByLabel("Year").fill("2016");
    await page.getByLabel("Make").fill("Subaru");
    await page.getByLabel("Model (optional)", { exact: true }).fill("Outback");
    const buffer = await photo(801, 600).jpeg().toBuffer();
    await page
      .getByLabel("Photos (optional)")
      .setInputFiles({ name: "car.jpg", mimeType: "image/jpeg", buffer });
    await page
      .getByRole("button", { name: /^(Save|Add)/ })
      .first()
      .click();
    await page.waitForURL(/\/admin\/retail-vehicles(\?|$)/);
    const [{ _id }] = await recordsOf(site, "retail-vehicles");
    await page.goto(`${site.url}/inventory/${_id}`);
    const shown = page.locator("main img[src^='/uploads/']").first();
    await expect
      .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(0);
    expect((await bucket?.keys())?.some((key) => key.startsWith(".claimed/"))).toBe(true);
    expect(problems).toEqual([]);
  });
});
