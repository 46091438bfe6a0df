import type { Browser, Locator, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { expectFocus, nextFrame, openBrowser, toast, visit } from "../../support/browser";
import { type Samples, storeSamples, visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
let samples: Samples;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  samples = await storeSamples(site);
});

/** Goes on with Tab, as somebody without a mouse does, until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let pressed = 0; pressed < 80; pressed += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard never came to ${target}.`);
}

async function type(page: Page, label: string | RegExp, words: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }).first());
  await page.keyboard.type(words);
}

async function press(page: Page, name: string, role: "button" | "link" = "button"): Promise<void> {
  await tabTo(page, page.getByRole(role, { name, exact: true }).first());
  await page.keyboard.press("Enter");
}

const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);
const heading = (page: Page, name: string) => page.getByRole("heading", { name, level: 2 });

describe("with the keyboard alone", () => {
  it("a part is asked for, from the skip link to the last button", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/partsrequest`);
    await page.keyboard.press("Tab");
    await expectFocus(page.getByRole("link", { name: "Skip to main content" }));
    await page.keyboard.press("Enter");
    await expectFocus(page.locator("#main"));
    await nextFrame(page);
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("main")?.id)).toBe("main");
    await type(page, "Vehicle Identification Number (VIN)", "1HGCM82633A004352");
    await page.keyboard.press("Enter");
    await heading(page, "Select Part").waitFor();
    // Before the catalog is loaded, Enter would ask the server.
    await tabTo(page, page.getByRole("combobox", { name: "Search for a part" }));
    await page.keyboard.type("ac compressor");
    // Enter takes the first result, also before it is on the screen.
    await page.keyboard.press("Enter");
    await page.getByText("Part selected successfully").waitFor();
    await press(page, "Continue");
    await heading(page, "Contact Info").waitFor();
    await type(page, "Name", "Kay Board");
    await type(page, "Phone", "5555550123");
    await type(page, /^E-?mail/i, "kay@example.com");
    await press(page, "Continue");
    await heading(page, "Review").waitFor();
    await press(page, "Submit Request");
    await page
      .getByText(/submitted successfully/)
      .first()
      .waitFor();
  });

  it("a callback is asked for: what is wrong takes the focus and the title, each time, and leads to its field", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/repair`);
    const title = await page.title();
    const summary = page.locator(".error-summary");
    for (const _time of ["first", "second"]) {
      await press(page, "Request Callback");
      await summary.waitFor();
      await expectFocus(summary);
      await expect.poll(() => page.title()).toBe(`Error: ${title}`);
    }
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectFocus(page.getByLabel("Name", { exact: true }));
    await page.keyboard.type("Kay Board");
    await tabTo(page, page.getByRole("textbox", { name: /^Phone/ }).first());
    await page.keyboard.type("5555550199");
    await press(page, "Request Callback");
    await page.getByText("Request Submitted!").first().waitFor();
    await expect.poll(() => page.title()).toBe(title);
  });

  it("the inventory is searched, and how much was found is said once", async () => {
    const { page } = await visit(browser);
    await page.goto(`${site.url}/inventory`);
    await page.evaluate(() => {
      const said: string[] = [];
      const regions = document.querySelectorAll("[role=status], [role=alert], [aria-live]");
      for (const region of regions) {
        new MutationObserver(() => {
          const words = region.textContent?.trim();
          if (words && words !== said.at(-1)) said.push(words);
        }).observe(region, { childList: true, characterData: true, subtree: true });
      }
      Object.assign(window, { said });
    });
    await type(page, "Search vehicles", "limited");
    await page.keyboard.press("Enter");
    await page
      .getByText(/\b1 of \d+ vehicles/)
      .or(page.getByText("1 vehicle", { exact: true }))
      .first()
      .waitFor();
    await page.waitForURL(/q=limited/);
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    expect(said.filter((words) => words !== "Loading vehicles...").length).toBeLessThanOrEqual(1);
    await tabTo(page, page.locator(`.vehicle-card a[href^="/inventory/${samples.forSale}"]`).first());
    await page.keyboard.press("Enter");
    await heading(page, "Overview").waitFor();
  });

  it("staff add a vehicle, and nothing that has the focus is covered", async () => {
    const { page } = await visitAsStaff(browser, site, { width: 1280, height: 600 });
    await page.goto(`${site.url}/admin`);
    await press(page, "Add Vehicle", "link");
    await page.getByRole("heading", { name: "Add New Dismantled Vehicle" }).waitFor();
    for (const [label, words] of Object.entries({
      "Stock Number": "K-1",
      VIN: "1HGCM82633A004352",
      Year: "2003",
      Make: "Honda",
      Model: "Accord",
      Mileage: "142000",
    })) {
      await type(page, label, words);
      await expect.poll(() => covered(page), { message: label }).toBeUndefined();
    }
    await press(page, "Add Vehicle");
    await toast(page, "Vehicle added").waitFor();
    await page.getByText("K-1").first().waitFor();
  });
});

it("nothing that gets the focus is behind what sticks to the screen", async () => {
  const { page } = await visitAsStaff(browser, site, { reducedMotion: "reduce" });
  for (const [path, width, height] of [
    ["/parts", 1440, 900],
    ["/inventory", 1440, 700],
    ["/inventory", 390, 844],
    [samples.pages.forSale, 390, 844],
    [`/admin/dismantled-vehicles/${samples.dismantled}/teardown`, 1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(site.url + path);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
      document.getElementById("main")?.focus();
    });
    for (let stops = 0; stops < 60; stops++) {
      await page.keyboard.press("Tab");
      await expect.poll(() => covered(page), { message: `${path} at ${width} pixels` }).toBeUndefined();
    }
  }
});

/** What in the page's main part has the focus while its middle is behind something else: WCAG 2.4.11, and more. */
function covered(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused?.closest("main")) return undefined;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const front = document.elementFromPoint(left + width / 2, top + height / 2);
    const isInFront = front && (focused.contains(front) || front.closest("label")?.control === focused);
    return isInFront ? undefined : `${focused.outerHTML.slice(0, 200)} behind ${front?.className}`;
  });
}
