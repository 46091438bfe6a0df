import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import {
  PUBLIC_STATES,
  type Samples,
  STAFF_STATES,
  storeSamples,
  visitAsStaff,
} from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

// With mail on, so that the form of a message to a customer is there. Nothing is sent.
vi.hoisted(() => {
  process.env.SMTP_URL = "smtp://127.0.0.1:9";
  process.env.MAIL_FROM = "office@yard.example";
});

/** WCAG 1.4.12: the spacing that a reader may set. */
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

/** A window of 1280 pixels is 640 wide at 200%, and 320 at 400%. */
const LOOKS = [
  [320, ["", WIDE_SPACING]],
  [390, [LARGE_LETTERS]],
  [640, ["", WIDE_SPACING, LARGE_LETTERS]],
] as const;

describe.each([
  ["visitors", PUBLIC_STATES, () => visit(browser, { width: 320 })],
  ["staff", STAFF_STATES, () => visitAsStaff(browser, site, { width: 320 })],
])("the pages of %s", (_who, states, newVisit) => {
  let page: Page;
  beforeAll(async () => {
    ({ page } = await newVisit());
  });

  it.each(states)(
    "fit every window, cut nothing off and have targets of 24 pixels, 44 in forms and menus: %s",
    async (_name, path) => {
      await page.goto(site.url + path(samples));
      const problems: string[] = [];
      for (const [width, styles] of LOOKS) {
        await page.setViewportSize({ width, height: 900 });
        for (const style of styles) {
          await setStyle(page, style);
          problems.push(...(await findOverflow(page)).map((found) => `${width}, "${style}": ${found}`));
        }
      }
      await page.setViewportSize({ width: 320, height: 900 });
      await setStyle(page, "");
      problems.push(...(await findSmallTargets(page)));
      expect(problems).toEqual([]);
    },
  );
});

function setStyle(page: Page, style: string): Promise<void> {
  return page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);
}

/** The page if it is wider than the window, and each element that hides part of its text. */
function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} pixels wide`] : [];
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      // Visually hidden on purpose, or a request's first words, which its open row shows in full.
      if (clipPath !== "none" || element.closest(".honeypot, .request-glance__text")) return false;
      if (!element.checkVisibility() || !element.innerText?.trim()) return false;
      return (
        (["hidden", "clip"].includes(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (["hidden", "clip"].includes(overflowY) && element.scrollHeight > element.clientHeight + 1)
      );
    });
    return [...wide, ...cut.map((element) => `${element.tagName}.${element.className} is cut off`)];
  });
}

/** WCAG 2.5.8, and our own 44 pixels. A link within a sentence is as high as its text. */
function findSmallTargets(page: Page): Promise<string[]> {
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
