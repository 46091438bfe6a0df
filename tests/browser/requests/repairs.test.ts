import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { customerKey } from "~/requests/customer-link.server";
import { expectAccessibleInEachLook } from "../../support/axe";
import { openBrowser, toast, visit } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { repairRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";

const PHONE = { width: 390, height: 844, reducedMotion: "reduce" } as const;

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("on a phone an estimate is written and sent, approved by the customer, and the visit is in the week", async () => {
  const id = await repairRequest();
  const { page, problems } = await visitAsStaff(browser, site, PHONE);
  await page.goto(`${site.url}/admin/repair-requests/${id}`);
  await page.getByRole("link", { name: "Write an estimate" }).click();
  await page.getByLabel("Description of line 1").fill("Front brakes");
  await page.getByLabel("Hours or quantity of line 1").fill("1.5");
  await page.getByLabel("Price in dollars of line 1").fill("120");
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByLabel("Description of line 2").waitFor();
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByLabel("Description of line 3").waitFor();
  await page.getByLabel("For of line 3").selectOption("Used part");
  await page.getByLabel("Description of line 3").fill("Caliper");
  await page.getByLabel("Price in dollars of line 3").fill("ninety");
  await page.getByRole("button", { name: "Remove line 2" }).click();
  await expect.poll(() => page.getByLabel("Description of line 3").count()).toBe(0);
  expect(await page.getByLabel("Description of line 2").inputValue()).toBe("Caliper");
  expect(await page.getByLabel("Hours or quantity of line 1").inputValue()).toBe("1.5");
  await page.getByRole("button", { name: "Send to the Customer" }).click();
  await page.getByRole("link", { name: "Please enter a price, such as 120 or 89.50" }).waitFor();
  await expectAccessibleInEachLook(page, { shows: page.locator(".error-summary") });
  await page.setViewportSize(PHONE);
  await page.getByLabel("Price in dollars of line 2").fill("90");
  await page.getByRole("button", { name: "Send to the Customer" }).click();
  await toast(page, "Estimate 1 is on the customer's page").waitFor();
  await page.getByRole("link", { name: "Estimate 1: $291.94" }).waitFor();

  const { page: theirs, problems: theirProblems } = await visit(browser, PHONE);
  await theirs.goto(`${site.url}/your-request?key=${customerKey({ prefix: "RR", id }, new Date())}`);
  await theirs.getByRole("link", { name: "Read and Approve Estimate 1" }).click();
  await theirs.getByText("Used part Caliper").waitFor();
  await expectAccessibleInEachLook(theirs, { shows: theirs.locator(".paper") });
  await theirs.setViewportSize(PHONE);
  await theirs.getByLabel("Your full name").fill("Stan Wu");
  await theirs.getByLabel("Your full name").press("Enter");
  await theirs.locator(".error-summary").getByText("Please check that you approve the work").waitFor();
  await theirs.getByLabel("I approve this work for up to $291.94").check();
  await theirs.getByRole("button", { name: "Approve This Estimate" }).click();
  await toast(theirs, "You approved the estimate").waitFor();
  await theirs.getByText(/^Approved by Stan Wu/).waitFor();

  await page.getByLabel("Day").fill("2031-12-16");
  await page.getByLabel("Time").fill("14:00");
  await page.getByRole("button", { name: "Save appointment" }).click();
  await toast(page, "Appointment saved").waitFor();
  await page.getByText(/^Approved by Stan Wu/).waitFor();
  await page.getByRole("link", { name: "See that week" }).click();
  await page.getByRole("heading", { name: "Appointments", level: 1 }).waitFor();
  // The toast says it too, for its few seconds.
  await page.locator(".appointments").getByText("2:00 PM to 3:00 PM").waitFor();
  await expectAccessibleInEachLook(page, { shows: page.locator(".appointments") });
  await page.locator(".appointments").getByRole("link", { name: "Stan Wu" }).click();
  await page.getByRole("heading", { name: "Appointment", level: 2 }).waitFor();
  expect(problems).toEqual([]);
  expect(theirProblems).toEqual([]);
});

it("without script lines are added and removed, and a visit with something wrong is shown again", async () => {
  const id = await repairRequest();
  const { page } = await visitAsStaff(browser, site, { script: false, width: 390, height: 844 });
  await page.goto(`${site.url}/admin/repair-requests/${id}/estimate`);
  await page.getByLabel("Description of line 1").fill("Front brakes");
  await page.getByLabel("Price in dollars of line 1").fill("120");
  await page.getByRole("button", { name: "Add a line" }).click();
  await page.getByLabel("Description of line 2").fill("Tow");
  expect(await page.getByLabel("Description of line 1").inputValue()).toBe("Front brakes");
  await page.getByRole("button", { name: "Remove line 1" }).click();
  expect(await page.getByLabel("Description of line 1").inputValue()).toBe("Tow");
  await page.getByLabel("Price in dollars of line 1").fill("85");
  // Enter saves, and takes no line off.
  await page.getByLabel("Price in dollars of line 1").press("Enter");
  await page.getByRole("link", { name: "Estimate 1: $91.91" }).waitFor();
  await page.getByLabel("Day").fill("2020-01-01");
  await page.getByLabel("Time").fill("14:00");
  await page.getByRole("button", { name: "Save appointment" }).click();
  await page.getByRole("heading", { name: /^Appointment for RR-/ }).waitFor();
  await page.getByRole("link", { name: /Please enter today or a later day/ }).waitFor();
  expect(await page.getByLabel("Time").inputValue()).toBe("14:00");
});
