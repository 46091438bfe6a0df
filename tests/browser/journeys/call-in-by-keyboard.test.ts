import { beforeAll, beforeEach, expect, it } from "vitest";
import { missingBrowsers } from "../../../scripts/browser-paths.mjs";
import { atEnd } from "../../support/at-end";
import { openBrowser, visit } from "../../support/browser";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { openFirefoxPage } from "../../support/other-browsers";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

/** What Playwright's pages and Puppeteer's have in common. */
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(expression: string): Promise<unknown>;
  keyboard: {
    press(key: "Tab" | "Enter" | "/"): Promise<void>;
    down(key: "Shift"): Promise<void>;
    up(key: "Shift"): Promise<void>;
    type(text: string): Promise<void>;
  };
}

const PHONE = { width: 390, height: 844 };
/** Firefox's keys are lost once Tab has passed the page's last link, so a walk ends before that. */
const MAX_STOPS = 90;
/** The name of the control that has the focus: its label, or its own words. A page, or a part of it, is no control. */
const FOCUSED = `(() => {
  const focused = document.activeElement;
  if (focused.tabIndex < 0) return "";
  const { textContent } = focused.labels?.[0] ?? focused;
  return (focused.getAttribute("aria-label") ?? textContent).replace(/\\s+/g, " ").trim();
})()`;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  for (const table of ["partRequests", "customers", "parts", "dismantledVehicles"] as const)
    await site.db.deleteFrom(table).execute();
});

const inChromium = async (script: boolean): Promise<Page> =>
  (await visit(await openBrowser(), { script, ...PHONE })).page;

async function inFirefox(script: boolean): Promise<Page> {
  const page = await openFirefoxPage({ script, ...PHONE });
  atEnd(() => page.browser().close());
  return page as Page;
}

it.each([
  ["Chromium", true, () => inChromium(true)],
  ["Chromium without script", false, () => inChromium(false)],
  ["Firefox", true, () => inFirefox(true)],
  ["Firefox without script", false, () => inFirefox(false)],
])(
  "on a phone's screen and by keyboard alone, in %s, a call becomes a request with matches, a quote and a day to follow up, is found by four digits, and won",
  async (browser, script, open) => {
    if (missingBrowsers().some((missing) => browser.startsWith(missing))) return;
    const car = { year: 2003, make: "Honda", model: "Accord" };
    await shelfPart({ ...car, entryId: "alternator", stockNumber: "D-77-1", price: 85 });
    await dismantledVehicle({ ...car, stockNumber: "D000777" });
    const page = await open();
    const { username } = await administrator();
    const { see, tabTo, tabBackTo, press, type } = keysOf(page);
    // Without script each page begins at its top.
    const toMain = () => (script ? undefined : press("Skip to main content"));

    await page.goto(`${site.url}/login?redirectTo=%2Fadmin%2Ftoday`);
    await type("Username", username);
    await type("Password", PASSWORD);
    await press("Login");
    await see("No requests are waiting for an answer.");

    await press("New");
    await press("Request");
    await see("What's it about?");
    await toMain();
    await type("Name", "Dave");
    await type("Phone", "5555550177");
    await type("What do they need?", "2003 accord alternator");
    await press("Add Request");
    await see("On the shelf");
    await see("2003 Honda Accord Alternator");
    await see("In our yard");

    await toMain();
    await type("Price in dollars", "85");
    await press("Save quote");
    await see("Quote saved");
    // The page is where its form is, with script and without.
    await tabBackTo("Text");
    const day = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: "America/New_York", month: "2-digit", day: "2-digit", year: "numeric" },
    }).format(new Date());
    await type("Follow up on", day.replaceAll("/", ""));
    await press("Save follow-up");
    await see("Follow up today");

    // Either leads to a page of its own on a phone.
    await (script ? page.keyboard.press("/") : press("Search"));
    // The word alone is in the bar of every page.
    await expect.poll(() => page.evaluate("document.querySelector('main h1')?.innerText")).toBe("Search");
    await tabTo("Search everything");
    await page.keyboard.type("0177");
    await page.keyboard.press("Enter");
    await see("Back to Customers");
    await toMain();
    await press("PR-");
    await see("Close as won");
    await toMain();
    await press("Skip to close");
    // A busy browser jumps a moment later, and would take the focus from where Tab has come by then.
    await expect.poll(() => page.evaluate("document.activeElement?.id")).toContain("close-");
    await press("Close as won");
    await expect
      .poll(() => page.evaluate("document.querySelector('main header').innerText"))
      .toContain("Won");
  },
  240_000,
);

function keysOf(page: Page) {
  const see = (text: string) =>
    expect
      .poll(() => page.evaluate("document.body.innerText").catch(() => ""), { timeout: 60_000 })
      .toContain(text);
  /** Goes on with Tab until what is called this, or begins so, has the focus. */
  const tabTo = async (name: string) => {
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (String(await page.evaluate(FOCUSED)).startsWith(name)) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`The keyboard never came to ${name}.`);
  };
  return {
    see,
    tabTo,
    tabBackTo: async (name: string) => {
      await page.keyboard.down("Shift");
      await tabTo(name);
      await page.keyboard.up("Shift");
    },
    press: async (name: string) => {
      await tabTo(name);
      await page.keyboard.press("Enter");
    },
    type: async (name: string, text: string) => {
      await tabTo(name);
      await page.keyboard.type(text);
    },
  };
}
