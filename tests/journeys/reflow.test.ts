import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../support/browser";
import { PUBLIC_STATES, type Samples, STAFF_STATES, storeSamples, visitAsStaff } from "../support/every-page";
import { type Site, startSite } from "../support/site";

/** WCAG 1.4.12: what a reader may set, whatever the page says. */
const WIDE_SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
  "p { margin-bottom: 2em !important }";
/** WCAG 1.4.4 */
const LARGE_LETTERS = "html { font-size: 200% }";

let site: Site;
let browser: Browser;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  samples = await storeSamples(site);
});

describe.each([
  ["visitors", PUBLIC_STATES, (width: number) => visit(browser, { width })],
  ["staff", STAFF_STATES, (width: number) => visitAsStaff(browser, site, { width })],
])("the pages of %s", (_who, states, come) => {
  // A window of 1280 pixels is 640 wide at 200 %, and 320 at 400 %.
  it.each([
    [320, ["", WIDE_SPACING]],
    [390, [LARGE_LETTERS]],
    [640, ["", WIDE_SPACING, LARGE_LETTERS]],
  ])("are never wider than %i pixels, and cut nothing off", async (width, styles) => {
    const { page } = await come(width);
    const wrong: string[] = [];
    for (const [name, path] of states) {
      await page.goto(site.url + path(samples));
      for (const style of styles) {
        await set(page, style);
        wrong.push(...(await unfit(page)).map((found) => `${name}, "${style}": ${found}`));
      }
    }
    expect(wrong).toEqual([]);
  });

  it("have targets of 24 pixels at least, 44 in forms and menus", async () => {
    const { page } = await come(320);
    const wrong: string[] = [];
    for (const [name, path] of states) {
      await page.goto(site.url + path(samples));
      wrong.push(...(await small(page)).map((found) => `${name}: ${found}`));
    }
    expect(wrong).toEqual([]);
  });
});

function set(page: Page, style: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
}

/** The page where it is wider than the window, and whatever hides a part of its own words. */
function unfit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} pixels wide`] : [];
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      // Hidden from sight on purpose; and a request's first words, which its open row has all of.
      if (clipPath !== "none" || element.closest(".honeypot, .request-glance__words")) return false;
      if (!element.checkVisibility() || !element.innerText?.trim()) return false;
      return (
        (["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (["hidden", "clip"].includes(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    });
    return [...wide, ...cut.map((element) => `${element.tagName}.${element.className} is cut off`)];
  });
}

/** WCAG 2.5.8, and the house's own 44 pixels. Links within a sentence are as high as its letters. */
function small(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    );
    return [...targets].flatMap((target) => {
      const isClipped = getComputedStyle(target).clipPath !== "none";
      const isHidden = isClipped || !target.checkVisibility() || target.closest(".honeypot, .skip-link");
      const inSentence =
        getComputedStyle(target).display === "inline" && target.closest("p, li, dd, address");
      if (isHidden || inSentence) return [];
      const label = target.matches("[type=radio], [type=checkbox], [type=file]")
        ? target.closest("label")
        : null;
      const { width, height } = (label ?? target).getBoundingClientRect();
      const least = target.matches("form *, nav *, header *, .button") ? 43.5 : 24;
      const isSmall = width > 1 && (width < 24 || height < least);
      return isSmall ? [`${target.outerHTML.slice(0, 80)} ${Math.round(width)} × ${Math.round(height)}`] : [];
    });
  });
}
