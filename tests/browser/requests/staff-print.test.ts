import type { Browser } from "playwright";
import { beforeAll, describe, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { STAFF_ROWS_PER_PAGE } from "~/lists/staff";
import { openBrowser, visit } from "../../support/browser";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Sheet, sheetsOf } from "../../support/pdf";
import { minutesLater, partRequest, repairRequest } from "../../support/requests";
import { type Site, startSite } from "../../support/site";
import { signedIn } from "../../support/staff";

const ROWS = Array.from({ length: STAFF_ROWS_PER_PAGE }, (_, index) => String(index + 10));

let site: Site;
let browser: Browser;
beforeAll(async () => {
  site = await startSite();
  browser = await openBrowser();
});

/** A list as it comes out of the printer. */
async function printed(path: string, options: Parameters<typeof visit>[1] = {}): Promise<Sheet[]> {
  const { page, context } = await visit(browser, options);
  const { cookie } = await signedIn();
  const cookies = cookie.split("; ").map((pair) => {
    const [name = "", ...value] = pair.split("=");
    return { name, value: value.join("="), url: site.url };
  });
  await context.addCookies(cookies);
  await page.goto(site.url + path);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  await context.close();
  return sheetsOf(pdf);
}

const textOf = ({ lines }: Sheet) => lines.join("\n");
/** The sheets, from 0, on which these words stand. */
const sheetsWith = (sheets: Sheet[], words: string) =>
  sheets.flatMap((sheet, index) => (textOf(sheet).includes(words) ? [index] : []));

describe.each([
  [
    "/admin?sort=stock-number",
    "Dismantled Vehicle Inventory",
    "Stock #VINYearMakeModelStatus",
    "upright",
    (name: string) => dismantledVehicle({ stockNumber: `D-${name}`, model: `Model ${name}` }),
  ],
  [
    "/admin/retail-vehicles?sort=stock-number",
    "Retail Vehicles",
    "Stock #VINYearMakeModelMileagePriceStatus",
    "across",
    (name: string) => retailVehicle({ stockNumber: `R-${name}`, model: `Model ${name}` }),
  ],
  [
    "/admin/parts-requests?sort=oldest",
    "Parts Requests",
    "ReferenceReceivedCustomerVehiclePartStatus",
    "across",
    (name: string) => partRequest({}, { name: `Model ${name}` }, minutesLater(Number(name))),
  ],
  [
    "/admin/repair-requests?sort=oldest",
    "Repair Requests",
    "ReferenceReceivedCustomerVehicleServiceStatus",
    "across",
    (name: string) => repairRequest({ message: `Model ${name}, and more words. `.repeat(12) }),
  ],
])("%s on paper", (path, title, head, way, store) => {
  it("is a table of all its rows, with its head on every sheet and no row on two", async () => {
    for (const name of ROWS) await store(name);
    const sheets = await printed(path);
    const [first, ...others] = sheets;
    if (!first) throw new Error("Nothing was printed.");
    for (const words of [business.name, title, `${STAFF_ROWS_PER_PAGE} `, "Sorted by: "])
      expect(textOf(first)).toContain(words);
    expect(textOf(first)).toMatch(/Printed [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2} [AP]M/);
    expect(first.width > first.height).toBe(way === "across");
    for (const sheet of sheets) expect(sheet.lines).toContain(head);
    for (const name of ROWS) expect(sheetsWith(sheets, `Model ${name}`), name).toHaveLength(1);
    for (const words of ["Search", "Status:", "Actions", "Add Vehicle", "Logout", "Previous", "Next"])
      expect(sheetsWith(sheets, words), words).toEqual([]);
    expect(textOf(first)).toContain(`Page 1 of ${others.length + 1}`);
  });
});

it("says what the list was narrowed down to, and prints what stands open under its row", async () => {
  const { _id } = await dismantledVehicle({ stockNumber: "OPEN-1", status: "Scrapped", trim: "Touring" });
  for (let number = 0; number < 20; number++) await dismantledVehicle({ status: "Scrapped", make: "Honda" });
  const path = `/admin?q=honda&status=Scrapped&open=${_id}&sort=oldest`;
  for (const options of [{ colorScheme: "dark" as const }, { width: 390 }]) {
    const sheets = await printed(path, options);
    expect(textOf(sheets[0] as Sheet)).toMatch(/Search: ?honda[\s\S]*Status: ?Scrapped/);
    expect(sheetsWith(sheets, "OPEN-1")).toEqual(sheetsWith(sheets, "Touring"));
  }
  const sheets = await printed(path, { script: false });
  expect(textOf(sheets[0] as Sheet)).toMatch(/As of [A-Z][a-z]{2} \d/);
});

it("an open request of many words goes on over the sheet's end, and nothing of it is cut", async () => {
  const id = await partRequest({ additionalInfo: "rattle\n".repeat(700) }, { name: "Long Story" });
  const sheets = await printed(`/admin/parts-requests?q=Long+Story&open=${id}`);
  expect(sheets.length).toBeGreaterThan(1);
  expect(
    sheets
      .map(textOf)
      .join("\n")
      .match(/rattle/g),
  ).toHaveLength(700);
});
