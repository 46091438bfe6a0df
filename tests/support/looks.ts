import type { Page } from "playwright";
import { expect } from "vitest";
import { expectAccessibleInEachLook } from "./axe";
import { expectAccessible } from "./browser";

/** WCAG 1.4.12: the spacing that a reader may set. */
const WIDE_SPACING =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }" +
  "p { margin-bottom: 2em !important }";
/** WCAG 1.4.4 */
const LARGE_LETTERS = "html { font-size: 200% }";

interface Size {
  width: number;
  height: number;
}

const NARROWEST = { width: 320, height: 900 };
const PHONE = { width: 390, height: 844 };
/** As wide as a window of 1280 pixels at 200%; at 400% that one is as wide as the narrowest. */
const ZOOMED = { width: 640, height: 900 };
const LAPTOP = { width: 1280, height: 720 };
const DESK = { width: 1440, height: 900 };

/**
 * Breaks no rule of accessibility, names its fields, fits every window, cuts nothing off, has targets of 24 pixels, 44 in forms and menus, and stands
 * still for whoever asks. One visit for all of it, because loading a page takes longer than looking at it. It ends in a phone's window.
 */
export async function expectFitForEverybody(page: Page): Promise<void> {
  await expectAccessibleInEachLook(page);
  const problems = await findUnnamedFields(page);
  const overflow = async (size: Size, styles: string[]) => {
    await page.setViewportSize(size);
    problems.push(...(await findOverflow(page, styles)).map((found) => `${size.width}, ${found}`));
  };
  await overflow(ZOOMED, ["", WIDE_SPACING, LARGE_LETTERS]);
  await overflow(NARROWEST, ["", WIDE_SPACING]);
  problems.push(...(await findSmallTargets(page)), ...(await findMotion(page)));
  await overflow(PHONE, [LARGE_LETTERS]);
  expect(problems).toEqual([]);
}

/** No bar hides what has the focus. */
export async function expectFocusInSight(page: Page): Promise<void> {
  for (const size of [PHONE, LAPTOP, DESK]) {
    await page.setViewportSize(size);
    expect(await findHiddenFocus(page), `hidden at ${size.width} by ${size.height} pixels`).toEqual([]);
  }
}

/** Dark on white, from a dark screen too. */
export async function expectReadableOnPaper(page: Page): Promise<void> {
  await page.setViewportSize({ width: 720, height: 900 });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  expect(background, "the paper").toBe("rgb(255, 255, 255)");
  await expectAccessible(page, "on paper");
  await page.emulateMedia({ media: null, colorScheme: null });
}

/**
 * In each of these styles, the page if it is wider than the window, and each element that hides part of its text. The page is
 * measured in all of them at once, so that it is painted in none.
 */
function findOverflow(page: Page, styles: readonly string[]): Promise<string[]> {
  return page.evaluate((styles) => {
    const root = document.documentElement;
    const isCut = (element: HTMLElement) => {
      // Sizes first: few elements hold more than they show, and the rest costs more to ask.
      const isWider = element.scrollWidth > element.clientWidth + 1;
      const isHigher = element.scrollHeight > element.clientHeight + 1;
      if (!isWider && !isHigher) return false;
      const { overflowX, overflowY, clipPath } = getComputedStyle(element);
      const hides = (overflow: string) => ["hidden", "clip"].includes(overflow);
      if (!(isWider && hides(overflowX)) && !(isHigher && hides(overflowY))) return false;
      // Visually hidden on purpose, or a request's first words, which its open row shows in full.
      if (clipPath !== "none" || element.closest(".honeypot, .request-glance__text")) return false;
      return element.checkVisibility() && Boolean(element.innerText?.trim());
    };
    const sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [sheet];
    const problems = styles.flatMap((style) => {
      sheet.replaceSync(style);
      const wide = root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} pixels wide`] : [];
      const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter(isCut);
      return [...wide, ...cut.map((element) => `${element.tagName}.${element.className} is cut off`)].map(
        (found) => `"${style}": ${found}`,
      );
    });
    document.adoptedStyleSheets = [];
    return problems;
  }, styles);
}

/** WCAG 2.4.11: what can have the focus, and is then entirely behind something else. */
function findHiddenFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSeen = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [0.1, 0.5, 0.9].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [x, y] as const));
      return points.some(([x, y]) => {
        const there = document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y);
        return (
          there !== null &&
          (element.contains(there) || there.contains(element) || there.closest("label")?.contains(element))
        );
      });
    };
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input:not([type=hidden]), select, textarea, summary",
    );
    const hidden: string[] = [];
    for (const element of all) {
      // What is cut to nothing shows its focus on its label.
      if (getComputedStyle(element).clipPath !== "none" || element.offsetWidth <= 1) continue;
      if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) continue;
      element.focus();
      if (document.activeElement === element && element.matches(":not(.visually-hidden)") && !isSeen(element))
        hidden.push(element.outerHTML.slice(0, 80));
    }
    return hidden;
  });
}

/** A field whose label is for screen readers alone says what it is by its placeholder; a date can't. */
function findUnnamedFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isHidden = (element: Element) => getComputedStyle(element).clipPath !== "none";
    const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
      "input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea",
    );
    return [...fields]
      .filter((field) => field.checkVisibility() && !isHidden(field) && !field.closest(".honeypot"))
      .filter(({ labels, placeholder }) => !placeholder && [...(labels ?? [])].every(isHidden))
      .map((field) => `${field.outerHTML.slice(0, 80)} has no name in sight`);
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

/** What moves for somebody who asks for less motion. */
async function findMotion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const longest = await page.evaluate(() => {
    const times = [...document.querySelectorAll("*")].flatMap((element) =>
      [null, "::before", "::after"].flatMap((part) => {
        const { transitionDuration, animationDuration, scrollBehavior } = getComputedStyle(element, part);
        const seconds = `${transitionDuration},${animationDuration}`.split(",").map(Number.parseFloat);
        return scrollBehavior === "smooth" ? [...seconds, 1] : seconds;
      }),
    );
    return Math.max(...times);
  });
  await page.emulateMedia({ reducedMotion: null });
  return longest <= 0.001 ? [] : [`moves for ${longest} seconds`];
}
