import type { Browser } from "playwright";
import { beforeAll, expect, it } from "vitest";
import { runImports } from "~/import/run.server";
import { openBrowser } from "../../support/browser";
import { visitAsStaff } from "../../support/every-page";
import { encoded, strangersSpreadsheet } from "../../support/imports";
import { type Site, startSite } from "../../support/site";

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

it("a spreadsheet is moved in, seen in the list, changed with one form, and undone", async () => {
  const { page } = await visitAsStaff(browser, site);
  const work = setInterval(runImports, 200);
  const heading = (name: string | RegExp) => page.getByRole("heading", { name }).first().waitFor();
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  try {
    await page.goto(`${site.url}/admin/retail-vehicles`);
    await page.locator("summary", { hasText: "More" }).click();
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await heading("Import");
    const buffer = encoded(strangersSpreadsheet({ delimiter: ";", count: 40 }), "windows-1252");
    await page.getByLabel("CSV file").setInputFiles({ name: "My cars.csv", mimeType: "text/csv", buffer });
    await press("Upload File");
    await heading("Match the Columns");
    expect(await page.getByLabel("Mileage").locator("option:checked").textContent()).toContain(
      "Odometer (mi)",
    );
    await press("Check the File");
    // By itself, without another click.
    await heading("Import 38 Vehicles?");
    await press("Import 38 Vehicles");
    await heading("What This Import Did");

    await page.getByRole("link", { name: "Go to the vehicles" }).click();
    await page.getByText("38 vehicles, page 1 of 2").waitFor();
    await page.getByRole("checkbox", { name: "Choose all on this page" }).check();
    await page.getByText("Change several at once").click();
    await page.getByLabel("Change to").selectOption("Sold");
    await press("Set Status");
    await page.getByText("25 vehicles set to Sold").first().waitFor();

    await page.goBack();
    await heading("What This Import Did");
    await press("Undo This Import");
    await page.getByText("Undone: 13 of 38 vehicles are as they were before.").waitFor();
    await page.getByText("someone changed, used or deleted them since: 25").waitFor();
  } finally {
    clearInterval(work);
  }
});
