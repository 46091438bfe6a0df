import type { Browser, BrowserContext, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "~/accounts/access-token.server";
import type { StaffSession } from "~/accounts/session";
import { readClaims } from "~/accounts/session-clock";
import { STAFF_SESSION_ENDING } from "~/staff/session/store";
import { expectFocus, openBrowser, visit } from "../../support/browser";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

const MINUTE = 60_000;
const PLACE = "/admin/retail-vehicles?q=ford";
const SIGN_IN = `/login?${new URLSearchParams({ redirectTo: PLACE })}`;

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

interface Desk {
  page: Page;
  context: BrowserContext;
  problems: string[];
  session: StaffSession;
  /** Every refresh that any tab asked for. */
  refreshes: string[];
}

type Options = Parameters<typeof visit>[1] & {
  locks?: boolean;
  path?: string;
  stored?: Record<string, string>;
};

/** Somebody signed in, on a staff page, whose browser's clock can be moved. */
async function atDesk({ locks = true, path = PLACE, stored = {}, ...options }: Options = {}): Promise<Desk> {
  const { cookie, session } = await signedIn();
  const { page, context, problems } = await visit(browser, options);
  await context.addCookies(
    cookie.split("; ").map((pair) => {
      const [name = "", ...value] = pair.split("=");
      return { name, value: value.join("="), url: site.url };
    }),
  );
  const refreshes: string[] = [];
  context.on("request", (request) => {
    if (request.url().endsWith("/api/auth/refresh")) refreshes.push(request.url());
  });
  if (options.script !== false) {
    await context.clock.install({ time: new Date() });
    if (!locks)
      await context.addInitScript(
        "Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })",
      );
    await put(context, stored);
  }
  await page.goto(site.url + path);
  return { page, context, problems, session, refreshes };
}

/** What lies in local storage before the first page is opened. */
async function put(context: BrowserContext, stored: Record<string, string>): Promise<void> {
  await context.addInitScript((items) => {
    if (sessionStorage.getItem("put")) return;
    sessionStorage.setItem("put", "1");
    for (const [key, value] of Object.entries(items)) localStorage.setItem(key, value);
  }, stored);
}

const countdown = (page: Page) => page.getByRole("timer", { name: "Session countdown" });
const warning = (page: Page) => page.getByRole("dialog", { name: "Session Timeout Warning" });
const timeLeft = (page: Page) => warning(page).getByRole("timer").textContent();
/** The different times that the bar and the warning show at one moment. */
const timesShown = (page: Page) =>
  page.evaluate(() => [
    ...new Set([...document.querySelectorAll("[role=timer]")].map((timer) => timer.textContent)),
  ]);
const token = (page: Page) => page.evaluate(() => localStorage.getItem("authToken"));
const storedUser = (page: Page) => page.evaluate(() => localStorage.getItem("user"));

/** Asked of the table, because each look at a page or the API moves the session's end. */
async function isAlive({ id }: StaffSession): Promise<boolean> {
  const row = await site.db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst();
  return row !== undefined;
}

async function warned(desk: Desk): Promise<void> {
  await countdown(desk.page).waitFor();
  await desk.context.clock.fastForward(13 * MINUTE);
  await warning(desk.page).waitFor();
}

/** A token of this session that expires when the test wants it to. */
function tokenFor(session: StaffSession, minutes: number): Promise<string> {
  const now = new Date();
  return issueToken({ ...session, expiresAt: new Date(now.getTime() + minutes * MINUTE) }, now);
}

describe("after 13 minutes of nothing", () => {
  it("a warning counts down from 2:00, and at its end the browser and the server are logged out", async () => {
    const desk = await atDesk();
    const { page, context } = desk;
    await countdown(page).waitFor();
    // However slow the machine is, the last activity is now.
    await context.clock.pauseAt(Date.now() + MINUTE);
    await page.mouse.move(50, 300);
    await page.evaluate((name) => {
      window.addEventListener(name, () => sessionStorage.setItem("ending", "heard"));
    }, STAFF_SESSION_ENDING);
    await context.clock.fastForward(12 * MINUTE + 50_000);
    expect(await warning(page).isVisible()).toBe(false);
    await context.clock.fastForward(10_000);
    await warning(page).waitFor();
    await expect.poll(() => timeLeft(page)).toBe("2:00");
    await expect.poll(() => timesShown(page)).toEqual(["2:00"]);
    await expectFocus(page.getByRole("button", { name: "Continue Session" }));
    await context.clock.fastForward(60_000);
    await expect.poll(() => timeLeft(page)).toBe("1:00");
    await warning(page).getByRole("status").getByText("1 minute left").waitFor();
    await expect.poll(() => isAlive(desk.session)).toBe(true);
    await context.clock.fastForward(60_000);
    await page.waitForURL(site.url + SIGN_IN);
    await expect.poll(() => isAlive(desk.session)).toBe(false);
    await expect.poll(async () => [await token(page), await storedUser(page)]).toEqual([null, null]);
    expect(await page.evaluate(() => sessionStorage.getItem("ending"))).toBe("heard");
    expect(desk.problems).toEqual([]);
  });

  it("a laptop that slept for hours wakes up logged out, not warned, and its first mouse move changes nothing", async () => {
    const { page, context, session } = await atDesk();
    await countdown(page).waitFor();
    await context.clock.pauseAt(Date.now() + 3 * 60 * MINUTE);
    await page.mouse.move(50, 300);
    await page.waitForURL(site.url + SIGN_IN);
    await expect.poll(() => isAlive(session)).toBe(false);
  });

  it("Continue Session gets a new token and starts over", async () => {
    const desk = await atDesk();
    await warned(desk);
    expect(desk.refreshes).toHaveLength(1);
    await desk.page.getByRole("button", { name: "Continue Session" }).click();
    await warning(desk.page).waitFor({ state: "hidden" });
    await expect.poll(() => desk.refreshes.length).toBe(2);
    await expect.poll(() => countdown(desk.page).textContent()).toMatch(/^(30:00|29:)/);
    await desk.context.clock.fastForward(12 * MINUTE);
    expect(await warning(desk.page).isVisible()).toBe(false);
    await desk.context.clock.fastForward(MINUTE);
    await warning(desk.page).waitFor();
    await expect.poll(() => isAlive(desk.session)).toBe(true);
  });

  it.each([
    ["the session is over", 401],
    ["the server fails", 500],
    ["there is no connection", 0],
  ])("Continue Session logs out where %s", async (_name, status) => {
    const desk = await atDesk();
    await warned(desk);
    await desk.page.route("**/api/auth/refresh", (route) =>
      status === 0 ? route.abort() : route.fulfill({ status, json: { error: "no" } }),
    );
    await desk.page.getByRole("button", { name: "Continue Session" }).click();
    await desk.page.waitForURL(site.url + SIGN_IN);
    await expect.poll(() => isAlive(desk.session)).toBe(false);
  });

  it.each(["mouse", "keyboard"])("Logout Now logs out at once, by %s", async (by) => {
    const desk = await atDesk();
    await warned(desk);
    if (by === "keyboard") {
      await desk.page.keyboard.press("Tab");
      await desk.page.keyboard.press("Enter");
    } else await desk.page.getByRole("button", { name: "Logout Now" }).click();
    await desk.page.waitForURL(`${site.url}/login`);
    await expect.poll(() => isAlive(desk.session)).toBe(false);
    await expect.poll(() => token(desk.page)).toBeNull();
    expect(desk.refreshes).toHaveLength(1);
  });

  it.each([
    [
      "a click on the backdrop",
      async (page: Page) => {
        await page.mouse.down();
        await page.mouse.up();
      },
    ],
    ["Escape", (page: Page) => page.keyboard.press("Escape")],
  ])("%s continues the session", async (_name, act) => {
    const desk = await atDesk();
    const button = desk.page.getByRole("button", { name: "Refresh session" });
    await countdown(desk.page).waitFor();
    await desk.page.mouse.move(12, 500);
    await button.focus();
    await warned(desk);
    await act(desk.page);
    await warning(desk.page).waitFor({ state: "hidden" });
    await expect.poll(() => desk.refreshes.length).toBe(2);
    await expectFocus(button);
  });

  it.each([
    ["a key", (page: Page) => page.keyboard.press("a")],
    ["a movement of the mouse", (page: Page) => page.mouse.move(12, 500)],
    ["a scroll", (page: Page) => page.evaluate(() => window.dispatchEvent(new Event("scroll")))],
  ])("%s dismisses the warning and restarts the timers", async (_name, act) => {
    const desk = await atDesk();
    await warned(desk);
    await act(desk.page);
    await warning(desk.page).waitFor({ state: "hidden" });
    expect(desk.refreshes).toHaveLength(1);
    await desk.context.clock.fastForward(12 * MINUTE);
    expect(await warning(desk.page).isVisible()).toBe(false);
  });
});

describe("two tabs", () => {
  it("agree on a logout", async () => {
    const { page, context, session } = await atDesk();
    const other = await context.newPage();
    await other.goto(`${site.url}/admin`);
    await countdown(other).waitFor();
    await countdown(page).waitFor();
    await other.getByRole("button", { name: "Logout" }).click();
    await other.waitForURL(`${site.url}/login`);
    await page.waitForURL(site.url + SIGN_IN);
    await expect.poll(() => isAlive(session)).toBe(false);
  });

  it.each([true, false])("refresh at the same time, once where there are locks: %s", async (locks) => {
    const { page, context, refreshes } = await atDesk({ locks });
    await countdown(page).waitFor();
    expect(await page.evaluate(() => Boolean(navigator.locks))).toBe(locks);
    const other = await context.newPage();
    await other.goto(`${site.url}/admin`);
    await countdown(other).waitFor();
    expect(refreshes).toHaveLength(1);
    // A token issued in the same second is the same token, and no storage event.
    const first = readClaims(await token(page))?.issuedAt ?? 0;
    await expect.poll(() => Date.now()).toBeGreaterThan(first + 1_000);
    // Both are due at the same moment.
    for (let minute = 0; minute < 25; minute += 5) {
      await page.keyboard.press("a");
      await context.clock.fastForward(5 * MINUTE);
    }
    await expect.poll(() => refreshes.length).toBeGreaterThan(1);
    await expect.poll(() => countdown(page).textContent()).toMatch(/^(30:00|29:)/);
    await expect.poll(() => countdown(other).textContent()).toMatch(/^(30:00|29:)/);
    if (locks) expect(refreshes).toHaveLength(2);
  });

  it("activity in one keeps the other from warning", async () => {
    const { page, context } = await atDesk();
    const other = await context.newPage();
    await other.goto(`${site.url}/admin`);
    await countdown(other).waitFor();
    await context.clock.fastForward(10 * MINUTE);
    await other.keyboard.press("a");
    // Minutes pass here faster than one tab's storage reaches the other.
    const noted = (tab: Page) => tab.evaluate(() => localStorage.getItem("lastActivity"));
    const stored = await noted(other);
    await expect.poll(() => noted(page)).toBe(stored);
    await context.clock.fastForward(5 * MINUTE);
    expect(await warning(page).isVisible()).toBe(false);
    await context.clock.fastForward(8 * MINUTE);
    await warning(page).waitFor();
    await other.keyboard.press("a");
    await warning(page).waitFor({ state: "hidden" });
  });
});

describe("a page that opens", () => {
  it("gets its first token by the one refresh call, and says so meanwhile", async () => {
    const { page, refreshes, session, problems } = await atDesk({ path: "/nowhere" });
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route("**/api/auth/refresh", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${site.url}/admin`);
    await page.getByText("Verifying access...").waitFor();
    letGo();
    await countdown(page).waitFor();
    expect(refreshes).toHaveLength(1);
    expect(JSON.parse((await storedUser(page)) ?? "")).toEqual(session.user);
    expect(problems.filter((problem) => !problem.includes("404"))).toEqual([]);
  });

  it("keeps a stored token that is its session's, and has it verified", async () => {
    const { page, refreshes } = await atDesk();
    await countdown(page).waitFor();
    const before = await token(page);
    const verified = page.waitForResponse("**/api/auth/verify");
    await page.reload();
    expect((await verified).status()).toBe(200);
    await countdown(page).waitFor();
    expect(refreshes).toHaveLength(1);
    expect(await token(page)).toBe(before);
  });

  it("is left where the server calls the token revoked, and refreshed where it merely expired", async () => {
    const { page, refreshes, session } = await atDesk();
    await countdown(page).waitFor();
    let error = "The access token has expired";
    await page.route("**/api/auth/verify", (route) =>
      route.fulfill({ status: 401, json: { valid: false, error } }),
    );
    await page.reload();
    await expect.poll(() => refreshes.length).toBe(2);
    expect(page.url()).toBe(site.url + PLACE);
    error = "The access token was revoked";
    await page.reload();
    await page.waitForURL(site.url + SIGN_IN);
    await expect.poll(() => isAlive(session)).toBe(false);
  });

  it.each([
    ["has expired", async () => tokenFor((await signedIn()).session, -5)],
    ["cannot be read", async () => "rubbish"],
    ["belongs to somebody else", async () => tokenFor((await signedIn()).session, 29)],
  ])("replaces a stored token that %s", async (_name, made) => {
    const old = await made();
    const { page, refreshes, session } = await atDesk({ stored: { authToken: old, user: "{}" } });
    await countdown(page).waitFor();
    expect(refreshes).toHaveLength(1);
    expect(await token(page)).not.toBe(old);
    expect(JSON.parse((await storedUser(page)) ?? "")).toEqual(session.user);
  });

  it("warns of a token that expires in less than 13 minutes, with the time that remains", async () => {
    const { page, context, session } = await atDesk();
    await countdown(page).waitFor();
    await page.evaluate((kept) => localStorage.setItem("authToken", kept), await tokenFor(session, 10));
    await page.reload();
    await warning(page).waitFor();
    await expect.poll(() => timeLeft(page)).toMatch(/^(10:00|9:\d\d)$/);
    await context.clock.fastForward(6_000);
    await page.keyboard.press("a");
    await warning(page).waitFor({ state: "hidden" });
  });
});

describe("a refresh that fails", () => {
  it("waits as long as a 429 says, and tries again", async () => {
    const { page, context, refreshes } = await atDesk({ path: "/contact" });
    await page.route("**/api/auth/refresh", (route) =>
      route.fulfill({ status: 429, json: { retryAfter: 600 } }),
    );
    await page.goto(`${site.url}/admin`);
    await page.getByText("Rate limited. Retrying in 600 seconds").waitFor();
    await countdown(page).waitFor();
    await page.unroute("**/api/auth/refresh");
    // Real time goes on too: on a busy machine seconds pass between two lines.
    await context.clock.fastForward(480_000);
    expect(refreshes).toHaveLength(1);
    await context.clock.fastForward(120_000);
    await expect.poll(() => refreshes.length).toBe(2);
    await page.getByText("Rate limited").waitFor({ state: "hidden" });
  });

  it("for want of a connection throws nobody out: the countdown goes on, amber, until one is there", async () => {
    const { page, context, session } = await atDesk();
    await countdown(page).waitFor();
    await page.evaluate((kept) => localStorage.setItem("authToken", kept), await tokenFor(session, 4));
    await page.route("**/api/auth/**", (route) => route.abort());
    await page.reload();
    await page.getByText("No connection. Trying again.").waitFor();
    await page.getByText("Session ends soon").waitFor();
    await page.unroute("**/api/auth/**");
    await context.clock.fastForward(30_000);
    await countdown(page).waitFor();
    await page.getByText("No connection").waitFor({ state: "hidden" });
    expect(page.url()).toBe(site.url + PLACE);
  });

  it("leads to the sign-in where the session has ended on the server", async () => {
    const { page, session } = await atDesk();
    await countdown(page).waitFor();
    await site.db.deleteFrom("sessions").where("id", "=", session.id).execute();
    await page.getByRole("button", { name: "Refresh session" }).click();
    await page.waitForURL(site.url + SIGN_IN);
    await expect.poll(() => token(page)).toBeNull();
  });

  it("is not even asked for where a link finds the session over", async () => {
    const { page, session } = await atDesk();
    await countdown(page).waitFor();
    await site.db.deleteFrom("sessions").where("id", "=", session.id).execute();
    await page.getByRole("link", { name: "Parts Requests" }).click();
    await page.waitForURL((url) => url.pathname === "/login");
    await expect.poll(() => token(page)).toBeNull();
  });
});

describe("the bar", () => {
  it("refreshes the session by its button", async () => {
    const desk = await atDesk();
    await countdown(desk.page).waitFor();
    await desk.context.clock.fastForward(2 * MINUTE);
    await expect.poll(() => countdown(desk.page).textContent()).toMatch(/^(28:00|27:)/);
    await desk.page.getByRole("button", { name: "Refresh session" }).click();
    await expect.poll(() => countdown(desk.page).textContent()).toMatch(/^(30:00|29:)/);
    expect(desk.refreshes).toHaveLength(2);
    expect(desk.page.url()).toBe(site.url + PLACE);
  });

  it.each([true, false])("logs out for good, whether the API answers (%s) or not", async (answers) => {
    const { page, session } = await atDesk();
    await countdown(page).waitFor();
    if (!answers) await page.route("**/api/auth/logout", (route) => route.abort());
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/login`);
    await expect.poll(() => isAlive(session)).toBe(false);
    await expect.poll(() => token(page)).toBeNull();
    await page.goBack();
    await expect.poll(() => page.getByRole("heading", { name: "Admin Dashboard" }).count()).toBe(0);
  });
});

it("a logout that reached no server is made up for when a page opens again", async () => {
  const { page, session } = await atDesk();
  await countdown(page).waitFor();
  await page.route(/logout$/, (route) => route.abort());
  await page.getByRole("button", { name: "Logout" }).click();
  // The browser says that there is no connection.
  await expect.poll(() => page.url()).toMatch(/^chrome-error:/);
  await expect.poll(() => isAlive(session)).toBe(true);
  await page.unroute(/logout$/);
  await page.goto(site.url + PLACE);
  await page.waitForURL(`${site.url}/login`);
  await expect.poll(() => isAlive(session)).toBe(false);
});
