import type { Browser } from "playwright";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { PART_REQUESTS } from "~/requests/part-requests";
import { quotePart } from "~/requests/work.server";
import { as } from "../../support/act";
import { expectAccessibleInEachLook } from "../../support/axe";
import { openBrowser, toast, visit } from "../../support/browser";
import { type Site, startSite } from "../../support/site";

const PHONE = { width: 390, height: 844 };

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

beforeEach(async () => {
  await site.db.deleteFrom("partRequests").execute();
});

it("a customer asks for a part on a phone, follows its link, sees the quote, adds a message and withdraws", async () => {
  const { page, problems } = await visit(browser, PHONE);
  const go = () => page.getByRole("button", { name: "Continue" }).click();
  const heading = (name: string) => page.getByRole("heading", { name, level: 2 });
  const sent: string[] = [];
  page.on("request", (request) => {
    const referrer = request.headers().referer ?? "";
    if (referrer.includes("key=") && !request.url().startsWith(site.url)) sent.push(request.url());
  });
  await page.goto(`${site.url}/partsrequest`);
  await page.getByLabel("Vehicle Identification Number (VIN)").fill("1HGCM82633A004352");
  await go();
  await heading("Select Part").waitFor();
  await page.getByLabel("Category", { exact: true }).selectOption({ label: "Exterior" });
  await page.getByLabel("Subcategory").selectOption({ label: "Hood" });
  await page.getByLabel("Part", { exact: true }).selectOption({ index: 1 });
  await go();
  await heading("Contact Info").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Nora Needs");
  await page.getByLabel("Phone", { exact: true }).fill("555 555 0123");
  await page.getByLabel(/^E-?mail/i).fill("nora@example.com");
  await go();
  await heading("Review").waitFor();
  await page.getByRole("button", { name: "Submit Request" }).click();

  await page.getByRole("link", { name: "See your request" }).click();
  await page.getByRole("heading", { name: "Your part request", level: 1 }).waitFor();
  await heading("We have your request and will get back to you.").waitFor();
  const { id } = await site.db.selectFrom("partRequests").select("id").executeTakeFirstOrThrow();
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
  expect(await page.locator(".your-request__messages").innerText()).toMatch(
    /^You, .+\s+Is it black\?\nWith hinges\?$/,
  );
  expect(await page.getByLabel("New message").inputValue()).toBe("");

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
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("You withdrew");
  expect(await page.locator("main form").count()).toBe(0);
  const { notes, status } = await site.db
    .selectFrom(PART_REQUESTS.table)
    .select(["notes", "status"])
    .executeTakeFirstOrThrow();
  expect([status, JSON.parse(notes).map(({ content }: { content: string }) => content)]).toEqual([
    "cancelled",
    ["Is it black?\nWith hinges?", "Withdrawn by the customer"],
  ]);
  expect(sent).toEqual([]);
  expect(problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
});
