import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { TOAST_DURATION_MS } from "~/http/toast";
import { expectAccessible } from "./browser";

const PHONE = 390;
const DESK = 1280;

interface State {
  /** What the state shows: it must be in sight for each look, or something else was looked at. */
  shows?: Locator;
  /** Where there is such a state on a phone alone. */
  onlyOnPhone?: boolean;
  /** Of the window. */
  height?: number;
}

/** No violation on a phone in daylight, nor on a desk in the dark: one visit, looked at twice. */
export async function expectAccessibleInEachLook(
  page: Page,
  { shows, onlyOnPhone = false, height = 900 }: State = {},
): Promise<void> {
  for (const [colorScheme, width] of [
    ["light", PHONE],
    ["dark", onlyOnPhone ? PHONE : DESK],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await shows?.first().waitFor();
    await expectAccessible(page, `at ${width} pixels, ${colorScheme}`);
    if (shows) expect(await shows.first().isVisible(), `${shows} stays while it is looked at`).toBe(true);
  }
}

/** Before this visitor nothing leaves by itself after its few seconds: axe takes its time on a busy machine. */
export async function holdWhatLeaves(context: BrowserContext): Promise<void> {
  await context.addInitScript((leavesAfter) => {
    const later = window.setTimeout;
    const held = (run: () => void, after?: number, ...more: []) =>
      later(run, after === leavesAfter ? 120_000 : after, ...more);
    Object.assign(window, { setTimeout: held });
    // A toast that a resize slides under the resting pointer, and out again, would run its last seconds.
    window.addEventListener(
      "pointerleave",
      (event) => {
        if (event.target instanceof Element && event.target.matches("toast-region")) event.stopPropagation();
      },
      true,
    );
  }, TOAST_DURATION_MS);
}
