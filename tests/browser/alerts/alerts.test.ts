import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { sendDueMail } from "~/mail/send.server";
import { expectAccessibleInEachLook } from "../../support/axe";
import { openBrowser, visit } from "../../support/browser";
import { dismantledVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { mailServer } from "../../support/mail-server";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
  await dismantledVehicle();
});

describe("on a phone", () => {
  it("an alert is asked for where nothing matched, corrected, confirmed and ended", async () => {
    const { page } = await visit(browser, { width: 390 });
    await page.goto(`${site.url}/parts?make=Kia&model=Soul&yearFrom=2010`);
    const form = page.locator('form[action="/alerts"]');
    const email = "phone@example.com";
    await form.getByLabel("Email").fill("nowhere");
    await form.getByRole("button", { name: "Email Me" }).click();
    await page.getByText("Please enter a valid email address").first().waitFor();
    expect(await page.getByLabel("From year").inputValue()).toBe("2010");
    await expectAccessibleInEachLook(page);
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Email Me When One Arrives" }).click();
    await page.getByRole("heading", { name: "Check your email" }).waitFor();
    await expectAccessibleInEachLook(page);

    const link = await linkTo(email);
    await page.goto(site.url + link);
    await expectAccessibleInEachLook(page);
    await page.getByRole("button", { name: "Yes, tell me" }).click();
    await page.getByRole("heading", { name: "Your alert is on" }).waitFor();
    await expectAccessibleInEachLook(page);
    await page.getByRole("button", { name: "End this alert" }).click();
    await page.getByRole("heading", { name: "Your alert has ended" }).waitFor();
    await expectAccessibleInEachLook(page);
    expect((await site.fetch(link)).status).toBe(404);
  });

  it("a data request is mailed, and the page says what it always says", async () => {
    const { page } = await visit(browser, { width: 390 });
    const email = "data@example.com";
    await page.clock.install();
    await page.goto(`${site.url}/partsmatrix`);
    // Only the test moves the clock from here on, however long the machine takes.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.getByLabel(/^E-?mail/i).fill(email);
    await page.getByLabel("Name", { exact: true }).fill("Ann Asker");
    await page.getByLabel("Request type").selectOption("access");
    await page.getByRole("button", { name: "Submit Request" }).click();
    const busy = page.getByRole("button", { name: "Submitting Request..." });
    await busy.waitFor();
    expect(await busy.isDisabled()).toBe(true);
    await expect.poll(() => mailsTo(email)).toBe(1);
    expect(await page.getByText("Request Submitted Successfully").count()).toBe(0);
    await page.clock.fastForward(2_000);
    await page.getByText("Request Submitted Successfully").waitFor();
    expect(await page.getByLabel("Request type").count()).toBe(0);
    expect(await mailsTo(email)).toBe(1);
    await page.getByRole("button", { name: "Submit Another Request" }).click();
    await page.getByLabel(/^E-?mail/i).waitFor();
    expect(await page.getByLabel(/^E-?mail/i).inputValue()).toBe("");
    expect(await page.getByText("Request Submitted Successfully").count()).toBe(0);
  });
});

it("a data request that gets no answer keeps every word, and says what to do", async () => {
  const { page } = await visit(browser);
  await page.goto(`${site.url}/partsmatrix`);
  await page.getByLabel(/^E-?mail/i).fill("lost@example.com");
  await page.getByLabel("Name", { exact: true }).fill("Lost Words");
  await page.route("**/partsmatrix.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page.getByText("Your request wasn't sent. Please try again, or email").first().waitFor();
  await expectAccessibleInEachLook(page);
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Lost Words");
  await page.unroute("**/partsmatrix.data*");
  await page.getByRole("button", { name: "Submit Request" }).click();
  await page.getByText("Request Submitted Successfully").waitFor();
  expect(await mailsTo("lost@example.com")).toBe(1);
});

it("no violation of the offer below a search without a match, and of the staff's page", async () => {
  const { page } = await visit(browser);
  await page.goto(`${site.url}/parts?make=Kia&model=Soul`);
  await expectAccessibleInEachLook(page, {
    shows: page.getByRole("heading", { name: "Email me when one comes in" }),
  });
  await site.form("/alerts", { make: "Kia", model: "Soul", email: "staff@example.com" });
  await site.form(await linkTo("staff@example.com"), { intent: "confirm" });
  const staff = await visitAsStaff(browser, site);
  await staff.page.goto(`${site.url}/admin/alerts`);
  await expectAccessibleInEachLook(staff.page, { shows: staff.page.getByText("1 × Kia Soul of any year") });
  await staff.page.getByRole("button", { name: /^Delete Kia Soul/ }).click();
  await staff.page.getByText("Nobody is waiting for a vehicle.").waitFor();
});

/** The path of the alert's page in the newest mail to this address. */
async function linkTo(email: string): Promise<string> {
  await sendDueMail(new Date());
  const text = mailServer.mails.findLast(({ to }) => to === email)?.text ?? "";
  return /http:\/\/www\.yard\.example(\/your-alert\?key=[\w.-]+)/.exec(text)?.[1] ?? "/nowhere";
}

async function mailsTo(email: string): Promise<number> {
  await sendDueMail(new Date());
  return mailServer.mails.filter(({ to }) => to === email).length;
}
