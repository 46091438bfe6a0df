import { beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/browser";
import { retailVehicle } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

it("adds up a deal while it is typed, and has no button for that", async () => {
  const { _id } = await retailVehicle({ price: 8_000 });
  const { page, problems } = await visitAsStaff(await openBrowser(), site);
  await page.goto(`${site.url}/admin/sales/deal?vehicle=${_id}`);
  const sums = page.locator("#deal-sums dl");
  const read = () => sums.innerText().then((text) => text.replace(/\s+/g, " "));
  await expect.poll(read).toMatch(/Total \$8,650\.00 Balance \$8,650\.00$/);
  expect(await page.getByRole("button", { name: "Work Out the Total" }).count()).toBe(0);

  await page.getByLabel("Price in dollars").fill("7,500");
  await page.getByLabel("Sales tax").selectOption("No tax");
  await page.getByText("Trade-in", { exact: true }).click();
  await page.getByLabel("Allowance in dollars").fill("$1,200.50");
  await page.getByLabel("Model").fill("Civic");
  await expect
    .poll(read)
    .toBe("Price $7,500.00 Tax, No tax $0.00 Total $7,500.00 Trade-in, Civic -$1,200.50 Balance $6,299.50");
  // What is no amount counts nothing, and stays as it was typed.
  await page.getByLabel("Price in dollars").fill("seven");
  await expect.poll(read).toMatch(/^Price \$0\.00 .* Balance -\$1,200\.50$/);
  expect(problems).toEqual([]);
});
