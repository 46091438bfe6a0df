import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { PUBLIC_STATES, type Samples, storeSamples, visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  samples = await storeSamples(site);
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
      expect([selector, await line(selector, "border")]).toEqual([selector, true]);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    expect(await line(":focus-visible", "outline")).toBe(true);
  }
});

it("without css each page begins with the skip link, says its menu no more than once and keeps its heads in order", async () => {
  const { page, context } = await visit(browser, { script: false });
  await context.route(/\.css/, (route) => route.abort());
  for (const [name, path] of PUBLIC_STATES) {
    await page.goto(site.url + path(samples));
    const read = await page.locator("body").ariaSnapshot();
    expect([name, read.split("\n")[0]]).toEqual([name, '- link "Skip to main content":']);
    expect([name, (read.match(/navigation "Main"/g)?.length ?? 0) <= 1]).toEqual([name, true]);
    expect(read).not.toContain("Leave this field empty");
    const levels = [...read.matchAll(/heading .*\[level=(\d)\]/g)].map(([, level]) => Number(level));
    expect([name, levels[0]]).toEqual([name, 1]);
    expect([name, levels.filter((level, at) => level > (levels[at - 1] ?? 0) + 1)]).toEqual([name, []]);
  }
});
