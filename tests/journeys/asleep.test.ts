import type { Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { openBrowser, visit } from "../support/browser";
import { retailVehicle } from "../support/builders";
import { type Site, startSite } from "../support/site";

let site: Site;
let browser: Awaited<ReturnType<typeof openBrowser>>;
let vehicle: string;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  vehicle = `/inventory/${(await retailVehicle({ stockNumber: "P-77" }))._id}`;
});

/** A visitor who looks and touches nothing, and the names of the scripts that came. */
async function lookAt(path: string) {
  const { page, problems } = await visit(browser, { awake: false });
  const scripts: string[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith(".js")) scripts.push(answer.url().replace(/^.*\/|-[\w-]{8}\.js$/g, ""));
  });
  await page.goto(site.url + path, { waitUntil: "networkidle" });
  return { page, problems, scripts };
}

const isAwake = (page: Page) => page.evaluate(() => "__remixRouter" in window);

describe("a page that is only looked at", () => {
  it("brings no framework, and says all the same whether we are open", async () => {
    for (const path of [
      "/",
      "/about",
      "/inventory",
      vehicle,
      "/contact",
      "/repair",
      "/partsrequest",
      "/privacy-policy",
    ]) {
      const { page, problems, scripts } = await lookAt(path);
      expect(scripts, path).not.toContain("framework");
      expect(await isAwake(page), path).toBe(false);
      expect(await page.locator(".open-now__words").first().textContent(), path).toMatch(
        /^(Open|Closed) now/,
      );
      expect(problems, path).toEqual([]);
      await page.close();
    }
  });

  it("goes on by its links and forms as without script", async () => {
    const { page } = await lookAt("/inventory");
    await page.evaluate(() =>
      document.querySelector<HTMLAnchorElement>("main a[href^='/inventory/']")?.click(),
    );
    await page.waitForURL(site.url + vehicle);
    expect(await page.locator("h1").textContent()).toContain("Subaru");
  });

  it("wakes at the first sign of life, and nothing that stands there moves or goes", async () => {
    for (const wake of [
      (page: Page) => page.mouse.move(200, 200),
      (page: Page) => page.keyboard.press("Tab"),
      (page: Page) => page.mouse.wheel(0, 200),
    ]) {
      const { page, problems, scripts } = await lookAt("/contact");
      const words = await page.locator("main").innerText();
      await wake(page);
      await expect.poll(() => isAwake(page)).toBe(true);
      expect(scripts).toContain("framework");
      expect(await page.locator("main").innerText()).toBe(words);
      expect(problems).toEqual([]);
      await page.close();
    }
  });
});

describe("a page that does something by itself does not wait", () => {
  it("a toast that came with it leaves, and what is wrong with a form has the focus", async () => {
    const { page } = await lookAt("/partsrequest");
    // Sent before anything woke, as a quick thumb does.
    await page.evaluate(() => {
      const form = document.querySelector<HTMLFormElement>("main form");
      form?.querySelector<HTMLInputElement>("[name=vin]")?.setAttribute("value", "SHORT");
      form?.submit();
    });
    await page.waitForURL(/partsrequest/);
    await expect.poll(() => isAwake(page)).toBe(true);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.className))
      .toContain("error-summary");
  });
});
