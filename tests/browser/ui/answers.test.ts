import { TOTP } from "otpauth";
import type { Browser, Locator, Page } from "playwright";
import { beforeAll, expect, test } from "vitest";
import { personPage } from "~/accounts/people";
import { openBrowser, visit } from "../../support/browser";
import { signInAs } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";
import { administrator, PASSWORD } from "../../support/staff";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** A page on a phone, of somebody who is signed in. */
async function open(path: string): Promise<Page> {
  const { page, context } = await visit(browser, { width: 390, height: 844 });
  await signInAs(context, site);
  await page.goto(`${site.url}${path}`);
  return page;
}

/** What answers a form far above its button has the focus, and its first line is in sight. */
async function expectInSight(page: Page, title: string): Promise<void> {
  const answer: Locator = page.getByText(title).first();
  await answer.waitFor();
  await expect.poll(() => page.locator(":focus").allTextContents()).toEqual([expect.stringContaining(title)]);
  await expect.poll(() => answer.evaluate(isInWindow)).toBe(true);
}

function isInWindow(answer: Element): boolean {
  const { top, bottom } = answer.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

async function invite(page: Page, name: string): Promise<void> {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.locator("#person-form label", { hasText: "Counter" }).click();
  await page.getByRole("button", { name: "Add and Invite" }).click();
  await expectInSight(page, `Give this link to ${name}`);
}

test("the link of whoever was added comes into sight, and so does the next one's", async () => {
  const page = await open("/admin/people");
  await invite(page, "first.in.sight");
  await invite(page, "second.in.sight");
});

test("so does a link for another password", async () => {
  const { id, username } = await administrator(undefined, "counter");
  const page = await open(personPage(id));
  await page.getByRole("button", { name: "New Password Link" }).click();
  await expectInSight(page, `Give this link to ${username}`);
});

test("so does a token that is shown this once", async () => {
  const page = await open("/admin/people/tokens");
  await page.getByLabel("Name", { exact: true }).fill("Scanner");
  await page.locator("#token-form label", { hasText: "Counter" }).click();
  await page.getByLabel("Your Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make Token" }).click();
  await expectInSight(page, "Copy the token of Scanner now");
});

test("so do new recovery codes", async () => {
  const page = await open("/admin/account/second-factor");
  await page.locator("#app-form").getByLabel("Your Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Set Up an App" }).click();
  const secret = (await page.locator("#app-form code").textContent()) ?? "";
  await page.getByLabel("Code", { exact: true }).fill(new TOTP({ secret }).generate());
  await page.getByRole("button", { name: "Turn On" }).click();
  await expectInSight(page, "Print or write down your recovery codes now");
  await page.locator("#codes-form").getByLabel("Your Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Make New Codes" }).click();
  await expectInSight(page, "Print or write down your recovery codes now");
});

test("so does a preview of settings, from its title on, and what somebody else has saved meanwhile", async () => {
  const page = await open("/admin/settings");
  // Those of the templates are higher than the window.
  for (const section of ["templates", "services"]) {
    await page.goto(`${site.url}/admin/settings/${section}`);
    await page.getByRole("button", { name: "Preview" }).click();
    await expectInSight(page, "How it will look, once it's saved");
  }
  const other = await open("/admin/settings/services");
  for (const [one, text] of [
    [other, "What the other one says"],
    [page, "What this one says"],
  ] as const) {
    await one.getByLabel("Text").first().fill(text);
    await one.getByRole("button", { name: "Save Services" }).click();
    await one
      .getByText(one === other ? "Services saved" : "Someone else has changed this")
      .first()
      .waitFor();
  }
  await expectInSight(page, "Someone else has changed this since you opened it");
});
