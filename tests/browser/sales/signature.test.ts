import { beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../support/browser";
import { purchase } from "../../support/builders";
import { visitAsStaff } from "../../support/every-page";
import { type Site, startSite } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});

it("the seller signs a bill of sale on the screen", async () => {
  const { _id } = await purchase();
  const { page, problems } = await visitAsStaff(await openBrowser(), site, { width: 390, height: 844 });
  await page.goto(`${site.url}/admin/purchases/${_id}/bill-of-sale`);
  const save = page.getByRole("button", { name: "Save Signature" });
  expect(await save.isDisabled()).toBe(true);
  const canvas = page.getByLabel("Box for the seller's signature");
  await canvas.scrollIntoViewIfNeeded();
  const { x = 0, y = 0 } = (await canvas.boundingBox()) ?? {};
  await page.mouse.move(x + 20, y + 40);
  await page.mouse.down();
  for (const [right, down] of [
    [60, 10],
    [110, 60],
    [160, 20],
  ] as const)
    await page.mouse.move(x + right, y + down, { steps: 4 });
  await page.mouse.up();
  await save.click();
  await page.getByRole("img", { name: /^Signature of / }).waitFor();
  await page.getByRole("heading", { name: "Sign Again" }).waitFor();
  expect(problems).toEqual([]);
});
