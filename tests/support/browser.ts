import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout } from "node:timers/promises";
import type axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from "playwright";
import { afterEach, expect, inject, onTestFinished, TestRunner } from "vitest";
import { atEnd } from "./at-end";

/** The minified one: each page that is looked at gets it anew. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const POLICY = /content security policy/i;
/** What any page of any visitor has done against the content policy since the last test. */
const violations: string[] = [];

// No test passes in which a page broke the content policy, whether the test looks or not.
afterEach(() => {
  expect(violations.splice(0), "against the content policy").toEqual([]);
});

/** The browser that all test files share (browser-server.ts); what this file opened in it closes with the file. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.connect(inject("browserEndpoint"));
  atEnd(() => browser.close());
  return browser;
}

/** What a page must never do: ask another machine, log an error, or break the content policy. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  problems: string[];
}

/**
 * A new visitor, until the test ends; console errors and violations of the content policy gather in `problems`.
 * Chromium logs the answer to a refused form (400) as an error too. Only a form is answered so, so that line is no problem.
 */
export async function visit(
  browser: Browser,
  {
    script = true,
    hydrated = true,
    width = 1280,
    height = 900,
    ...options
  }: BrowserContextOptions & {
    script?: boolean;
    /** False for a visitor who is faster than the page's hydration. */
    hydrated?: boolean;
    width?: number;
    height?: number;
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width, height },
    ...options,
  });
  // A page left open goes on using the processor that the next test needs. One opened in a hook closes with its file.
  // Chromium has been seen never to answer a close after a step back in history; the browser's own end closes it then.
  if (TestRunner.getCurrentTest())
    onTestFinished(() => Promise.race([context.close(), setTimeout(10_000, undefined, { ref: false })]));
  const problems: string[] = [];
  context.on("console", (message) => {
    if (POLICY.test(message.text())) violations.push(`${message.page()?.url()}: ${message.text()}`);
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    // No page reaches the map's own site (browser-server.ts).
    const isMap = message.location().url.startsWith("https://www.openstreetmap.org/");
    const isRefusedForm = message.text().includes("status of 400");
    if ((message.type() === "error" && !isMap && !isRefusedForm) || POLICY.test(message.text()))
      problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.setDefaultTimeout(30_000);
  if (script && hydrated) hydrateOnLoad(page);
  return { page, context, problems };
}

/** Resolves once the page's script has run, and where it ships React (docs/decisions/hydration.md) once that has hydrated. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.readyState === "complete" &&
      ("hydrated" in document.documentElement.dataset || !("__remixContext" in window)),
  );
}

/** Resolves once there is such an element, without the script that a locator first loads into each page: for whoever goes through many. */
export async function waitForElement(page: Page, selector: string): Promise<void> {
  await page.evaluate(
    (selector) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!document.querySelector(selector)) return;
          changes.disconnect();
          resolve();
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { attributes: true, childList: true, subtree: true });
        look();
      }),
    selector,
  );
}

// A page whose script does not load is left as it is.
function hydrateOnLoad(page: Page): void {
  const [goto, reload, goBack] = [page.goto.bind(page), page.reload.bind(page), page.goBack.bind(page)];
  const hydrated = async <Response>(response: Response) => {
    await Promise.race([waitForHydration(page), page.waitForTimeout(15_000)]).catch(() => undefined);
    return response;
  };
  page.goto = async (...args) => hydrated(await goto(...args));
  page.reload = async (...args) => hydrated(await reload(...args));
  page.goBack = async (...args) => hydrated(await goBack(...args));
}

/** Resolves once the page has drawn what a click or a key began, such as the way to a fragment. */
export async function nextFrame(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Waits until this has the focus: a page may move it a moment after what it shows. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect
    .poll(() => target.evaluate((element) => element === document.activeElement), { message: String(target) })
    .toBe(true);
}

/** A message in sight: a toast, or without script a line at the top of the page, which a toast leaves hidden. */
export function toast(page: Page, title: string | RegExp): Locator {
  return page.getByText(title).filter({ visible: true });
}

/**
 * No violation of WCAG 2.2 AA or of the best practices that axe knows, in the state the page is in. `look` tells the
 * reader of a failure how the page was looked at.
 */
export async function expectAccessible(page: Page, look = ""): Promise<void> {
  await settled(page);
  // Evaluated rather than added as a script: the content policy forbids the latter, as it should.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(AXE);
  // What breaks no rule stays in the page: to send all of it takes longer than many a rule.
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
      // Only rules that are off need the style sheets loaded again.
      preload: false,
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    );
  });
  expect(found, `accessibility of ${page.url()} ${look}`.trim()).toEqual([]);
}

/**
 * What is on its way would be measured on that way: a panel that slides in, a colour that fades to the other scheme's.
 * Nothing here takes a second; a busy machine may.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isMoving = ({ playState, effect }: Animation) =>
      playState === "running" && effect?.getComputedTiming().endTime !== Infinity;
    const end = Date.now() + 5_000;
    for (let looks = 0; Date.now() < end; looks++) {
      if (looks > 1 && !document.getAnimations().some(isMoving)) return;
      await new Promise((later) => window.setTimeout(later, 20));
    }
  });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
