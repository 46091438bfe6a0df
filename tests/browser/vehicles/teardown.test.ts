import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { expectAccessible, openBrowser } from "../../support/browser";
import { dismantledVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

const PHONE = { width: 390, height: 844, hasTouch: true };
const partsOf = (donorId: string) =>
  site.db.selectFrom("parts").selectAll().where("donorId", "=", donorId).orderBy("id").execute();

it("a car is taken apart on a phone, through an outage, and a part is held and sold from its label", async () => {
  const donor = await dismantledVehicle({ mileage: 40_000 });
  const number = donor.stockNumber;
  const { page, context } = await visitAsStaff(browser, site, PHONE);
  await page.goto(`${site.url}/admin/dismantled-vehicles/${donor._id}/teardown`);
  const row = (entryId: string) => page.locator(`#row-${entryId}`);
  const tick = (entryId: string) => row(entryId).locator("label.take-row__tick").tap();

  // One tap ticks a row and puts the cursor into its price; it is stored by itself.
  await tick("alternator");
  await page.keyboard.type("85");
  await row("alternator").getByLabel("Location").fill("A-3");
  await row("alternator").getByText(`${number}-1`).waitFor();
  await tick("starter");
  await page.keyboard.type("60");
  await row("starter").getByText(`${number}-2`).waitFor();
  await expect
    .poll(async () => (await partsOf(donor._id)).map((part) => [part.priceCents, part.location]))
    .toEqual([
      [8500, "A-3"],
      [6000, "A-3"],
    ]);
  expect(await row("starter").innerText()).toContain("Grade A. 40,000 miles");

  // Without a connection a row says that it is not saved, and survives the page.
  await context.setOffline(true);
  await tick("radiator");
  await page.keyboard.type("75");
  await row("radiator").getByText("Not saved yet").waitFor();
  await page.getByText("They're kept on this phone").waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.reload();
  await row("radiator").getByText(`${number}-3`).waitFor();
  await expect
    .poll(async () => (await partsOf(donor._id)).map((part) => part.priceCents))
    .toEqual([8500, 6000, 7500]);

  // Another part of the catalogue is found by its name, and a row that was ticked by mistake is taken back.
  await page.getByLabel("Find a part").fill("winch");
  await page.getByRole("button", { name: "Winch" }).tap();
  await row("winch").getByText(`${number}-4`).waitFor();
  await tick("winch");
  await expect.poll(async () => (await partsOf(donor._id)).filter((part) => part.deletedAt).length).toBe(1);

  await page.getByRole("link", { name: "Print 3 Labels" }).tap();
  await page.getByRole("heading", { name: "Print Stock Labels" }).waitFor();
  expect(await page.locator(".stock-label").first().innerText()).toContain(`${number}-1`);

  // The label's page: two taps each.
  const [alternator] = await partsOf(donor._id);
  await page.goto(`${site.url}/admin/parts/${alternator?.id}`);
  await page.locator("summary", { hasText: "Hold" }).tap();
  await page.getByRole("button", { name: "Hold It" }).tap();
  await page.locator(".part-page__head").getByText("Held until").waitFor();
  await page.locator("summary", { hasText: "Sell" }).tap();
  await page.getByRole("button", { name: "Sell It" }).tap();
  await page.locator(".part-page__head").getByText("Sold for $85.00").waitFor();
  await expectAccessible(page);
});
