import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../support/browser";
import { type Site, startSite } from "../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

describe("the menu on a phone", () => {
  it("opens, holds the focus and closes by the keyboard alone", async () => {
    const { page, problems } = await visit(browser, { width: 390 });
    await page.goto(site.url);
    const open = page.getByRole("button", { name: "Menu" });
    await open.focus();
    await page.keyboard.press("Enter");
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.waitFor();
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).overflowY))
      .toMatch(/hidden|clip/);

    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      );
      expect(inside, "the focus stays in the menu").toBe(true);
    }
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "hidden" });
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            document.activeElement?.textContent?.trim() || document.activeElement?.getAttribute("aria-label"),
        ),
      )
      .toContain("Menu");
    expect(problems).toEqual([]);
  });

  it("closes on its backdrop, and on the way to another page", async () => {
    const { page } = await visit(browser, { width: 390 });
    await page.goto(site.url);
    await page.getByRole("button", { name: "Menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.waitFor();
    const box = await menu.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390 * 0.9 + 1);
    const besideIt = (box?.x ?? 0) > 20 ? 5 : 385;
    await page.mouse.click(besideIt, 450);
    await menu.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`${site.url}/contact`);
    await menu.waitFor({ state: "hidden" });
  });

  it("is closed when the visitor comes back to the page, and when the window grows", async () => {
    const { page } = await visit(browser, { width: 390 });
    await page.goto(site.url);
    const menu = page.getByRole("dialog", { name: "Menu" });
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`${site.url}/contact`);
    await page.goBack();
    await menu.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Menu" }).click();
    await menu.waitFor();
    await page.setViewportSize({ width: 1280, height: 900 });
    await menu.waitFor({ state: "hidden" });
    await page.getByRole("link", { name: "Browse Recycled Parts" }).click();
    await page.waitForURL(`${site.url}/parts`);
  });
});

describe("a visitor on a desk", () => {
  it("every item of the navigation leads to its page, whose title and heading are its own", async () => {
    const { page, problems } = await visit(browser);
    await page.goto(site.url);
    const titles = new Set<string>();
    for (const item of [
      "Repair Services",
      "Shop Recycled Parts",
      "Request Parts",
      "Pre-Owned Vehicles",
      "Contact",
      "Home",
    ]) {
      const link = page
        .getByRole("navigation", { name: "Main" })
        .getByRole("link", { name: item, exact: true });
      await link.click();
      await expect.poll(() => link.getAttribute("aria-current")).toBe("page");
      await expect.poll(() => page.locator("h1").count()).toBe(1);
      titles.add(await page.title());
    }
    expect(titles.size).toBe(6);
    expect(problems).toEqual([]);
  });

  it("an unknown address says so and leads home", async () => {
    const { page } = await visit(browser);
    const answer = await page.goto(`${site.url}/no/such/page`);
    expect(answer?.status()).toBe(404);
    expect(await page.locator("h1").textContent()).toBe("Page not found");
    await page.getByRole("link", { name: "Return Home" }).click();
    await page.waitForURL(`${site.url}/`);
  });

  it("the footer links to the policy on every route", async () => {
    const { page } = await visit(browser);
    for (const path of ["/", "/partsmatrix", "/nowhere"]) {
      await page.goto(site.url + path);
      await page.locator("footer").getByRole("link", { name: "Privacy Policy" }).click();
      await page.waitForURL(`${site.url}/privacy-policy`);
    }
  });
});

it("a new page starts at its top", async () => {
  const { page } = await visit(browser, { width: 390, height: 600 });
  await page.goto(`${site.url}/privacy-policy`);
  await page.locator("footer").getByRole("link", { name: "About" }).click();
  await page.waitForURL(`${site.url}/about`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
