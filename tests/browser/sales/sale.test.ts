import type { Page } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/browser";
import { retailVehicle, shelfPart } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { completedSale } from "../../support/sales";
import { type Site, startSite } from "../../support/site";

let site: Site;
let page: Page;
let problems: string[];
beforeAll(async () => {
  site = await startSite();
  ({ page, problems } = await visitAsStaff(await openBrowser(), site));
});

/** What is posted from now on waits until `answer` is called. */
async function holdPosts(): Promise<{ asked: Promise<void>; answer: () => void }> {
  let [arrived, answer] = [() => {}, () => {}];
  const asked = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  const released = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(/admin\/sales/, async (route) => {
    if (route.request().method() === "POST") {
      arrived();
      await released;
    }
    await route.continue();
  });
  return { asked, answer };
}

it("keeps what is typed while a search of the sale is on its way, and goes on with it", async () => {
  const { stockNumber } = await shelfPart({ price: 85 });
  await page.goto(`${site.url}/admin/sales/new`);
  await page.getByLabel("Add a part").fill("alternator");
  const { asked, answer } = await holdPosts();
  await page.getByRole("button", { name: "Find", exact: true }).first().click();
  await asked;
  await page.getByLabel("Phone").fill("(555) 555-0101");
  await page.getByLabel(/^Name/).click();
  await page.keyboard.type("Ann Re");
  answer();
  await page.getByRole("button", { name: /^Add .*Alternator/ }).waitFor();
  await page.keyboard.type("yes");
  expect(await page.getByLabel(/^Name/).inputValue()).toBe("Ann Reyes");
  expect(await page.getByLabel("Phone").inputValue()).toBe("(555) 555-0101");
  await page.unroute(/admin\/sales/);

  // What the answer itself has changed is its own.
  const again = await holdPosts();
  await page.getByRole("button", { name: /^Add .*Alternator/ }).click();
  await again.asked;
  await page.getByLabel("Stock # or description of line 1").fill("Labor");
  await page.getByLabel("Address").fill("1 Main Street");
  again.answer();
  await expect
    .poll(() => page.getByLabel("Stock # or description of line 1").inputValue())
    .toBe(stockNumber ?? "");
  expect(await page.getByLabel("Address").inputValue()).toBe("1 Main Street");
  await page.unroute(/admin\/sales/);
  await page.getByRole("button", { name: "Save Draft" }).click();
  await page.getByText("Draft saved").first().waitFor();
  await page.reload();
  expect(await page.getByLabel(/^Name/).inputValue()).toBe("Ann Reyes");
  expect(await page.getByLabel("Address").inputValue()).toBe("1 Main Street");
  expect(problems).toEqual([]);
});

it("begins empty after another one was begun with a part", async () => {
  const { _id, stockNumber } = await shelfPart({ price: 85 });
  const item = page.getByLabel("Stock # or description of line 1");
  await page.goto(`${site.url}/admin/sales/new?part=${_id}`);
  await expect.poll(() => item.inputValue()).toBe(stockNumber ?? "");
  await page.getByRole("button", { name: "New", exact: true }).click();
  await page
    .getByRole("navigation", { name: "New", exact: true })
    .getByRole("link", { name: "Sale", exact: true })
    .click();
  await page.waitForURL(`${site.url}/admin/sales/new`);
  await expect.poll(() => item.inputValue()).toBe("");
  expect(problems).toEqual([]);
});

it("keeps what is typed of a deal while it is saved", async () => {
  const { _id } = await retailVehicle({ price: 8_000 });
  await page.goto(`${site.url}/admin/sales/deal?vehicle=${_id}`);
  await page.getByLabel("Price in dollars").fill("7,500");
  const { asked, answer } = await holdPosts();
  await page.getByRole("button", { name: "Save Deal" }).click();
  await asked;
  await page.getByLabel("Sales tax").selectOption("No tax");
  answer();
  await page.getByText("Deal saved").first().waitFor();
  expect(await page.getByLabel("Sales tax").inputValue()).toBe("No tax");
  await page.unroute(/admin\/sales/);
  expect(problems).toEqual([]);
});

it("adds up what a customer gets back while it is chosen, so that one press is enough", async () => {
  const { _id } = await shelfPart({ price: 80 });
  const by = { username: "marta", role: "owner", now: new Date() } as const;
  const sale = await completedSale({ lines: [{ kind: "part", part: _id }] }, by);
  await page.goto(`${site.url}/admin/sales/${sale._id}/return`);
  await page.getByText("Choose what came back. You'll see the total here").waitFor();
  const sums = page.getByRole("region", { name: "What the Customer Gets" });
  await page.getByLabel(/Alternator/).check();
  await expect.poll(() => sums.innerText()).toMatch(/Tax\s+\$6\.50\s+Total\s+\$86\.50/);
  await page.getByLabel(/^Restocking fee/).fill("10");
  await expect.poll(() => sums.innerText()).toMatch(/Restocking fee\s+-\$10\.00\s+Total\s+\$76\.50/);
  await page.getByLabel("Why").selectOption("not-needed");
  await page.getByLabel("Where the part goes").selectOption("shelf");
  await page.getByLabel("How the customer gets the money").selectOption("cash");
  await page.getByRole("button", { name: "Return Items" }).click();
  await page.getByText("$76.50 goes to the customer.").first().waitFor();
  expect(problems).toEqual([]);
});
