import { parse } from "node-html-parser";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { partPath } from "~/parts/part";
import { donorPath } from "~/vehicles/inventory";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { headOf } from "../../support/head";
import { PUBLIC_URL } from "../../support/mail-server";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  for (const table of ["parts", "dismantledVehicles"] as const) await site.db.deleteFrom(table).execute();
});

const words = async (path: string) => textOf(await site.fetch(path));
const page = async (path: string) => parse(await (await site.fetch(path)).text());
const statusOf = async (path: string) => (await site.fetch(path, { redirect: "manual" })).status;

it("a model's page has its generations, its parts by system with prices, its cars and the request form", async () => {
  const alternator = await shelfPart({ year: 2010, price: 85 });
  const door = await shelfPart({ year: 2009, entryId: "door-front-left", price: undefined });
  await shelfPart({ year: 2005, price: 60 });
  await shelfPart({ year: 2010, status: "Sold" });
  await shelfPart({ model: "Civic" });
  const car = await dismantledVehicle({ year: 2011, make: "Honda", model: "Accord" });
  const said = await words("/parts/honda/accord");
  expect(said).toContain("Used Honda Accord Parts 3 parts on the shelf, 1 car in the yard.");
  expect(said).toContain("2003–2007 Honda Accord 1 part 2008–2012");
  expect(said).toContain("2008–2012 Honda Accord 2 parts, 1 car");
  expect(said).toMatch(/Alternator From a 2010 .*?\$85/);
  expect(said).toContain("Call for price");
  const html = await page("/parts/honda/accord");
  const links = html.querySelectorAll("main a").map((link) => link.getAttribute("href") ?? "");
  for (const link of [
    partPath(alternator),
    partPath(door),
    donorPath(car),
    "/parts/honda/accord/2008-2012",
    "/partsrequest?make=Honda&model=Accord",
  ])
    expect(links).toContain(link);
});

it("a generation's page has only its own years, and says what that means", async () => {
  await shelfPart({ year: 2010, price: 85 });
  await shelfPart({ year: 2005, price: 60 });
  const said = await words("/parts/honda/accord/2008-2012");
  expect(said).toContain("Used 2008–2012 Honda Accord Parts 1 part on the shelf.");
  expect(said).toContain("Same body and platform in these years; engines and options differ");
  expect(said).toContain("$85");
  expect(said).not.toContain("$60");
});

it("a model of which there is one generation asks for no choice of years", async () => {
  await shelfPart({ year: 2010 });
  expect(await words("/parts/honda/accord")).not.toContain("By Years");
  await shelfPart({ year: 2005 });
  expect(await words("/parts/honda/accord")).toContain("By Years 2003–2007 Honda Accord");
});

it("only where there is something: an unknown car, one that is sold out, and another generation are not found", async () => {
  const part = await shelfPart({ year: 2010 });
  for (const path of [
    "/parts/honda/civic",
    "/parts/honda/accord/2003-2007",
    "/parts/honda/accord/x",
    "/parts/x/y",
  ])
    expect([path, await statusOf(path)]).toEqual([path, 404]);
  expect(await statusOf("/parts/honda/accord")).toBe(200);
  await site.db.updateTable("parts").set({ status: "Sold" }).where("id", "=", part._id).execute();
  expect(await statusOf("/parts/honda/accord")).toBe(404);
  expect(await words("/parts/honda/accord")).toContain("We have nothing from that car right now");
});

it("a year with two generations is on the model's page alone, and a model that nobody knows has one of its own", async () => {
  await shelfPart({ year: 2007, make: "Chevrolet", model: "Silverado 1500" });
  await shelfPart({ year: 2010, make: "Yugo", model: "Zastava 10" });
  expect(await statusOf("/parts/chevrolet/silverado-1500")).toBe(200);
  expect(await statusOf("/parts/chevrolet/silverado-1500/2007-2013")).toBe(404);
  expect(await words("/parts/yugo/zastava-10")).toContain("Used Yugo Zastava 10 Parts");
});

it("has one address, breadcrumbs, a list for search engines, and a place in the sitemap", async () => {
  const part = await shelfPart({ year: 2010 });
  const path = "/parts/honda/accord/2008-2012";
  for (const written of ["/parts/Honda/Accord/2008-2012", "/parts/honda/accord/2008–2012"]) {
    const answer = await site.fetch(encodeURI(written), { redirect: "manual" });
    expect([answer.status, answer.headers.get("Location")]).toEqual([301, path]);
  }
  const { canonicals, titles } = await headOf(site, path);
  expect(canonicals).toEqual([PUBLIC_URL + path]);
  expect(titles).toEqual(["Used 2008–2012 Honda Accord Parts in Millbrook, NY"]);
  const script = (await page(path)).querySelector('script[type="application/ld+json"]')?.textContent ?? "{}";
  const [trail, list] = JSON.parse(script)["@graph"];
  expect(trail.itemListElement.map(({ name }: { name: string }) => name)).toEqual([
    "Home",
    "Shop Recycled Parts",
    "Honda Accord",
    "2008–2012 Honda Accord",
  ]);
  expect(list.itemListElement).toMatchObject([{ url: PUBLIC_URL + partPath(part) }]);
  const sitemap = await (await site.fetch("/sitemap.xml")).text();
  for (const listed of [path, "/parts/honda/accord"])
    expect(sitemap).toContain(`${PUBLIC_URL}${listed}</loc>`);
  // From the second time on it is a cached page, which has a length.
  await site.fetch(path);
  expect((await site.fetch(path)).headers.get("Content-Length")).not.toBeNull();
});

it("a part's page leads there, and says which other cars it is likely to fit and why", async () => {
  const part = await shelfPart({ year: 2010, entryId: "alternator", fits: ["2009-2010 Acura TSX"] });
  await shelfPart({ year: 2009 });
  const said = await words(partPath(part));
  expect(said).toContain("All used 2008–2012 Honda Accord parts");
  expect(said).toMatch(/Also Fits 2009–2010 Acura TSX Confirmed here: our staff say that it fits\./);
  expect(said).toMatch(/Likely to Fit .*2008–2012 Honda Accord Same (generation|engine)/);
  expect(said).toContain("Ask us first: we check the part numbers before you pay.");
});

it("a part's page names a car that staff say it fits once, and not as one that it is only likely to fit", async () => {
  const part = await shelfPart({ year: 2010, entryId: "alternator", fits: ["2008-2011 Honda Accord"] });
  const said = await words(partPath(part));
  expect(said).toContain("Also Fits 2008–2011 Honda Accord");
  expect(said).toMatch(/Likely to Fit .*2012 Honda Accord/);
  expect(said.split("2008–2012 Honda Accord Same")).toHaveLength(1);
});
