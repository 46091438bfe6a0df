import { existsSync } from "node:fs";
import { chromium } from "playwright";
import type { TestProject } from "vitest/node";
import { SYSTEM_BROWSERS } from "../../scripts/browser-paths.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    browserEndpoint: string;
  }
}

// Chromium loads two hidden pages for the address bar of every window, which triples the cost of a new visitor.
const ADDRESS_BAR_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"];
// Chromium reads only the last list, so the features that Playwright turns off are repeated here.
const TURNED_OFF_BY_PLAYWRIGHT = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
];

const FLAGS = [
  `--disable-features=${[...ADDRESS_BAR_PAGES, ...TURNED_OFF_BY_PLAYWRIGHT].join()}`,
  "--disable-gpu",
  // A page lives for seconds, in which no optimizing compiler earns what it costs.
  "--js-flags=--no-turbofan --no-maglev",
  // Every page is ours, so none needs a process of its own.
  "--disable-site-isolation-trials",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // No page reaches another machine: a request that leaves this one fails, and the page logs an error.
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];

/** Launches the one browser that every browser test connects to: Playwright's own, else the system's Chromium. */
export default async function launchBrowser(project: TestProject): Promise<() => Promise<void>> {
  const playwrightBrowser = chromium.executablePath();
  const executablePath = existsSync(playwrightBrowser)
    ? playwrightBrowser
    : SYSTEM_BROWSERS.find((file) => existsSync(file));
  const isRoot = process.getuid?.() === 0;
  const server = await chromium.launchServer({
    executablePath,
    args: isRoot ? ["--no-sandbox", ...FLAGS] : FLAGS,
  });
  project.provide("browserEndpoint", server.wsEndpoint());
  return () => server.close();
}
