import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/browser";
import { storeSamples, visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  await storeSamples(site);
});

it("with forced colors what is chosen, pressed or focused is told by a line", async () => {
  const { page } = await visitAsStaff(browser, site, { forcedColors: "active" });
  const line = (selector: string, at: "border" | "outline") =>
    page
      .locator(selector)
      .first()
      .evaluate((element, side) => {
        const style = getComputedStyle(element);
        const isDrawn = style.getPropertyValue(`${side}-bottom-style`) || style.outlineStyle;
        const width = side === "border" ? style.borderBottomWidth : style.outlineWidth;
        return isDrawn !== "none" && Number.parseFloat(width) >= 1;
      }, at);
  for (const [path, selectors] of Object.entries({
    "/contact": [".site-header__nav [aria-current]", "main .button"],
    "/inventory": [".filters input", ".filters select", ".vehicle-card", ".badge"],
    "/admin": ["main .badge", "main .plate", "main .button"],
  })) {
    await page.goto(site.url + path);
    for (const selector of selectors)
      await expect.poll(() => line(selector, "border"), { message: selector }).toBe(true);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect.poll(() => line(":focus-visible", "outline"), { message: path }).toBe(true);
  }
});
