import type { Browser, Page } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { expectAccessible, openBrowser, visit } from "../../support/browser";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

const summary = (page: Page) => page.locator(".error-summary");

async function enter(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel("Username").fill(username);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Login" }).click();
}

describe("signing in", () => {
  it("comes back to what was asked for after two slips, and logs out again", async () => {
    const { username } = await administrator();
    const { page, problems } = await visit(browser, { width: 390 });
    await page.goto(`${site.url}/admin/parts-requests?page=1`);
    await page.getByRole("heading", { name: "Admin Login", level: 1 }).waitFor();

    await enter(page, username, "");
    await summary(page).getByText("Please enter both username and password").waitFor();
    for (const wrong of ["wrong one", "wrong two"]) {
      await enter(page, username, wrong);
      await summary(page).getByText("Invalid username or password").waitFor();
      await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");
      expect(await page.getByLabel("Username").inputValue()).toBe(username);
      await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe("error-summary");
    }
    await enter(page, username, PASSWORD);
    await page.waitForURL(`${site.url}/admin/parts-requests?page=1`);
    await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();

    await page.goto(`${site.url}/login?redirectTo=%2Fadmin%2Frepair-requests`);
    expect(page.url()).toBe(`${site.url}/admin/repair-requests`);
    await page.getByRole("button", { name: "Logout" }).click();
    await page.waitForURL(`${site.url}/login`);
    await page.goto(`${site.url}/admin`);
    expect(page.url()).toBe(`${site.url}/login?redirectTo=%2Fadmin`);
    expect(problems.filter((problem) => !problem.includes("status of 401"))).toEqual([]);
  });

  it("is locked after the third failure, and says for how long", async () => {
    const { username } = await administrator();
    const { page } = await visit(browser, { colorScheme: "dark" });
    await page.goto(`${site.url}/login`);
    for (let time = 0; time < 2; time++) {
      await enter(page, username, "wrong");
      await summary(page).getByText("Invalid username or password").waitFor();
      await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");
    }
    await enter(page, username, "wrong");
    await summary(page).getByText("Too many failed attempts. Account locked for 1 minute.").waitFor();
    await expect.poll(() => page.getByLabel("Password").inputValue()).toBe("");
    await enter(page, username, PASSWORD);
    await summary(page).getByText("Too many failed attempts. Please try again in 1 minute(s).").waitFor();
    await expectAccessible(page);
    for (const width of [390, 820]) {
      await page.setViewportSize({ width, height: 900 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), { message: "with errors" })
        .toBe(width);
    }
    expect(new URL(page.url()).pathname).toBe("/login");
  });
});

it("with script the sign-in leaves no step behind: Back goes to where one came from", async () => {
  const { username } = await administrator();
  const { page } = await visit(browser);
  await page.goto(`${site.url}/contact`);
  await page.goto(`${site.url}/login`);
  await enter(page, username, PASSWORD);
  await page.getByRole("heading", { name: "Admin Dashboard" }).waitFor();
  await page.goBack();
  await expect.poll(() => page.url()).toBe(`${site.url}/contact`);
});

it("with script the button says that it is at work, and a lost connection keeps the name", async () => {
  const { username } = await administrator();
  const { page } = await visit(browser);
  await page.goto(`${site.url}/login?redirectTo=%2Fadmin%2Frepair-requests`);
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route("**/login.data*", async (route) => {
    await held;
    await route.abort();
  });
  await enter(page, username, PASSWORD);
  const busy = page.getByRole("button", { name: "Logging in..." });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  letGo();
  await summary(page).getByText("Login failed").waitFor();
  expect(await page.getByLabel("Username").inputValue()).toBe(username);

  await page.unroute("**/login.data*");
  await page.route("**/login.data*", (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad gateway</h1>" }),
  );
  await enter(page, username, PASSWORD);
  await summary(page).getByText("Authentication failed").waitFor();
  expect(await page.getByLabel("Username").inputValue()).toBe(username);

  await page.unroute("**/login.data*");
  await enter(page, username, PASSWORD);
  await page.waitForURL(`${site.url}/admin/repair-requests`);
});
