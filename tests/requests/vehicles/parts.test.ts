import { beforeAll, beforeEach, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { donorPath } from "~/vehicles/inventory";
import { dismantledVehicle, shelfPart } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("dismantledVehicles").execute();
  await site.db.deleteFrom("parts").execute();
});

const html = async (path: string) => (await site.fetch(path)).text();
const words = async (path: string) => textOf(await site.fetch(path));

it("each vehicle leads to its page and to the request for a part of it, and says what is on the shelf of it", async () => {
  const vehicle = await dismantledVehicle({
    stockNumber: "R-12",
    status: "Awaiting Dismantle",
    notes: "secret",
  });
  const { _id } = vehicle;
  for (const [price, status] of [
    [120, "Available"],
    [75, "On hold"],
    [0, "Available"],
    [5, "Sold"],
  ] as const)
    await shelfPart({ donor: "R-12", price, status });
  const page = await html("/parts");
  expect(page).toContain(`href="/partsrequest?vehicle=${_id}"`);
  expect(page).toContain(`href="${donorPath(vehicle)}"`);
  expect(page).not.toContain("secret");
  const said = await words("/parts");
  for (const part of [
    "Recently Dismantled Vehicles",
    "2012 Honda Accord",
    "R-12",
    "Awaiting Dismantle",
    "Added Mar 2, 2026",
    "3 parts from $75",
    "Request a Part from this vehicle",
  ]) {
    expect(said).toContain(part);
  }
  expect(page).toContain("badge--yellow");
});

it("an empty yard says so", async () => {
  expect(await words("/parts")).toContain("No vehicles currently available for parts.");
  for (const path of ["/", "/parts"]) expect(await words(path)).not.toContain("Just In: Parts");
  expect(await html("/parts")).toContain('placeholder="2010 Accord alternator"');
});

it("the shelf stands above the cars: each system leads to its parts, and the last part of each car is shown", async () => {
  await dismantledVehicle({ stockNumber: "R-1" });
  for (const entryId of ["headlight-left", "headlight-right", "alternator", "starter", "radiator"])
    await shelfPart({ entryId, donor: "R-1" });
  await shelfPart({ entryId: "fog-light-left", make: "Kia", model: "Soul", price: 66 });
  const example = "2012 Soul fog light";
  expect(await words("/parts/find")).toContain(example);
  for (const path of ["/", "/parts", "/parts/find"])
    expect(await html(path)).toContain(`placeholder="${example}"`);
  expect(await words(`/parts/find?q=${encodeURIComponent(example)}`)).toMatch(/1 part\b/);
  for (const path of ["/", "/parts"]) {
    expect(await html(path)).toContain('href="/parts/find?category=lights"');
    const said = await words(path);
    expect(said).toMatch(/Electrical\s*2.*Lights\s*3.*Just In: Parts.*\$66.*2012 Honda Accord/s);
  }
  // With a filter the list comes first.
  expect(await words("/parts?make=Honda")).not.toContain("Just In: Parts");

  const lights = await words("/parts/find?category=lights");
  expect(lights).toContain("3 parts");
  expect(lights).not.toContain("Alternator");
  expect(await words("/parts/find?category=lights&q=accord")).toMatch(/Honda Accord Lights.*2 parts/s);
  expect(await words("/parts/find?category=lights&q=alternator")).toMatch(/1 part\b/);
  expect(await words("/parts/find?category=nothing")).toContain("Type the part and the car");
});

it("a scrapped vehicle is not shown", async () => {
  await dismantledVehicle({ status: "Scrapped", stockNumber: "GONE-1" });
  expect(await words("/parts")).not.toContain("GONE-1");
});

it("filters narrow the list", async () => {
  await dismantledVehicle({ make: "Honda", model: "Civic", stockNumber: "CIVIC-1" });
  await dismantledVehicle({ make: "Kia", model: "Soul", stockNumber: "SOUL-1" });
  const said = await words("/parts?make=Kia&yearFrom=2000&q=soul");
  expect(said).toContain("1 of 2 vehicles");
  expect(said).toContain("SOUL-1");
  expect(said).not.toContain("CIVIC-1");
});

it("the store on the marketplace opens in a new tab, and says so", async () => {
  const page = await html("/parts");
  const link = page.match(/<a [^>]*target="_blank"[^>]*>/)?.[0] ?? "";
  expect(link).toContain(`href="${business.marketplace?.storeUrl}"`);
  expect(link).toContain('rel="noopener"');
  expect(await words("/parts")).toContain("(opens in a new tab)");
});

it("the way to a request and to us stands beside the list", async () => {
  const page = await html("/parts");
  expect(page).toContain('href="/partsrequest"');
  expect(page).toContain('href="/parts#vehicles"');
  const said = await words("/parts");
  expect(said).toContain("Browse Available Parts");
  expect(said).toContain(business.phone);
  expect(said).toContain(business.address.street);
});
