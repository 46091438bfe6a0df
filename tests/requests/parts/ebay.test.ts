import { parse } from "csv-parse/sync";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { dayInTimeZone } from "~/values/format";
import { shelfPart } from "../../support/builders";
import { filePart, MULTIPART, multipart } from "../../support/multipart";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";
import { storedImages } from "../../support/stored-images";

let site: Site;
let cookie: string;

beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("parts").execute();
  await site.db.deleteFrom("ebayTemplates").execute();
  ({ cookie } = await signedIn());
});

const PAGE = "/admin/parts/ebay";
const ACTION = "*Action(SiteID=US|Country=US|Currency=USD|Version=1193)";
const TEMPLATE = `#INFO,Version=1.0.0\r\n${ACTION},CustomLabel,*Category,*Title,*StartPrice,PicURL,StoreCategory\r\nVerifyAdd,,33726,,,,\r\n`;

const upload = (content: string | Buffer) =>
  site.fetch(PAGE, {
    method: "POST",
    body: new Uint8Array(
      multipart([filePart(content, { name: "file", filename: "fx.csv", type: "text/csv" })]),
    ),
    headers: { Origin: site.url, Cookie: cookie, "Content-Type": MULTIPART },
  });
const get = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });
const page = async (path = PAGE) => textOf(await get(path));

test("a template of hundreds of columns is none of eBay's", async () => {
  const answer = await upload(TEMPLATE.replace(",StoreCategory", ",".repeat(500)));
  expect(answer.status).toBe(400);
  expect(await page()).toContain("Upload eBay's Template");
});

test("staff upload eBay's template, see what goes in, and download the file", async () => {
  const [image] = await storedImages(1);
  const images = [{ imageUrl: image?.imageUrl }];
  await shelfPart({ stockNumber: "A-1", price: 85, images });
  await shelfPart({ stockNumber: "A-2", price: 45, images, make: "Ford", model: "F-150" });
  await shelfPart({ stockNumber: "A-3", price: undefined, images });
  await shelfPart({ stockNumber: "A-4", price: 20 });
  await shelfPart({ stockNumber: "A-5", price: 20, images, status: "Sold" });
  expect((await get(`${PAGE}.csv`)).status).toBe(404);
  const before = await page();
  expect(before).toContain("Upload eBay's Template");
  expect(before).not.toContain("left out");

  expect((await upload(TEMPLATE)).status).toBe(303);
  const shown = await page();
  expect(shown).toContain("Download CSV, 2 parts");
  expect(shown).toContain("2 available parts are left out");
  expect(shown).toMatch(/stock # A-3 *: no price/);
  expect(shown).toMatch(/stock # A-4 *: no picture/);

  const file = await get(`${PAGE}.csv`);
  expect(file.headers.get("Content-Disposition")).toContain(
    `ebay-parts-${dayInTimeZone("America/New_York", new Date())}.csv`,
  );
  const rows = parse(await file.text(), { relax_column_count: true }) as string[][];
  expect(rows.slice(0, 2)).toEqual([
    ["#INFO", "Version=1.0.0"],
    [ACTION, "CustomLabel", "*Category", "*Title", "*StartPrice", "PicURL", "StoreCategory"],
  ]);
  expect(
    rows
      .slice(2)
      .map((cells) => cells.slice(0, 5))
      .sort(),
  ).toEqual([
    ["VerifyAdd", "A-1", "33726", "2012 Honda Accord Alternator", "85.00"],
    ["VerifyAdd", "A-2", "33726", "2012 Ford F-150 Alternator", "45.00"],
  ]);
  expect(await page(`${PAGE}?q=qqqq`)).toContain("there is no file yet");

  await site.form(PAGE, { intent: "remove" }, { cookie });
  expect((await get(`${PAGE}.csv`)).status).toBe(404);
});

test("a file that is no template says so, and the one before stays", async () => {
  await upload(TEMPLATE);
  const answer = await upload("Title,Price\r\nx,1\r\n");
  expect(answer.status).toBe(400);
  expect(await textOf(answer)).toContain("This isn't an eBay template");
  expect(await textOf(await upload(Buffer.from("PK\u0003\u0004\u0000\u0000")))).toContain(
    "This isn't a CSV file",
  );
  expect(await page()).toContain("Your Template");
});

test("nobody else gets the page or the file", async () => {
  for (const path of [PAGE, `${PAGE}.csv`]) {
    const answer = await site.fetch(path, { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, expect.stringContaining("/login")]);
  }
});
