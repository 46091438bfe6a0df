import { beforeAll, beforeEach, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { dismantledVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("dismantledVehicles").execute();
});

const html = async (path: string) => (await site.fetch(path)).text();
const words = async (path: string) => textOf(await site.fetch(path));

it("each vehicle leads to the request for a part of it", async () => {
  const { _id } = await dismantledVehicle({
    stockNumber: "R-12",
    status: "Awaiting Dismantle",
    notes: "secret",
  });
  const page = await html("/parts");
  expect(page).toContain(`href="/partsrequest?vehicle=${_id}"`);
  expect(page).not.toContain("Loading vehicles...");
  expect(page).not.toContain("secret");
  const said = await words("/parts");
  for (const part of [
    "Recently Dismantled Vehicles",
    "2012 Honda Accord",
    "R-12",
    "Awaiting Dismantle",
    "Added Mar 2, 2026",
    "Request a part from this vehicle",
  ]) {
    expect(said).toContain(part);
  }
  expect(page).toContain("badge--yellow");
});

it("an empty yard says so", async () => {
  expect(await words("/parts")).toContain("No vehicles currently available for parts.");
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
  expect(link).toContain(`href="${business.marketplace.storeUrl}"`);
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
