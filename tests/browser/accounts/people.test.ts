import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright";
import { expect, test } from "vitest";
import { freePort } from "../../../scripts/free-port.mjs";
import { openBrowser, visit } from "../../support/browser";
import { startCommand } from "../../support/command";
import { signInAs } from "../../support/every-page";
import { startSite } from "../../support/site";
import { startMailServer } from "../../support/smtp";

const PASSWORD = "correct horse battery";

test("whoever is invited by email leaves an empty form for the next", async () => {
  const port = await freePort();
  const PUBLIC_URL = `http://localhost:${port}`;
  const mail = await startMailServer();
  const site = await startCommand({
    ...{ PORT: String(port), PUBLIC_URL, ADMIN_PASSWORD: PASSWORD, SMTP_URL: mail.url },
    DATA_DIR: mkdtempSync(path.join(tmpdir(), "yard-people-")),
  });
  try {
    const { page } = await visit(await openBrowser());
    await page.goto(`${PUBLIC_URL}/login?redirectTo=%2Fadmin%2Fpeople`);
    await page.getByLabel("Username").fill("admin");
    await page.getByLabel("Password").fill(PASSWORD);
    await page.getByRole("button", { name: "Login" }).click();
    await page.waitForURL("**/admin/people");
    await page.waitForFunction(() => "hydrated" in document.documentElement.dataset);
    await page.getByLabel("Name", { exact: true }).fill("marta");
    await page.getByLabel("Email").fill("marta@yard.example");
    await page.locator("#person-form label", { hasText: "Counter" }).click();
    await page.getByRole("button", { name: "Add and Invite" }).click();
    await page.getByText("marta is invited").first().waitFor();
    // Else the next invitation goes to the address of the one before.
    expect(await page.getByLabel("Email").inputValue()).toBe("");
    expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("");
    expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
  } finally {
    await site.stop();
    await mail.stop();
  }
});

test("a link that is shown once is copied with a button, which isn't there without script", async () => {
  const site = await startSite();
  const browser = await openBrowser();
  const invite = async (page: Page, name: string) => {
    await page.goto(`${site.url}/admin/people`);
    await page.getByLabel("Name", { exact: true }).fill(name);
    await page.locator("#person-form label", { hasText: "Counter" }).click();
    await page.getByRole("button", { name: "Add and Invite" }).click();
    await page.getByLabel("Link", { exact: true }).waitFor();
    return page.getByLabel("Link", { exact: true }).inputValue();
  };
  const { page, context } = await visit(browser, { permissions: ["clipboard-read", "clipboard-write"] });
  await signInAs(context, site);
  const link = await invite(page, "copied");
  await page.getByRole("button", { name: "Copy Link" }).click();
  await page.getByText("Copied", { exact: true }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);

  const plain = await visit(browser, { script: false });
  await signInAs(plain.context, site);
  expect(await invite(plain.page, "uncopied")).toContain("/choose-password?key=");
  expect(await plain.page.getByRole("button", { name: "Copy Link" }).count()).toBe(0);
});
