import type { Browser } from "playwright";
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
  await page.route(/\/assets\/entry\.client-/, async (route) => {
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
