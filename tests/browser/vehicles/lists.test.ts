import type { Response } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { idInSegment } from "~/values/record-path";
import { vehiclePath } from "~/vehicles/inventory";
import { expectAccessible, expectFocus, openBrowser, visit, waitForHydration } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let longest: string;
let parts: string;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  const words = {
    make: "W".repeat(60),
    model: "Donaudampfschifffahrtsgesellschaft".repeat(3),
    trim: "x".repeat(200),
    engineType: "E".repeat(150),
    stockNumber: `STOCK-${"9".repeat(34)}`,
  };
  const vehicle = await retailVehicle({
    ...words,
    price: 5_000_000,
    exteriorColor: "C".repeat(150),
    features: Array.from({ length: 100 }, (_, number) => `${number}${"F".repeat(100)}`),
    description: `${"D".repeat(2000)}\n${"word ".repeat(500)}`,
  });
  longest = vehiclePath(vehicle);
  parts = `/partsrequest?vehicle=${(await dismantledVehicle(words))._id}`;
});

it("words without a space in them never widen the page, however large its letters", async () => {
  const { page } = await visit(browser);
  for (const path of [
    "/",
    "/inventory",
    "/parts",
    "/contact",
    longest,
    `/contact?vehicle=${idInSegment(longest.slice("/inventory/".length))}`,
    `/inventory?q=${"W".repeat(200)}&make=${"M".repeat(200)}`,
  ]) {
    await page.goto(site.url + path);
    for (const [width, times] of [
      [320, 1],
      [390, 2],
      [768, 1],
      [1024, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const widest = await page.evaluate((size) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`html { font-size: ${size}% }`);
        document.adoptedStyleSheets = [sheet];
        return document.documentElement.scrollWidth;
      }, times * 100);
      expect(widest, `${path} at ${width} pixels`).toBeLessThanOrEqual(width);
      if (path === longest) await expectAccessible(page);
    }
  }
});

it("the lists' pages load no schema library", async () => {
  const { page } = await visit(browser);
  const scripts: Response[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) scripts.push(answer);
  });
  for (const path of ["/", "/inventory", "/parts", longest, "/contact"]) {
    scripts.length = 0;
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    const loaded = await Promise.all(scripts.map((script) => script.text()));
    expect(loaded.length, path).toBeGreaterThan(0);
    expect(
      loaded.some((script) => script.includes("ZodError")),
      path,
    ).toBe(false);
  }
  // The mark is one that the library bears: where it is needed, it is found.
  const marked = page.waitForResponse(async (answer) => {
    return answer.url().endsWith(".js") && (await answer.text()).includes("ZodError");
  });
  await page.goto(site.url + parts, { waitUntil: "networkidle" });
  // A form's rules come when somebody turns to it, and no sooner.
  await page.locator("main input:visible").first().focus();
  await marked;
});

it("one button is amber on the page of parts", async () => {
  const { page } = await visit(browser);
  await page.goto(`${site.url}/parts`);
  const amber = page.locator("main .button:not(.button--secondary):visible");
  expect(await amber.allInnerTexts()).toEqual(["Find Parts"]);
});

it("a price stands on one line", async () => {
  await retailVehicle({ price: 112_995 });
  const { page } = await visit(browser);
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${site.url}/inventory`);
    const plate = await page.getByText("$112,995").boundingBox();
    expect(plate?.height, String(width)).toBeLessThan(50);
  }
});

it("on a phone the list begins on the first screen", async () => {
  const { page } = await visit(browser, { width: 390, height: 844 });
  for (const path of ["/inventory", "/parts"]) {
    await page.goto(site.url + path);
    const card = await page.locator(".vehicle-card").first().boundingBox();
    expect(card?.y, path).toBeLessThan(700);
  }
});

it("nothing covers a field of the filters, wherever the page is scrolled to", async () => {
  const { page } = await visit(browser, { width: 1440, height: 700 });
  for (const path of ["/inventory", "/parts"]) {
    await page.goto(site.url + path);
    const covered = await page.evaluate(() => {
      const names: string[] = [];
      const fields = document.querySelectorAll<HTMLElement>(".filters__fields .input");
      for (const field of fields) {
        for (const block of ["center", "end"] as const) {
          field.scrollIntoView({ block, behavior: "instant" });
          const { left, top, height } = field.getBoundingClientRect();
          if (document.elementFromPoint(left + 9, top + height / 2) !== field) names.push(field.id);
        }
      }
      return { fields: fields.length, names };
    });
    expect([path, covered.names, covered.fields > 4]).toEqual([path, [], true]);
  }
});

it("after a link into another page the keyboard starts at that page's top", async () => {
  const { page, problems } = await visit(browser);
  await page.goto(`${site.url}/inventory`);
  await page.locator(".vehicle-card__title a").first().click();
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await waitForHydration(page);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.keyboard.press("Tab");
  await expectFocus(page.locator(".skip-link"));
  expect(problems).toEqual([]);
});

it("a price that is no number is not taken, and the browser says why", async () => {
  const { page } = await visit(browser);
  await page.goto(`${site.url}/inventory`);
  const price = page.getByLabel("Max price");
  await price.fill("cheap");
  await price.press("Enter");
  expect(await price.evaluate((input: HTMLInputElement) => input.validity.patternMismatch)).toBe(true);
  expect(page.url()).toBe(`${site.url}/inventory`);
  await price.fill("$12,500");
  await price.press("Enter");
  await page.waitForURL(`${site.url}/inventory?priceTo=12500`);
});
