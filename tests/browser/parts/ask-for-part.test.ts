import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { sendDueMail } from "~/mail/send.server";
import { customerKey } from "~/requests/customer-link.server";
import { openBrowser, visit } from "../../support/browser";
import { shelfPart } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { mailServer } from "../../support/mail-server";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

const PHONE = { width: 390, height: 844, hasTouch: true };

it("a visitor finds a part on a phone, asks for it, and staff answer with it", async () => {
  const { _id } = await shelfPart({ year: 2010, price: 85 });
  const { page } = await visit(browser, PHONE);
  await page.goto(site.url);
  await page.getByLabel("Find a part or a car").fill("2010 acord altenator");
  await page.getByRole("button", { name: "Search parts" }).tap();
  const card = page.getByRole("listitem").filter({ hasText: "From a 2010 Honda Accord" });
  expect(await card.innerText()).toContain("$85");
  await card.getByRole("link", { name: "Ask for this part" }).tap();

  // The car and the part are filled in.
  await page.getByRole("heading", { name: "You're asking for this part" }).waitFor();
  expect(await page.getByLabel("Model", { exact: true }).inputValue()).toBe("Accord");
  await page.getByRole("button", { name: "Continue" }).tap();
  await page.getByLabel("Name", { exact: true }).fill("Ann Asker");
  await page.getByLabel("Phone", { exact: true }).fill("5555550123");
  await page.getByLabel("Email", { exact: true }).fill("ann@example.com");
  await page.getByRole("button", { name: "Continue" }).tap();
  await page.getByRole("button", { name: "Submit Request" }).waitFor();
  expect(await page.getByRole("main").innerText()).toContain("2010 Honda Accord Alternator, $85");
  await page.getByRole("button", { name: "Submit Request" }).tap();
  await page.getByText("Part request submitted successfully!").filter({ visible: true }).first().waitFor();

  const { id } = await site.db.selectFrom("partRequests").select("id").executeTakeFirstOrThrow();
  const { page: staff } = await visitAsStaff(browser, site, PHONE);
  await staff.goto(`${site.url}/admin/parts-requests/${id}`);
  await staff.getByRole("button", { name: "Answer with this part" }).tap();
  await staff.getByRole("button", { name: "Send" }).tap();
  await staff.waitForURL(`**/admin/parts-requests/${id}**`);

  await page.goto(`${site.url}/part/${_id}`);
  await page.getByText("This part is on hold for another customer.").waitFor();
  await page.goto(`${site.url}/your-request?key=${customerKey({ prefix: "PR", id }, new Date())}`);
  await page.getByText("We're holding it for you until").waitFor();
  await sendDueMail(new Date());
  await expect
    .poll(() => mailServer.mails.find(({ text }) => text.includes("We're holding it for you until"))?.to)
    .toBe("ann@example.com");
});
