import { existsSync } from "node:fs";
import axe from "axe-core";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright";
import { afterAll, afterEach, expect } from "vitest";
import { SYSTEM_BROWSERS } from "../../scripts/browser-paths.mjs";

const ROOT_FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const POLICY = /content security policy/i;
/** What any page of any visitor has done against the content policy since the last test. */
const violations: string[] = [];

// No test passes in which a page broke the content policy, whether the test looks or not.
afterEach(() => {
  expect(violations.splice(0), "against the content policy").toEqual([]);
});

/** Playwright's own browser where it is there, else the system's Chromium; closed with the test file. */
export async function openBrowser(): Promise<Browser> {
  const own = chromium.executablePath();
  const executablePath = existsSync(own) ? undefined : SYSTEM_BROWSERS.find((file) => existsSync(file));
  const browser = await chromium.launch({ executablePath, args: process.getuid?.() === 0 ? ROOT_FLAGS : [] });
  afterAll(() => browser.close());
  return browser;
}

/** What a page must never do in a journey: ask another machine, log an error, or break the content policy. */
export interface Visit {
  page: Page;
  context: BrowserContext;
  problems: string[];
}

/**
 * A fresh visitor. Anything outside this machine (the map) is answered with an empty page; console errors
 * and policy violations gather in `problems`.
 */
export async function visit(
  browser: Browser,
  {
    script = true,
    awake = true,
    width = 1280,
    height = 900,
    ...options
  }: BrowserContextOptions & {
    script?: boolean;
    /** False for a visitor who looks and touches nothing. */
    awake?: boolean;
    width?: number;
    height?: number;
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    javaScriptEnabled: script,
    viewport: { width, height },
    ...options,
  });
  const problems: string[] = [];
  await context.route(
    (url) => !["127.0.0.1", "localhost"].includes(url.hostname),
    (route) =>
      route.fulfill({
        status: 200,
        contentType: "text/html",
        body: "<!doctype html><title>elsewhere</title>",
      }),
  );
  context.on("console", (message) => {
    if (POLICY.test(message.text())) violations.push(`${message.page()?.url()}: ${message.text()}`);
  });
  // Whoever drives a page is at it: it does not wait for a first touch (app/entry.client.tsx).
  if (awake)
    await context.addInitScript(() =>
      addEventListener("load", () => dispatchEvent(new Event("pointermove"))),
    );
  const page = await context.newPage();
  page.on("console", (message) => {
    if (message.type() === "error" || POLICY.test(message.text())) problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.setDefaultTimeout(15_000);
  if (script && awake) waitUntilAwake(page);
  return { page, context, problems };
}

/**
 * Whoever goes to a page has it awake: what a test does there is not done to a page that has only begun to wake, however
 * busy the machine is. A page whose script does not come is left as it is.
 */
function waitUntilAwake(page: Page): void {
  const goTo = page.goto.bind(page);
  page.goto = async (...asked) => {
    const answer = await goTo(...asked);
    await page
      .waitForFunction(
        () => {
          const drawn = document.querySelector("main");
          return drawn === null || Object.keys(drawn).some((key) => key.startsWith("__react"));
        },
        undefined,
        { timeout: 5_000 },
      )
      // A clock that a test has stopped never rests.
      .then(() =>
        Promise.race([
          page.evaluate(() => new Promise((rest) => requestIdleCallback(rest))),
          page.waitForTimeout(1_000),
        ]),
      )
      .catch(() => undefined);
    return answer;
  };
}

/**
 * No violation of WCAG 2.2 AA or of the best practices that axe knows, in the state the page is in. `look` tells the
 * reader of a failure how the page was looked at.
 */
export async function expectAccessible(page: Page, look = ""): Promise<void> {
  // Evaluated rather than added as a script: the content policy forbids the latter, as it should.
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    window.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
      resultTypes: ["violations"],
    }),
  );
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`,
  );
  expect(found, `accessibility of ${page.url()} ${look}`.trim()).toEqual([]);
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}
