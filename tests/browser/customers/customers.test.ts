import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible, openBrowser, toast } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { minutesLater, newPartRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { PASSWORD } from "../../support/staff";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("from a request to its customer, whom somebody else turns out to be: merged, undone, split off, deleted", async () => {
  const id = await newPartRequest(
    {},
    { phone: "5555550111", email: "dave@example.com", name: "Dave Miller" },
  );
  // The newest of the two, which his customer's page lists first.
  await newPartRequest(
    {},
    { phone: "5555550111", email: "dave@work.example.com", name: "Dave" },
    minutesLater(1),
  );
  await newPartRequest({}, { phone: "5555550122", email: "d.miller@example.com", name: "D. Miller" });
  const { page, problems } = await visitAsStaff(browser, site, { viewport: { width: 390, height: 844 } });
  await page.goto(`${site.url}/admin/parts-requests/${id}`);
  await page.getByRole("link", { name: "Same person: 2 requests" }).click();
  await page.getByRole("heading", { name: "Dave Miller", level: 1 }).waitFor();
  const call = page.getByRole("link", { name: "Call (555) 555-0111" });
  expect(await call.getAttribute("href")).toBe("tel:+15555550111");
  await expectAccessible(page, "a customer");

  await page.locator("summary", { hasText: "More about Dave Miller" }).click();
  await page.getByRole("link", { name: "Merge…" }).click();
  await page.getByLabel("Search by name, phone or email").fill("d. miller");
  await page.getByRole("button", { name: "Search" }).click();
  await page.getByRole("link", { name: "Preview the merge with D. Miller" }).click();
  await page.getByText("The request of D. Miller becomes one of Dave Miller.").waitFor();
  await expectAccessible(page, "the preview of a merge");
  await page.getByRole("button", { name: "Merge Customers" }).click();
  await toast(page, "Customers merged").waitFor();
  await expect.poll(() => page.locator(".customer__requests > li").count()).toBe(3);
  await page.getByRole("button", { name: "Undo the merge with D. Miller" }).click();
  await toast(page, "Restored").waitFor();
  await expect.poll(() => page.locator(".customer__requests > li").count()).toBe(2);

  await page
    .getByRole("link", { name: /Not this person/ })
    .first()
    .click();
  await page.getByRole("button", { name: /^Split Off PR-/ }).click();
  await toast(page, /has its own customer now/).waitFor();
  await page.getByRole("heading", { name: "Dave", level: 1, exact: true }).waitFor();

  await page.locator("summary", { hasText: "More about Dave" }).click();
  await page.getByRole("link", { name: "Data and privacy" }).click();
  await page.getByRole("link", { name: "Delete the open request too" }).click();
  await page.getByRole("link", { name: "Keep the open requests" }).waitFor();
  await page.getByLabel("I have verified who is asking").check();
  await page.getByLabel("Your Current Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Delete Permanently" }).click();
  await toast(page, "Data deleted").waitFor();
  await page.getByRole("heading", { name: "Customers", level: 1 }).waitFor();
  await expect.poll(() => page.getByRole("link", { name: "Dave", exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
});
