import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { business } from "~/business/business.server";
import { phoneHref } from "~/business/links";
import { vehiclePath } from "~/vehicles/inventory";
import { dismantledVehicle, retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("dismantledVehicles").execute();
  await site.db.deleteFrom("retailVehicles").execute();
});

const html = async (path: string) => (await site.fetch(path)).text();
const words = async (path: string) => textOf(await site.fetch(path));

it("pages and API find by the trade's words", async () => {
  const { _id } = await retailVehicle({ make: "Ford", model: "F-150", stockNumber: "TRUCK-1" });
  await retailVehicle({ stockNumber: "WAGON-1" });
  for (const q of ["f150", "ford truck", "pickup", "frod"]) {
    const said = await words(`/inventory?q=${encodeURIComponent(q)}`);
    expect(said, q).toContain("TRUCK-1");
    expect(said, q).not.toContain("WAGON-1");
    const found = await (await site.fetch(`/api/retail-vehicles?q=${encodeURIComponent(q)}`)).json();
    expect(found, q).toMatchObject([{ _id }]);
  }
});

it("a part's name on /parts leads to the shelf and to its request, with the vehicles that may have it", async () => {
  const { _id } = await dismantledVehicle({ stockNumber: "ACCORD-1" });
  await dismantledVehicle({ make: "Kia", model: "Soul", stockNumber: "SOUL-1" });
  const page = await html("/parts?q=honda+accord+alternator");
  expect(page).toContain("ACCORD-1");
  expect(page).not.toContain("SOUL-1");
  expect(page).toContain('href="/parts/find?q=honda+accord+alternator"');
  expect(page).toContain("Request This Part");
  expect(page).toContain('href="/partsrequest?q=alternator"');
  expect(page).toContain(`href="/partsrequest?vehicle=${_id}&amp;q=alternator"`);
  // The wizard carries it to its search for a part.
  expect(await html("/partsrequest?q=alternator")).toMatch(/<input[^>]*name="q"[^>]*value="alternator"/);
});

it.each([
  ["/inventory", "/parts", false],
  ["/parts", "/inventory", true],
])("nothing found on %s is a beginning", async (path, other, requestsPart) => {
  await retailVehicle();
  await dismantledVehicle();
  const page = await html(`${path}?q=zeppelin`);
  expect(page).toContain("No vehicles match these filters.");
  // Who looks for a car to buy is not asked which part it's about.
  expect(page.includes('href="/partsrequest?q=zeppelin"')).toBe(requestsPart);
  expect(page.includes("Request “zeppelin”")).toBe(requestsPart);
  expect(page).toContain(`href="${other}?q=zeppelin"`);
  expect(page.split("No vehicles match")[1]).toContain(phoneHref(business));
});

describe("home", () => {
  it("searches both lists from one field, without script", async () => {
    const page = await html("/");
    expect(page).toContain("Find a part or a car");
    expect(page.match(/<input[^>]*name="q"/g)).toHaveLength(1);
    expect(page).toMatch(/<button[^>]*formAction="\/parts\/find"[^>]*>\s*Search parts/i);
    expect(page).toMatch(/<button[^>]*formAction="\/inventory"[^>]*>\s*Search cars/i);
    const link = (path: string) => new RegExp(`<a[^>]*href="${path}"`);
    expect(page).toMatch(link("/repair"));
    expect(page).toMatch(link("/parts"));
  });

  it("shows the newest vehicles with their prices, and the newest arrivals for parts", async () => {
    for (const day of [1, 2, 3, 4, 5]) {
      await retailVehicle({
        stockNumber: `SALE-${day}`,
        price: 10_000 + day,
        dateAcquired: `2026-03-0${day}`,
      });
      await dismantledVehicle({ stockNumber: `YARD-${day}`, dateAcquired: `2026-03-0${day}` });
    }
    const said = await words("/");
    for (const day of [2, 3, 4, 5]) {
      for (const shown of [`SALE-${day}`, `$10,00${day}`, `YARD-${day}`]) expect(said).toContain(shown);
    }
    for (const older of ["SALE-1", "YARD-1"]) expect(said).not.toContain(older);
    expect(said).toContain("See all 5 vehicles for sale");
    expect(await html("/")).toContain('href="/parts#vehicles"');
  });

  it("says the hours on the first screen, and once more beside the address", async () => {
    const { days, opens, closes } = business.hours;
    const [, main = "", footer = ""] = /<main([\s\S]*)<\/main>([\s\S]*)/.exec(await html("/")) ?? [];
    expect(main.split(`${days} ${opens} to ${closes}`)).toHaveLength(3);
    expect(main.slice(0, main.indexOf("</h1>") + 4_000)).toContain(`${days} ${opens} to ${closes}`);
    expect(footer).toContain(`${days} ${opens} to ${closes}`);
  });
});

describe("the pictures of a list", () => {
  const imageUrl = `/uploads/${"a1".repeat(12)}-1200x900-2/1200.webp`;
  const pictures = (page: string) => page.match(/<img[^>]*\/uploads\/[^>]*>/g) ?? [];

  it("keep their place, and only the first loads at once", async () => {
    for (let number = 0; number < 3; number++) {
      await dismantledVehicle({ imageUrl });
      await retailVehicle({ imageUrl });
    }
    for (const path of ["/parts", "/inventory"]) {
      const [first = "", ...later] = pictures(await html(path));
      expect(first).toMatch(/loading="eager"/);
      expect(first).toMatch(/fetchpriority="high"/);
      expect(later).toHaveLength(2);
      for (const picture of later) {
        expect(picture).toMatch(/loading="lazy"/);
        expect(picture).not.toMatch(/fetchpriority/);
      }
      for (const picture of [first, ...later]) expect(picture).toMatch(/width="1200" height="900"/);
    }
  });

  it("on a sold vehicle's page come after its own", async () => {
    const sold = await retailVehicle({ imageUrl, status: "sold" });
    await retailVehicle({ imageUrl });
    const [own = "", ...similar] = pictures(await html(vehiclePath(sold)));
    expect(own).toMatch(/loading="eager"/);
    expect(own).toMatch(/width="1200" height="900"/);
    expect(similar).toHaveLength(1);
    expect(similar[0]).toMatch(/loading="lazy"/);
  });

  it("are counted on a card", async () => {
    const images = ["a1", "b2", "c3"].map((pair) => ({ imageUrl: imageUrl.replaceAll("a1", pair) }));
    await retailVehicle({ images });
    await dismantledVehicle({ images });
    for (const path of ["/inventory", "/parts"]) expect(await words(path)).toMatch(/3 photos/);
  });

  it("on home never compete with the first screen", async () => {
    await retailVehicle({ imageUrl });
    const [picture = ""] = pictures(await html("/"));
    expect(picture).toMatch(/loading="lazy"/);
  });
});

it("a vehicle's page says price and description before the tables", async () => {
  const vehicle = await retailVehicle({ description: "Runs like a watch.", price: 9000 });
  const said = await words(vehiclePath(vehicle));
  const places = ["$9,000", "Runs like a watch.", "Overview", "Specifications"].map((part) =>
    said.indexOf(part),
  );
  expect(Math.min(...places)).toBeGreaterThan(0);
  expect(places).toEqual([...places].sort((a, b) => a - b));
});
