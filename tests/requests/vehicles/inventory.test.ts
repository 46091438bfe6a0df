import { parse } from "node-html-parser";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { vehiclePath } from "~/vehicles/inventory";
import { retailVehicle } from "../../support/builders";
import { type Site, startSite, textOf } from "../../support/site";

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
beforeEach(async () => {
  await site.db.deleteFrom("retailVehicles").execute();
});

const html = async (path: string) => (await site.fetch(path)).text();
const words = async (path: string) => textOf(await site.fetch(path));

it("the list is whole without script", async () => {
  const vehicle = await retailVehicle({ stockNumber: "P-77", price: 9500, notes: "secret" });
  const page = await html("/inventory");
  expect(page).toContain(`href="${vehiclePath(vehicle)}"`);
  expect(page).not.toContain("<template");
  expect(page).not.toContain("secret");
  const said = await words("/inventory");
  for (const part of ["2016 Subaru Outback", "$9,500", "84,210 miles", "P-77", "1 vehicle"]) {
    expect(said).toContain(part);
  }
});

it("an empty lot says so", async () => {
  expect(await words("/inventory")).toContain("No vehicles currently available.");
});

it("filters that match nothing say something else, and offer to go", async () => {
  await retailVehicle();
  const said = await words("/inventory?make=Tucker");
  expect(said).toContain("0 of 1 vehicle");
  expect(said).toContain("No vehicles match these filters.");
  expect(said.split("Clear filters")).toHaveLength(2);
  expect(said).not.toContain("No vehicles currently available.");
});

it("a vehicle without a price asks to be called about", async () => {
  await retailVehicle({ price: "" });
  expect(await words("/inventory")).toContain("Call for price");
});

it("a pending sale is marked, a sold vehicle is gone", async () => {
  await retailVehicle({ status: "pending", stockNumber: "PENDING-1" });
  await retailVehicle({ status: "sold", stockNumber: "SOLD-1" });
  const said = await words("/inventory");
  expect(said).toContain("Sale Pending");
  expect(said).not.toContain("SOLD-1");
});

it("a filter that is on can be taken off by a link that keeps the others", async () => {
  await retailVehicle();
  const page = await html("/inventory?make=Subaru&priceTo=20000&page=1");
  expect(page).toContain('href="/inventory?priceTo=20000"');
  expect(page).toContain('href="/inventory?make=Subaru"');
  expect(page).toMatch(/<option value="Subaru" selected="">/);
});

it("the pages are links that keep the filters", async () => {
  for (let number = 0; number < 30; number++) await retailVehicle();
  const linkIn = (page: string, mark: string) => page.match(new RegExp(`<a [^>]*${mark}[^>]*>`))?.[0] ?? "";
  const first = await html("/inventory?make=Subaru");
  expect(linkIn(first, 'rel="next"')).toContain('href="/inventory?make=Subaru&amp;page=2#vehicles"');
  expect(linkIn(first, 'rel="prev"')).toBe("");
  const second = await html("/inventory?make=Subaru&page=2");
  expect(linkIn(second, 'rel="prev"')).toContain('href="/inventory?make=Subaru#vehicles"');
  expect(await words("/inventory?make=Subaru&page=2")).toContain("30 vehicles, page 2 of 2");
});

it("a form sent without script leaves an address worth sharing", async () => {
  const answer = await site.fetch("/inventory?q=&make=Subaru&model=&yearFrom=&sort=newest");
  expect(answer.status).toBe(302);
  expect(answer.headers.get("Location")).toBe("/inventory?make=Subaru&sort=newest");
});

it("the first picture is fetched first, all the others wait", async () => {
  for (let number = 0; number < 6; number++) await retailVehicle();
  const page = await html("/inventory");
  expect(page.match(/fetchpriority="high"/g)).toHaveLength(1);
  expect(page.match(/loading="lazy"/g)).toHaveLength(5);
});

it("a page past the end shows the last, however far past", async () => {
  for (let number = 0; number < 30; number++) await retailVehicle();
  expect(await words("/inventory?page=99")).toContain("30 vehicles, page 2 of 2");
  expect(await words("/inventory?page=99999999999999999999")).toContain("30 vehicles, page 2 of 2");
});

it("whatever stands in an address, a list is the answer", async () => {
  await retailVehicle();
  for (const search of [
    "q=%00",
    "q=%E0%A4%A",
    "q=%ff%fe",
    "q[]=x",
    "q=%25&q=_",
    "q=%5C",
    `q=${"a".repeat(2000)}`,
    "__proto__=1",
    "sort=constructor",
    "yearFrom=2018&yearTo=2010",
    "page=-1",
  ]) {
    const answer = await site.fetch(`/inventory?${search}`);
    expect(answer.status, search).toBe(200);
    expect(await textOf(answer), search).toMatch(/\d+ (of 1 )?vehicle/);
  }
});

it("what a visitor types is text", async () => {
  await retailVehicle();
  expect(await html(`/inventory?q=${encodeURIComponent('<script>alert("x")</script>')}`)).not.toContain(
    '<script>alert("x")',
  );
});

it("a price that is not a number comes back with an error by its field, as typed", async () => {
  const path = "/inventory?priceFrom=15k&priceTo=%2412%2C9&mileageTo=90%2C000";
  const page = parse(await (await site.fetch(path)).text());
  for (const [name, typed] of [
    ["priceFrom", "15k"],
    ["priceTo", "$12,9"],
  ]) {
    const input = page.querySelector(`input[name=${name}]`);
    expect([input?.getAttribute("value"), input?.getAttribute("aria-invalid")]).toEqual([typed, "true"]);
    const error = page.querySelector(`#${input?.getAttribute("aria-describedby")}`);
    expect(error?.textContent.trim()).toBe("Enter a number, such as 12,500");
  }
  expect(page.querySelector("input[name=mileageTo]")?.getAttribute("aria-invalid")).toBeUndefined();
  expect(page.querySelector(".filters__more")?.hasAttribute("open")).toBe(true);
});
