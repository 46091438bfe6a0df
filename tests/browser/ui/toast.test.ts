import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { redirectWithToast } from "~/http/toast.server";
import { vehiclePath } from "~/vehicles/inventory";
import { openBrowser, visit } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { cookiesOf, type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** Words that a live region announces, and whether at once (`assertive`) or when there is time (`polite`). */
interface Announcement {
  words: string;
  as: string;
}

/**
 * Notes what a page announces, once for each region that its words come into: a region in a region says them twice. A
 * region that brings its words along may not be heard: that is noted as `too late`.
 */
async function listen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const LIVE = "[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])";
    const heard: Announcement[] = [];
    Object.assign(window, { heard });
    const note = (region: Element, added: Node, late = "") => {
      const urgent = region.matches("[role=alert], [aria-live=assertive]");
      heard.push({ words: added.textContent ?? "", as: late + (urgent ? "assertive" : "polite") });
    };
    new MutationObserver((changes) => {
      for (const { target, addedNodes } of changes)
        for (const added of addedNodes) {
          if (!added.textContent?.trim() || !(target instanceof Element)) continue;
          for (
            let region = target.closest(LIVE);
            region;
            region = region.parentElement?.closest(LIVE) ?? null
          )
            note(region, added);
          if (!(added instanceof Element)) continue;
          for (const region of [added, ...added.querySelectorAll("*")])
            if (region.matches(LIVE) && region.textContent) note(region, region, "too late: ");
        }
    }).observe(document, { childList: true, subtree: true });
  });
}

/** How often, and how, `words` were announced. */
async function heard(page: Page, words: string): Promise<string[]> {
  await page.locator(".toast").getByText(words).waitFor();
  const all = await page.evaluate(() => (window as unknown as { heard: Announcement[] }).heard);
  return all.filter((announcement) => announcement.words.includes(words)).map(({ as }) => as);
}

describe("a toast is announced exactly once", () => {
  it("politely, each time that it is shown, the first one too", async () => {
    const path = vehiclePath(await retailVehicle());
    const { page, context, problems } = await visit(browser);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await listen(page);
    await page.goto(site.url + path);
    await page.getByRole("button", { name: "Copy Link" }).click();
    await expect.poll(() => heard(page, "Link copied")).toEqual(["polite"]);
    await page.getByRole("button", { name: "Copy Link" }).click();
    await expect.poll(() => heard(page, "Link copied")).toEqual(["polite", "polite"]);
    await page.getByRole("button", { name: "Close message" }).click();
    await page.locator(".toast").waitFor({ state: "detached" });
    expect(problems).toEqual([]);
  });

  it("at once where something failed", async () => {
    const { page } = await visit(browser);
    await listen(page);
    await page.goto(`${site.url}/repair`);
    await page.getByLabel("Name", { exact: true }).fill("Ann");
    await page
      .getByRole("textbox", { name: /^Phone/ })
      .first()
      .fill("5555550111");
    await page.route("**/repair", (route) => route.abort());
    await page.getByRole("button", { name: "Request Callback" }).click();
    await expect.poll(() => heard(page, "Submission Failed")).toEqual(["assertive"]);
  });

  it("where a form left it for the next page", async () => {
    const { _id } = await dismantledVehicle();
    const { page } = await visitAsStaff(browser, site);
    await listen(page);
    await page.goto(`${site.url}/admin/dismantled-vehicles/${_id}/delete`);
    await page.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => heard(page, "Vehicle deleted")).toEqual(["polite"]);
  });

  it.each([
    ["default", "polite"],
    ["destructive", "assertive"],
  ] as const)("where it came with the page itself, as a %s one", async (variant, as) => {
    const { page } = await flashed(variant);
    await listen(page);
    await page.goto(`${site.url}/about`);
    await expect.poll(() => heard(page, "Only for one")).toEqual([as]);
  });
});

it("a toast lasts five seconds, which stand still while the pointer or the focus is on it", async () => {
  const { page } = await flashed("default");
  // Only the test moves the clock, however long the machine takes.
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(1_000);
  await page.goto(`${site.url}/about`);
  const toast = page.locator(".toast");
  await toast.waitFor();
  await page.clock.fastForward(3_000);
  await toast.hover();
  await page.clock.fastForward(10_000);
  await page.getByRole("button", { name: "Close message" }).focus();
  await page.mouse.move(0, 0);
  await page.clock.fastForward(10_000);
  expect(await toast.count()).toBe(1);
  await page.getByRole("button", { name: "Close message" }).blur();
  await page.clock.fastForward(500);
  expect(await toast.count()).toBe(1);
  await page.clock.fastForward(2_000);
  await expect.poll(() => toast.count()).toBe(0);
});

/** A visitor for whom a toast waits on the next page. */
async function flashed(variant: "default" | "destructive") {
  const visitor = await visit(browser);
  const answer = await redirectWithToast("/about", { title: "Only for one", variant });
  const [name = "", value = ""] = cookiesOf(answer).split(/=(.*)/s);
  await visitor.context.addCookies([{ name, value, url: site.url }]);
  return visitor;
}
