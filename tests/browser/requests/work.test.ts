import type { Browser, Page } from "playwright";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { sendDueMail } from "~/mail/send.server";
import { PART_REQUESTS } from "~/requests/part-requests";
import { addNote, changeStatus } from "~/requests/work.server";
import { as } from "../../support/act";
import { expectAccessible, expectFocus, openBrowser, toast } from "../../support/browser";
import { dismantledVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { mailServer } from "../../support/mail-server";
import { newPartRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";

const PARTS = "/admin/parts-requests";
const by = { username: "marta", now: new Date() };

let site: Site;
let browser: Browser;
let id: string;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});
beforeEach(async () => {
  await site.db.deleteFrom("partRequests").execute();
  await site.db.deleteFrom("outbox").execute();
  mailServer.mails.length = 0;
  id = await newPartRequest();
});

/** Somebody of the staff on a page that would show it if it were loaded again. */
async function openWithScript(
  path: string,
  options?: Parameters<typeof visitAsStaff>[2],
): Promise<{ page: Page; expectNoReload: () => Promise<void> }> {
  const { page, problems } = await visitAsStaff(browser, site, options);
  await page.goto(site.url + path);
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const expectNoReload = async () => {
    expect(await page.evaluate(() => "stillHere" in window)).toBe(true);
    // So is the answer to a conflict to Chromium.
    expect(problems.filter((problem) => !problem.includes("status of 409"))).toEqual([]);
  };
  return { page, expectNoReload };
}

it("in its open row a request changes without a reload, and a note half written stays", async () => {
  const { page, expectNoReload } = await openWithScript(`${PARTS}?open=${id}`);
  await page.getByLabel("New note").fill("Half a no");
  await page.getByLabel("Price in dollars").fill("120");
  await page.getByRole("button", { name: "Save quote" }).click();
  await toast(page, "Quote saved").waitFor();
  await expect.poll(() => page.locator(".request-work").getByLabel("Status").inputValue()).toBe("quoted");
  expect(await page.getByLabel("New note").inputValue()).toBe("Half a no");
  await page.locator(".request-work").getByLabel("Status").selectOption("fulfilled");
  await page.getByRole("button", { name: "Save status" }).click();
  await toast(page, "Status changed").waitFor();
  await page.getByRole("button", { name: "Add note" }).click();
  await toast(page, "Note added").waitFor();
  await expect.poll(() => page.getByLabel("New note").inputValue()).toBe("");
  await page.locator(".request-notes").getByText("Half a no").waitFor();
  await expectAccessible(page);
  await expectNoReload();
});

it("a request's page shows what somebody else has stored meanwhile, and keeps the choice", async () => {
  const { page, expectNoReload } = await openWithScript(`${PARTS}/${id}`);
  await as(by, () => addNote(PART_REQUESTS, id, "Called"));
  await as(by, () => changeStatus(PART_REQUESTS, id, { status: "processing", expectedVersion: "pending" }));
  await page.locator(".request-work").getByLabel("Status").selectOption("cancelled");
  await page.getByRole("button", { name: "Save status" }).click();
  await page
    .getByRole("alert")
    .filter({ hasText: "Its status is now Processing. Last change: marta" })
    .waitFor();
  expect(await page.locator(".request-work").getByLabel("Status").inputValue()).toBe("cancelled");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save status" }).click();
  await toast(page, "Status changed").waitFor();
  await page.locator(".request-notes").getByText("Called").waitFor();
  await expectNoReload();
});

it("a deleted request comes back by the toast's Undo, and the numbers around it follow", async () => {
  const { page, expectNoReload } = await openWithScript(`${PARTS}?open=${id}`);
  const overdue = page.getByRole("navigation", { name: "Lists" }).getByText("1 overdue");
  const waiting = page.getByRole("link", { name: "Today 1 waiting" });
  await overdue.waitFor();
  await waiting.waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No part requests yet.").waitFor();
  await overdue.waitFor({ state: "detached" });
  await waiting.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await toast(page, "Request restored").waitFor();
  await overdue.waitFor();
  await waiting.waitFor();
  await expectNoReload();
});

it("by keyboard alone a note is written, refused where it is empty, and sent", async () => {
  const { page } = await openWithScript(`${PARTS}/${id}`);
  await page.getByRole("button", { name: "Add note" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Please write the note").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("By keyboard");
  // While what was sent is still loading, the button would take no key.
  await page.getByRole("button", { name: "Add note" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator(".request-notes").getByText("By keyboard").waitFor();
  await expect.poll(() => page.getByText("Please write the note").count()).toBe(0);
  await expect.poll(() => page.getByLabel("New note").inputValue()).toBe("");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Add note");
});

it("on a phone a quote and a donor are mailed to the customer, each read and changed first", async () => {
  const { stockNumber } = await dismantledVehicle({ make: "Honda", model: "Accord", year: 2002 });
  const { page, expectNoReload } = await openWithScript(`${PARTS}/${id}`, {
    width: 390,
    height: 844,
    reducedMotion: "reduce",
  });
  await page.getByLabel("Price in dollars").fill("120");
  await page.getByRole("button", { name: "Save quote" }).click();
  await page.getByRole("button", { name: "Tell the customer" }).click();
  await page.getByRole("heading", { name: /^Answer PR-\w{6} by Email$/ }).waitFor();
  await expect.poll(() => page.locator(".toast").count()).toBe(0);
  const message = page.getByRole("textbox", { name: "Message" });
  expect(await message.inputValue()).toContain("Price: $120.00");
  await expectAccessible(page);
  await message.fill("");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: "Please write the message" }).click();
  await expectFocus(message);
  await page.keyboard.type("It's $120, with 90 days' warranty.");
  await page.getByRole("link", { name: "Back", exact: true }).click();
  await page.getByRole("button", { name: "Keep editing" }).click();
  await as(by, () => addNote(PART_REQUESTS, id, "He called"));
  await page.getByRole("button", { name: "Send" }).click();
  const news = page.getByRole("alert").filter({ hasText: "He called" });
  await expectFocus(news);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Send" }).click();
  await toast(page, "Your message is on its way").waitFor();
  await page.locator(".request-notes").getByText("It's $120, with 90 days' warranty.").waitFor();

  await page.getByRole("link", { name: `Tell the customer about ${stockNumber}` }).click();
  await expect.poll(() => message.inputValue()).toContain(`stock number ${stockNumber}`);
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".request-mail").getByText("A vehicle in our yard").waitFor();
  await page.getByRole("button", { name: "Close message" }).click();
  await expectAccessible(page);
  await sendDueMail(new Date());
  const mails = () =>
    mailServer.mails.map(({ to, header }) => `${header("subject")?.split(" ", 2).join(" ")} to ${to}`);
  await expect
    .poll(() => mails().sort())
    .toEqual(["A vehicle to ann?lee@example.com", "Our quote to ann?lee@example.com"]);
  await expectNoReload();
});
