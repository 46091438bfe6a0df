import type { Browser, Page } from "playwright";
import { type Visit, visit, waitForHydration } from "./browser";

/** A visitor who is faster than the page's script, which loads when `load` is called; that resolves once it has hydrated. */
export async function onSlowLine(
  browser: Browser,
  address: string,
  options: Parameters<typeof visit>[1] = {},
): Promise<Visit & { load: () => Promise<void> }> {
  const visitor = await visit(browser, { hydrated: false, ...options });
  const { page } = visitor;
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/(entry\.client|(list|check)-in-place)-/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(address, { waitUntil: "commit" });
  await page.locator("footer").waitFor();
  return {
    ...visitor,
    load: async () => {
      release();
      await waitForHydration(page);
    },
  };
}

/** Watches a page that opens from now on: how far it has moved what stood there, besides right after a tap. */
export async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const moved: Partial<LayoutShift>[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => moved.push(...(list.getEntries() as unknown as LayoutShift[]))).observe(
      {
        type: "layout-shift",
      },
    );
  });
  return () =>
    page.evaluate(() =>
      (window as unknown as { moved: LayoutShift[] }).moved
        .filter(({ hadRecentInput }) => !hadRecentInput)
        .reduce((sum, { value }) => sum + value, 0),
    );
}

interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
}
