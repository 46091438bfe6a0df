import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { withdrawRequest } from "~/requests/customer.server";
import { customerKey } from "~/requests/customer-link.server";
import { quotePart } from "~/requests/work.server";
import { as } from "../../support/act";
import { expectAccessibleInEachLook } from "../../support/axe";
import { openBrowser, toast, visit } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { newPartRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";

const PHONE = { width: 390, height: 844 };

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("a customer follows the link to their request on a phone, sees the quote, adds a message and withdraws", async () => {
  const { page, problems } = await visit(browser, PHONE);
  const heading = (name: string) => page.getByRole("heading", { name, level: 2 });
  const sent: string[] = [];
  page.on("request", (request) => {
    const referrer = request.headers().referer ?? "";
    if (referrer.includes("key=") && !request.url().startsWith(site.url)) sent.push(request.url());
  });
  const id = await newPartRequest({}, {}, new Date());
  await page.goto(`${site.url}/your-request?key=${customerKey({ prefix: "PR", id }, new Date())}`);
  await page.getByRole("heading", { name: "Your part request", level: 1 }).waitFor();
  await heading("We have your request and will get back to you.").waitFor();
  const quote = { price: 120, warranty: "90 days", validUntil: undefined };
  await as({ username: "marta", now: new Date() }, () => quotePart(id, quote, { expectedVersion: null }));
  await page.reload();
  await heading("We've quoted you a price. Call us to go ahead.").waitFor();
  await page.getByText("$120.00").waitFor();

  const send = page.getByRole("button", { name: "Send Message" });
  await send.click();
  await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary") });
  await page.setViewportSize(PHONE);
  await page.getByLabel("New message").fill("Is it black?\nWith hinges?");
  await page.route(/your-request\.data/, (route) => route.abort());
  await send.click();
  await page.getByText("Your message couldn't be sent.").first().waitFor();
  expect(await page.getByLabel("New message").inputValue()).toBe("Is it black?\nWith hinges?");
  await page.unroute(/your-request\.data/);
  await send.dblclick();
  await toast(page, "We got your message").waitFor();
  await expect
    .poll(() => page.locator(".messages").innerText())
    .toMatch(/^You, .+\s+Is it black\?\nWith hinges\?$/);
  await expect.poll(() => page.getByLabel("New message").inputValue()).toBe("");

  const withdraw = page.getByRole("link", { name: "Withdraw Request" });
  const dialog = page.getByRole("alertdialog");
  await withdraw.press("Enter");
  await expectAccessibleInEachLook(page, { shows: dialog });
  await page.setViewportSize(PHONE);
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await withdraw.click();
  await dialog.getByRole("button", { name: "Withdraw Request" }).click();
  await heading("You withdrew this request").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("You withdrew");
  await expect.poll(() => page.locator("main form").count()).toBe(0);
  const { page: staff } = await visitAsStaff(browser, site, { script: false });
  await staff.goto(`${site.url}/admin/parts-requests/${id}`);
  const notes = await staff.locator(".request-notes").innerText();
  expect(notes).toMatch(/Is it black\?\nWith hinges\?[\s\S]*Withdrawn by the customer/);
  expect(notes.match(/Is it black/g), "sent once").toHaveLength(1);
  expect(await staff.getByLabel("Status").inputValue()).toBe("cancelled");
  expect(sent).toEqual([]);
  expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
});

it("a message to a request that was withdrawn in another tab stays as typed, on a page that says so; its forms are not printed", async () => {
  const { page } = await visit(browser);
  const id = await newPartRequest({}, {}, new Date());
  const key = customerKey({ prefix: "PR", id }, new Date());
  await page.goto(`${site.url}/your-request?key=${key}`);
  const message = page.getByLabel("New message");
  await message.fill("Is it black?");
  await page.emulateMedia({ media: "print" });
  for (const hidden of [message, page.getByText("Don't need it anymore?")])
    await hidden.waitFor({ state: "hidden" });
  await page.emulateMedia({ media: "screen" });
  await withdrawRequest(key, new Date());
  await page.getByRole("button", { name: "Send Message" }).click();
  await page.getByText("This request is closed, so your message wasn't sent.").first().waitFor();
  await page.getByRole("heading", { name: "You withdrew this request" }).waitFor();
  expect(await page.getByRole("link", { name: "Withdraw Request" }).count()).toBe(0);
  expect(await message.inputValue()).toBe("Is it black?");
});
