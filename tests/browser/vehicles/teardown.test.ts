import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { business } from "~/business/business.server";
import type { Part } from "~/parts/parts";
import { type StaffApi, staffApi } from "../../support/api";
import { expectAccessible, expectFocus, openBrowser, visit } from "../../support/browser";
import { dismantledVehicle } from "../../support/builders";
import { signInAs, visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";
import { administrator } from "../../support/staff";

let site: Site;
let browser: Browser;
let api: StaffApi;
beforeAll(async () => {
  site = await startSite();
  api = await staffApi(site);
  browser = await openBrowser();
});

const PHONE = { width: 390, height: 844, hasTouch: true };
/** The parts of a car on the shelf, as the API has them, oldest first. */
async function partsOf(donorId: string): Promise<Part[]> {
  const parts: Part[] = await (await api.get("/admin/parts")).json();
  return parts
    .filter((part) => part.donorId === donorId)
    .sort((one, other) => (one._id < other._id ? -1 : 1));
}

it("a row that is refused is kept as it was typed, also on another page, until it is right or unticked", async () => {
  const donor = await dismantledVehicle({ mileage: 40_000 });
  const { page } = await visitAsStaff(browser, site, PHONE);
  await page.goto(`${site.url}/admin/dismantled-vehicles/${donor._id}/teardown`);
  const hood = page.locator("#row-hood-panel");
  const footer = page.locator(".teardown__state");
  const tick = (entryId: string) => page.locator(`#row-${entryId} label.stock-row__tick`).tap();
  await tick("hood-panel");
  await hood.getByText(`${donor.stockNumber}-1`).waitFor();
  await hood.getByLabel("Price").fill("$1,250.00");
  await hood.getByLabel("Damage codes").fill("zz9");
  await tick("radiator");
  await page.locator("#row-radiator").getByText(`${donor.stockNumber}-2`).waitFor();
  await page.locator("#row-radiator").getByLabel("Price").fill("a lot");
  await footer.getByText("2 stocked; 2 need fixing").waitFor();
  await hood.getByText("Not saved").first().waitFor();

  // Leaving is asked about, and loses nothing.
  await page.getByRole("link", { name: "Parts of this car" }).tap();
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByText("stay on this phone").waitFor();
  await expectAccessible(page);
  await question.getByRole("button", { name: "Leave" }).tap();
  // The address changes a moment before the page.
  await page.getByRole("table", { name: "Parts" }).or(page.locator(".parts-table")).first().waitFor();
  await page.goBack();
  await footer.getByText("2 stocked; 2 need fixing").waitFor();
  await page.reload();
  await footer.getByText("2 stocked; 2 need fixing").waitFor();
  await expect.poll(() => hood.getByLabel("Price").inputValue()).toBe("$1,250.00");
  await expect.poll(() => hood.getByLabel("Damage codes").inputValue()).toBe("zz9");
  await expect.poll(() => hood.getByLabel("Damage codes").getAttribute("aria-invalid")).toBe("true");
  await hood.getByText("Not saved").first().waitFor();

  await hood.getByLabel("Damage codes").fill("2D1");
  await footer.getByText("2 stocked; 1 needs fixing").waitFor();
  await tick("radiator");
  await footer.getByText("1 stocked.").waitFor();
  const [stored] = await partsOf(donor._id);
  expect([stored?.entryId, stored?.price, stored?.damage]).toEqual(["hood-panel", 1250, "2D1"]);
  await page.reload();
  await footer.getByText("1 stocked.").waitFor();
  await hood.getByText("$1,250").waitFor();

  // The price that was typed is corrected where it stands, with the cursor in it; not over what a colleague has saved since.
  const edit = hood.getByRole("button", { name: "Edit Hood" });
  const prices = async () => (await partsOf(donor._id)).map(({ price }) => price);
  const typePrice = async (price: string) => {
    await edit.tap();
    await expectFocus(hood.getByLabel("Price"));
    await page.keyboard.type(price);
  };
  await typePrice("1150");
  await expect.poll(prices).toEqual([1150]);
  await hood.getByText("More of Hood").tap();
  await hood.getByLabel("Core charge").fill("50");
  await expect.poll(async () => (await partsOf(donor._id))[0]?.coreCharge).toBe(50);
  // A page that is left before it hears so keeps the row open.
  await hood.locator(".stock-row__state.tone--good").waitFor();
  await page.reload();
  await hood.getByText("$1,150").waitFor();
  await site.db
    .updateTable("parts")
    .set({ priceCents: 99_000, updatedAt: "2026-12-31T00:00:00.000Z" })
    .where("donorId", "=", donor._id)
    .execute();
  await typePrice("1175");
  await hood.getByText("Someone else saved it in the meantime").waitFor();
  await hood.getByText("$990").waitFor();
  await expectAccessible(page);
  await typePrice("1175");
  await expect.poll(prices).toEqual([1175]);
});

it("the yard's rows offer to take off what it has just stocked itself, and nothing that would be refused", async () => {
  const donor = await dismantledVehicle({ mileage: 40_000 });
  await api.post("/admin/parts", { entryId: "starter", donor: donor.stockNumber });
  const { page, context } = await visit(browser, PHONE);
  const account = await administrator("yara", "yard");
  await signInAs(context, site, account);
  await page.goto(`${site.url}/admin/dismantled-vehicles/${donor._id}/teardown`);
  const row = (entryId: string) => page.locator(`#row-${entryId}`);
  const box = (entryId: string) => row(entryId).getByRole("checkbox");
  const count = async () => (await partsOf(donor._id)).length;
  const undoIsRefused = "This one stays: your role can only undo what you stocked yourself today";
  await row("starter").getByRole("button", { name: "Edit Starter" }).tap();
  expect(await box("starter").isDisabled()).toBe(true);
  await row("starter").getByText(undoIsRefused).waitFor();
  await expectAccessible(page);
  // What else its row says is theirs to change.
  await row("starter").getByLabel("Location").fill("B-7");
  await expect.poll(async () => (await partsOf(donor._id))[0]?.location).toBe("B-7");

  const tick = (entryId: string) => row(entryId).locator("label.stock-row__tick").tap();
  await tick("alternator");
  await row("alternator").getByText(`${donor.stockNumber}-2`).waitFor();
  await tick("alternator");
  await expect.poll(count).toBe(1);

  // By the next day, at a page that was left open, it is on the shelf for good.
  await tick("radiator");
  await row("radiator").getByText(`${donor.stockNumber}-3`).waitFor();
  await site.db
    .updateTable("parts")
    .set({ createdAt: "2026-01-02T15:00:00.000Z" })
    .where("donorId", "=", donor._id)
    .execute();
  await tick("radiator");
  await row("radiator").getByText(undoIsRefused).waitFor();
  expect(await count()).toBe(2);
  await expectAccessible(page);
});

it("a car is taken apart on a phone, through an outage, and a part is held and sold from its label", async () => {
  const donor = await dismantledVehicle({ mileage: 40_000 });
  const number = donor.stockNumber;
  const { page, context } = await visitAsStaff(browser, site, PHONE);
  await page.goto(`${site.url}/admin/dismantled-vehicles/${donor._id}/teardown`);
  const row = (entryId: string) => page.locator(`#row-${entryId}`);
  const tick = (entryId: string) => row(entryId).locator("label.stock-row__tick").tap();
  const tickAt = async (entryId: string, price: string) => {
    await tick(entryId);
    await expectFocus(row(entryId).getByLabel("Price"));
    await page.keyboard.type(price);
  };

  // One tap ticks a row and puts the cursor into its price; it is stored by itself.
  await tickAt("alternator", "85");
  await row("alternator").getByLabel("Location").fill("A-3");
  await row("alternator").getByText(`${number}-1`).waitFor();
  await page.getByLabel("Warranty").selectOption({ index: 1 });
  await tickAt("starter", "60");
  await row("starter").getByText(`${number}-2`).waitFor();
  await expect
    .poll(async () => (await partsOf(donor._id)).map((part) => [part.price, part.location, part.warranty]))
    .toEqual([
      [85, "A-3", undefined],
      [60, "A-3", business.partWarranties[0]],
    ]);
  await row("starter").getByText("Grade A. 40,000 miles").waitFor();

  // Without a connection a row says that it is not saved, and survives the page.
  await context.setOffline(true);
  await tickAt("radiator", "75");
  await row("radiator").getByText("Not saved yet").waitFor();
  await page.getByText("They're kept on this phone").waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.reload();
  await row("radiator").getByText(`${number}-3`).waitFor();
  await expect.poll(async () => (await partsOf(donor._id)).map((part) => part.price)).toEqual([85, 60, 75]);

  // Another part of the catalog is found by its name, and a row that was ticked by mistake is undone.
  await page.getByLabel("Find a part").fill("winch");
  await page.getByRole("button", { name: "Winch" }).tap();
  await row("winch").getByText(`${number}-4`).waitFor();
  await tick("winch");
  await expect.poll(async () => (await partsOf(donor._id)).length).toBe(3);

  await page.getByRole("link", { name: "Print 3 Labels" }).tap();
  await page.getByRole("heading", { name: "Print Stock Labels" }).waitFor();
  expect(await page.locator(".stock-label").first().innerText()).toContain(`${number}-1`);
  // A roll has no used sheet.
  const used = page.getByLabel("Labels used on the first sheet");
  await used.waitFor({ state: "hidden" });
  await page.getByLabel("Label size").selectOption("avery-5160");
  await used.waitFor();

  // The label's page: two taps each.
  const [alternator] = await partsOf(donor._id);
  await page.goto(`${site.url}/admin/parts/${alternator?._id}`);
  await page.locator("summary", { hasText: "Hold" }).tap();
  await page.getByRole("button", { name: "Hold It" }).tap();
  await page.locator(".part-page > div").getByText("Held until").waitFor();
  // One action is open at a time, also after one that failed; afterwards none, and the page's heading has the focus.
  await page.locator("summary", { hasText: "Move" }).tap();
  await page.locator("summary", { hasText: "Sold Elsewhere" }).tap();
  await page.locator("#sell-soldPrice").fill("a lot");
  await page.getByRole("button", { name: "Mark as Sold" }).tap();
  await page.getByText("Please enter a valid price").waitFor();
  await expect
    .poll(() => page.locator(".part-action[open] > summary").allInnerTexts())
    .toEqual(["Sold Elsewhere"]);
  await page.locator("#sell-soldPrice").fill("85");
  await page.getByRole("button", { name: "Mark as Sold" }).tap();
  await page
    .locator(".part-page > div")
    .getByText(/^Sold for \$85\.00 on [^.]+\.$/)
    .waitFor();
  await expect.poll(() => page.locator(".part-action[open]").count()).toBe(0);
  await page.locator("h1:focus").waitFor();
  await expectAccessible(page);
});
