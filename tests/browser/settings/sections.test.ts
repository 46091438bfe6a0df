import type { Browser, Page } from "playwright";
import sharp from "sharp";
import { beforeAll, expect, test } from "vitest";
import { SECTIONS } from "~/settings/sections";
import { openBrowser, visit } from "../../support/browser";
import { signInAs } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";
import { PASSWORD } from "../../support/staff";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

const MESSAGE = "Phone must look like (555) 555-0142";

/** A section after a save with a wrong phone number. */
async function saveWrongPhone(options: { script?: boolean } = {}): Promise<Page> {
  const { page, context } = await visit(browser, options);
  await signInAs(context, site);
  await page.goto(`${site.url}/admin/settings/business`);
  await page.getByLabel("Tagline").fill("Parts and straight talk");
  await page.getByLabel("Phone", { exact: true }).fill("12");
  await page.getByRole("button", { name: "Save Business" }).click();
  await page.getByRole("link", { name: MESSAGE }).waitFor();
  return page;
}

const typedIn = async (page: Page) => [
  await page.getByLabel("Tagline").inputValue(),
  await page.getByLabel("Phone", { exact: true }).inputValue(),
];
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute("name"));

test("a problem's link goes to its field by click and by Enter, and all that was typed stays with the messages", async () => {
  const page = await saveWrongPhone();
  const link = page.getByRole("link", { name: MESSAGE });
  for (const follow of [() => link.click(), () => link.press("Enter")]) {
    await follow();
    await expect.poll(() => focusedName(page)).toBe("phone");
    expect(await typedIn(page)).toEqual(["Parts and straight talk", "12"]);
    expect(await link.isVisible()).toBe(true);
    await expect.poll(() => page.locator("[name=phone]").evaluate(isInWindow)).toBe(true);
  }
});

test("the link past the header keeps them, too", async () => {
  const page = await saveWrongPhone();
  await page.getByRole("link", { name: "Skip to main content" }).press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  expect(await typedIn(page)).toEqual(["Parts and straight talk", "12"]);
  expect(await page.getByRole("link", { name: MESSAGE }).count()).toBe(1);
});

test("without script a problem's link goes to its field by itself", async () => {
  const page = await saveWrongPhone({ script: false });
  await page.getByRole("link", { name: MESSAGE }).click();
  expect(new URL(page.url()).hash).toBe("#settings-form-phone");
  expect(await typedIn(page)).toEqual(["Parts and straight talk", "12"]);
});

test("one's own password stays while a field is wrong, is emptied when it was wrong itself, and once it was taken", async () => {
  const { page, context } = await visit(browser, { width: 390, height: 844 });
  await signInAs(context, site);
  await page.goto(`${site.url}/admin/settings/backups`);
  const days = page.getByLabel("Days to keep a backup");
  const own = page.getByLabel("Your Current Password").first();
  const save = async (typed: string, password: string, answer: string) => {
    await days.fill(typed);
    if (password) await own.fill(password);
    await page.getByRole("button", { name: "Save Backups" }).click();
    await page.getByText(answer).first().waitFor();
    await page.getByRole("button", { name: "Save Backups" }).isEnabled();
    return own.inputValue();
  };
  expect(await save("12,5", PASSWORD, "must be a number with commas only between thousands")).toBe(PASSWORD);
  expect(await save("30", "", "Backups saved")).toBe("");
  expect(await save("some", "not my password", "That's not your current password")).toBe("");
  expect(await days.inputValue()).toBe("some");
});

test("what is typed into a row that was just added stays, however long the page's data takes", async () => {
  const { page, context } = await visit(browser);
  await signInAs(context, site);
  await page.goto(`${site.url}/admin/settings/milestones`);
  const years = page.getByLabel("Year");
  const before = await years.count();
  let isRead = false;
  await page.route(/milestones\.data/, async (route) => {
    if (route.request().method() === "POST") return route.continue();
    await page.waitForTimeout(1_000);
    await route.fulfill({ response: await route.fetch() });
    isRead = true;
  });
  await page.getByRole("button", { name: "Add a milestone" }).click();
  await expect.poll(() => years.count()).toBe(before + 1);
  await years.last().fill("2019");
  await expect.poll(() => isRead).toBe(true);
  await page.waitForTimeout(300);
  expect(await years.last().inputValue()).toBe("2019");
});

test("leaving asks where something was typed, a file or a row too, and nowhere else", async () => {
  const { page, context } = await visit(browser, { width: 390, height: 844 });
  await signInAs(context, site);
  const question = page.getByRole("alertdialog", { name: "Leave without saving?", includeHidden: true });
  const open = (section: string) => page.goto(`${site.url}/admin/settings/${section}`);
  const back = page.getByRole("link", { name: "Back to Settings" });
  const isOnSettings = () => page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
  for (const { id } of SECTIONS) {
    await open(id);
    await back.click();
    await isOnSettings();
  }
  const changes: [string, () => Promise<unknown>][] = [
    ["hours", () => page.getByLabel("Saturday").fill("9am to 1pm")],
    ["sign-in", () => page.getByLabel("Everyone needs a second factor").check()],
    ["look", () => page.getByLabel("Logo (optional)", { exact: true }).setInputFiles("public/favicon.svg")],
    [
      "team",
      async () => {
        await page.getByRole("button", { name: "Remove person 1" }).click();
        await page.getByRole("button", { name: "Remove person 4" }).waitFor({ state: "detached" });
      },
    ],
  ];
  for (const [section, change] of changes) {
    await open(section);
    await change();
    await back.click();
    await question.waitFor();
    await page.keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    expect(new URL(page.url()).pathname).toBe(`/admin/settings/${section}`);
    await back.click();
    await page.getByRole("button", { name: "Leave" }).click();
    await isOnSettings();
  }
});

test("Send a test asks too, and a section that is saved asks no more", async () => {
  const { page, context } = await visit(browser, { width: 390, height: 844 });
  await signInAs(context, site);
  await page.goto(`${site.url}/admin/settings/mail`);
  const leads = page.getByLabel("Lead system");
  await leads.fill("leads@harlow.example");
  await page.getByRole("link", { name: "Send a test" }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  expect(await leads.inputValue()).toBe("leads@harlow.example");
  await page.getByLabel("Your Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save Email" }).click();
  await page.getByText("Email saved").first().waitFor();
  await page.getByRole("link", { name: "Send a test" }).click();
  await page.waitForURL(`${site.url}/admin/mail/test`);
});

function isInWindow(field: Element): boolean {
  const { top, bottom } = field.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

test("what the machine has switched on shows its check mark, in either scheme", async () => {
  const { page, context } = await visit(browser);
  await signInAs(context, site);
  await page.goto(`${site.url}/admin/settings/backups`);
  const nightly = page.getByLabel("Make a backup every night");
  const look = async (checked: boolean) => {
    await nightly.evaluate((input: HTMLInputElement, checked) => {
      Object.assign(input, { disabled: true, checked });
    }, checked);
    return meanGray(await nightly.screenshot({ animations: "disabled" }));
  };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(Math.abs((await look(true)) - (await look(false)))).toBeGreaterThan(15);
  }
});

/** The mean of the pixels within a check box's border, from 0 (black) to 255. */
async function meanGray(png: Buffer): Promise<number> {
  const pixels = await sharp(png)
    .extract({ left: 5, top: 5, width: 14, height: 14 })
    .greyscale()
    .raw()
    .toBuffer();
  return pixels.reduce((sum, gray) => sum + gray, 0) / pixels.length;
}
