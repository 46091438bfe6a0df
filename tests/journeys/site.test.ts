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

describe("the drawer on a phone", () => {
  it("opens, holds the focus and closes by the keyboard alone", async () => {
    const { page, problems } = await visit(browser, { width: 390 });
    await page.goto(site.url);
    await page.waitForLoadState("networkidle");
    const open = page.getByRole("button", { name: "Menu" });
    await open.focus();
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await drawer.waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toMatch(
      /hidden|clip/,
    );

    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press("Tab");
      const inside = await page.evaluate(
        () => document.activeElement === document.body || document.activeElement?.closest("dialog") !== null,
      );
      expect(inside, "the focus stays in the drawer").toBe(true);
    }
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "hidden" });
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
    await page.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Menu" }).click();
    const drawer = page.getByRole("dialog", { name: "Menu" });
    await drawer.waitFor();
    const box = await drawer.boundingBox();
    expect(box?.width).toBeLessThanOrEqual(390 * 0.9 + 1);
    const besideIt = (box?.x ?? 0) > 20 ? 5 : 385;
    await page.mouse.click(besideIt, 450);
    await drawer.waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "Menu" }).click();
    await drawer.getByRole("link", { name: "Contact" }).click();
    await page.waitForURL(`${site.url}/contact`);
    await drawer.waitFor({ state: "hidden" });
  });

  it("has a plain equivalent without script", async () => {
    const { page } = await visit(browser, { width: 390, script: false });
    await page.goto(site.url);
    await page.locator("header").getByText("Menu").click();
    await page.getByRole("link", { name: "Pre-Owned Vehicles" }).locator("visible=true").first().click();
    expect(new URL(page.url()).pathname).toBe("/inventory");
  });
});

describe.each([true, false])("with script %s", (script) => {
  it("every item of the navigation leads to its page, whose title and heading are its own", async () => {
    const { page, problems } = await visit(browser, { script, width: 1280 });
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
    const { page } = await visit(browser, { script });
    const answer = await page.goto(`${site.url}/no/such/page`);
    expect(answer?.status()).toBe(404);
    expect(await page.locator("h1").textContent()).toBe("Page not found");
    await page.getByRole("link", { name: "Return Home" }).click();
    await page.waitForURL(`${site.url}/`);
  });

  it("the footer links to the policy on every route", async () => {
    const { page } = await visit(browser, { script });
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
  await page.waitForLoadState("networkidle");
  await page.locator("footer").getByRole("link", { name: "About" }).click();
  await page.waitForURL(`${site.url}/about`);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});
