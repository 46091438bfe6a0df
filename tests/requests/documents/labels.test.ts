import { beforeAll, expect, test } from "vitest";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";
import { signedIn } from "../../support/staff";

let site: Site;
let cookie: string;
beforeAll(async () => {
  site = await startSite();
  ({ cookie } = await signedIn());
});

const page = (path: string) => site.fetch(path, { headers: { Cookie: cookie } });

test("labels have the stock number, the name and the end of the VIN, in the order chosen", async () => {
  const [one, two] = [await dismantledVehicle(), await dismantledVehicle({ make: "Saab", model: "900" })];
  const answer = await page(
    `/admin/labels/print?kind=dismantled&size=avery-5160&id=${two._id}&id=${one._id}`,
  );
  const text = await textOf(answer);
  expect(text).toContain(`${two.stockNumber} 2012 Saab 900 VIN ${two.vin.slice(-8)}`);
  expect(text.indexOf(two.stockNumber)).toBeLessThan(text.indexOf(one.stockNumber));
  // Without PUBLIC_URL there is no address that a code could have.
  expect(text).toContain("These labels have no QR code");
});

test("a used sheet begins where its labels do", async () => {
  const { _id, stockNumber } = await retailVehicle();
  const html = await (await page(`/admin/labels/print?kind=retail&size=avery-5163&skip=4&id=${_id}`)).text();
  const places = html.split('<li class="stock-label">').slice(1);
  expect(places).toHaveLength(5);
  expect(places[4]).toContain(stockNumber);
});

test("each inventory has its own, with sizes for a windshield and a shelf", async () => {
  const { stockNumber } = await retailVehicle();
  const { stockNumber: part } = await dismantledVehicle();
  const retail = await textOf(await page("/admin/labels?kind=retail"));
  expect(retail).toContain(stockNumber);
  expect(retail).not.toContain(part);
  const dismantled = await (await page("/admin/labels")).text();
  expect(dismantled).toContain(part);
  expect(dismantled).toMatch(/<option value="2\.25x1\.25"[^>]* selected=""/);
  expect(await (await page("/admin/labels?kind=retail")).text()).toMatch(
    /<option value="4x6"[^>]* selected=""/,
  );
});

test("an unknown size, kind and vehicle are ignored, and nothing chosen is told", async () => {
  const answer = await page("/admin/labels/print?kind=boat&size=huge&skip=x&id=../../etc&id=nothinglikethis");
  expect(answer.status).toBe(200);
  expect(await textOf(answer)).toContain("No vehicle was chosen.");
});

test("rows and editors of both inventories lead to a label", async () => {
  const { _id: retail } = await retailVehicle();
  const { _id: dismantled } = await dismantledVehicle();
  for (const [kind, id, list] of [
    ["retail", retail, "/admin/retail-vehicles"],
    ["dismantled", dismantled, "/admin"],
  ] as const) {
    const link = `href="/admin/labels/print?kind=${kind}&amp;id=${id}"`;
    expect(await (await page(`${list}?open=${id}`)).text()).toContain(link);
    expect(await (await page(`/admin/${kind}-vehicles/${id}/edit`)).text()).toContain(link);
  }
});
