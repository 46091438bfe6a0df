import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../../support/browser";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** What stands beside the hours in each place where it is in sight. */
const said = (page: Page) => page.locator(".open-now__text:visible").allTextContents();

describe("with script", () => {
  it("the hours say whether somebody is there, by the business's clock, and change with the minute", async () => {
    // Five in the afternoon in Millbrook is ten at night in London and the next morning in Auckland.
    for (const timezoneId of ["America/New_York", "Europe/London", "Pacific/Auckland"]) {
      const { page, problems } = await visit(browser, { timezoneId });
      await page.clock.install({ time: new Date("2026-06-12T16:58:30-04:00") });
      await page.goto(`${site.url}/contact`);
      const saidEverywhere = async () => [...new Set(await said(page))];
      await expect.poll(saidEverywhere, { message: timezoneId }).toEqual(["Open now, until 5pm"]);
      await page.clock.runFor(91_000);
      await expect.poll(saidEverywhere).toEqual(["Closed, opens Monday at 8am"]);
      expect(problems).toEqual([]);
    }
  });

  it.each([
    [390, "light"],
    [820, "dark"],
    [1280, "light"],
  ] as const)("at %i pixels nothing moves when it appears", async (width, colorScheme) => {
    const asleep = await visit(browser, { width, colorScheme });
    await asleep.page.route("**/*.js", (route) => route.abort());
    const { page } = await visit(browser, { width, colorScheme });
    for (const path of ["/", "/contact"]) {
      await asleep.page.goto(site.url + path);
      expect(await said(asleep.page)).toEqual([]);

      await page.goto(site.url + path);
      await expect.poll(() => said(page)).not.toEqual([]);
      const unmoved = await places(asleep.page);
      await expect.poll(() => places(page), { message: path }).toEqual(unmoved);
    }
  });
});

/** Where the places of the words lie, and what stands around and after them. */
function places(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    await document.fonts.ready;
    return [
      ...document.querySelectorAll(
        ".open-now, .site-header__bar *, h1, h2, .hero__illustration, dl, footer a",
      ),
    ]
      .filter((part) => !part.closest(".open-now__text, dialog"))
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        return [part.tagName, x, y, width, height].join(" ");
      });
  });
}

it("phone numbers, addresses and emails act on a tap, and a finger hits them", async () => {
  const { page } = await visit(browser, { script: false });
  for (const path of ["/", "/repair", "/contact", "/inventory", "/privacy-policy", "/no/such/page"]) {
    await page.goto(site.url + path);
    for (const act of ["tel:", "mailto:", "https://www.google.com/maps/dir/"]) {
      expect(await page.locator(`footer a[href^='${act}']`).count(), `${act} in the footer of ${path}`).toBe(
        1,
      );
    }
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      const links = page.locator(
        ":is(header, footer, main) a:is([href^='tel:'], [href^='mailto:'], [href*='/maps/']):visible",
      );
      const small = await links.evaluateAll((all) =>
        all
          // A link within a sentence is as high as its line (WCAG 2.5.8).
          .filter((link) => !link.closest("p, li, .prose"))
          .map((link) => ({ words: link.textContent?.trim(), height: link.getBoundingClientRect().height }))
          .filter(({ height }) => height < 44),
      );
      expect(small, `${path} at ${width}`).toEqual([]);
    }
  }
  await page.goto(`${site.url}/contact`);
  const address = page.locator("main address a").first();
  expect(await address.getAttribute("href")).toContain("destination=Millbrook%20Auto%20Recyclers");
});
