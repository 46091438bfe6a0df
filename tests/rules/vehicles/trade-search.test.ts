import { beforeAll, describe, expect, it } from "vitest";
import { findStaffPage } from "~/collections/lists.server";
import { createRecord, fillSearchText } from "~/collections/records.server";
import { bodySchema } from "~/collections/schema";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { readStaffQuery } from "~/lists/staff";
import { DISMANTLED_RECORDS, findDismantledPage } from "~/vehicles/dismantled.server";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { findDonors } from "~/vehicles/donors.server";
import { vehicleName } from "~/vehicles/inventory";
import { readDismantledQuery, readRetailQuery } from "~/vehicles/list-query";
import { findRetailPage, RETAIL_RECORDS } from "~/vehicles/retail.server";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { interpretSearch } from "~/vehicles/search-text";
import { findBodyClass } from "~/vin/body-class.server";
import { sampleDismantledVehicles, sampleRetailVehicles } from "../../../demo/sample-vehicles";
import { as } from "../../support/act";
import { dismantledVehicle } from "../../support/builders";
import { SPELLINGS } from "../../support/part-queries";

const TODAY = "2026-11-22";

beforeAll(async () => {
  await migrate(engine);
  const now = new Date(`${TODAY}T12:00:00Z`);
  for (const { fields } of sampleRetailVehicles(TODAY))
    await as({ ...COMMAND_LINE, now }, () =>
      createRecord(RETAIL_RECORDS, bodySchema(RETAIL_VEHICLES).parse(fields)),
    );
  for (const { fields } of sampleDismantledVehicles(TODAY))
    await as({ ...COMMAND_LINE, now }, () =>
      createRecord(DISMANTLED_RECORDS, bodySchema(DISMANTLED_VEHICLES).parse(fields)),
    );
});

const params = (q: string) => new URLSearchParams({ q });
const named = (vehicles: readonly { year?: number; make?: string; model?: string; trim?: string }[]) =>
  vehicles.map((vehicle) => `${vehicleName(vehicle)} ${vehicle.trim ?? ""}`.trim());
const forSale = async (q: string) => named((await findRetailPage(readRetailQuery(params(q)))).vehicles);
const dismantled = async (q: string) =>
  named((await findDismantledPage(readDismantledQuery(params(q)))).vehicles);

/** The first five must all be of these; at least one vehicle must be found. */
function expectFirstFive(found: readonly string[], what: RegExp) {
  expect(found.length).toBeGreaterThan(0);
  for (const name of found.slice(0, 5)) expect(name).toMatch(what);
}

const PICKUPS = /F-150|Ranger|Silverado|Ram 1500|Tundra|Colorado|Sierra|C1500|Pickup|H3T/;
const SUVS =
  /EV9|Mach-E|Model X|Wagoneer|Highlander|Niro|XT4|Renegade|MDX|Sorento|XC70|X4|X5|Durango|Soul|Tiguan|MKT|Santa Fe|Journey|QX70|RDX|Acadia|Pacifica|Q7|JX35|H3T|Tucson|Rainier|ML320|Cherokee|Integra/;

describe("vehicles for sale are found by", () => {
  it.each([
    ["f150", /F-150/],
    ["F-150", /F-150/],
    ["f 150", /F-150/],
    ["ford f150", /F-150/],
    ["fords", /Ford/],
    ["ford truck", /F-150|Ranger/],
    ["truck", PICKUPS],
    ["trucks", PICKUPS],
    ["pickup", PICKUPS],
    ["pick up", PICKUPS],
    ["pick-up truck", PICKUPS],
    ["chevy", /Chevrolet/],
    ["Chevy truck", /Chevrolet (Silverado|Colorado)/],
    ["chevy 1500", /Silverado 1500/],
    ["silverado1500", /Silverado 1500/],
    ["vw", /Volkswagen/],
    ["volkswagon", /Volkswagen/],
    ["beemer", /BMW/],
    ["bmw 3 series", /3 Series/],
    ["bmw 3-series", /3 Series/],
    ["caddy", /Cadillac/],
    ["infinity", /Infiniti/],
    ["dodge ram", /Ram 1500/],
    ["ram1500", /Ram 1500/],
    ["suv", SUVS],
    ["SUVs under 30k", SUVS],
    ["sport utility", SUVS],
    ["toyota suv", /Highlander/],
    ["minivan", /Odyssey/],
    ["mini van", /Odyssey/],
    ["van", /Odyssey/],
    ["hatchback", /Tesla|Fit|Stinger|Yaris/],
    ["sedan", /Jetta|S60|A3|Sonata|Altima|A4|Series|M5|Cruze/],
    ["coupe", /Camaro|370Z|Gran Coupe/],
    ["convertible", /Miata|Q60|Camaro|Vantage|Corvette|Boxster/],
    ["roadster", /Miata|Q60|Camaro|Vantage|Corvette|Boxster/],
    ["4x4", /F-150|Wagoneer|Ranger|Silverado|Tundra|Colorado|1500/],
    ["four wheel drive truck", PICKUPS],
    ["4wd", /./],
    ["electric", /EV9|Mach-E|Model X|Niro/],
    ["EVs", /EV9|Mach-E|Model X|Niro/],
    ["miata", /Miata/],
    ["mx5", /MX-5/],
    ["mx 5", /MX-5/],
    ["mache", /Mach-E/],
    ["370 z", /370Z/],
    ["vette", /Corvette/],
    ["tesla x", /Model X/],
    ["camero", /Camaro/],
    ["toyta", /Toyota/],
    ["nissian", /Nissan/],
    ["porche", /Porsche/],
    ["hyundia", /Hyundai/],
    ["hundai sonata", /Sonata/],
    ["accura", /Acura/],
    ["cheverolet", /Chevrolet/],
    ["highlnader", /Highlander/],
    ["odessey", /Odyssey/],
    ["jeeps", /Jeep/],
    ["used honda for sale", /Honda/],
    ["2014 bmw", /2014 BMW/],
    ["'14 bmw", /2014 BMW/],
    ["bmw 2014-2015", /201[45] BMW/],
    ["blue truck", PICKUPS],
    ["P1186", /F-150/],
    ["A86622", /F-150/],
  ])("%s", async (q, what) => {
    expectFirstFive(await forSale(q), what);
  });

  it("a color is no model: silver is not Silverado", async () => {
    const page = await findRetailPage(readRetailQuery(params("silver")));
    for (const { exteriorColor } of page.vehicles) expect(exteriorColor).toMatch(/silver/i);
  });

  it("a price and a mileage in the words", async () => {
    const cheap = await findRetailPage(readRetailQuery(params("under $15,000")));
    expect(cheap.total).toBeGreaterThan(0);
    for (const { price } of cheap.vehicles) expect(price).toBeLessThanOrEqual(15_000);
    const young = await findRetailPage(readRetailQuery(params("truck under 50k miles")));
    expect(young.total).toBeGreaterThan(0);
    for (const { mileage } of young.vehicles) expect(mileage).toBeLessThanOrEqual(50_000);
  });

  it.each([
    "9000 or less",
    "9,000 max",
    "no more than $9000",
    "$9000 or under",
    "less than 9000 dollars",
    "between 5000 and 9000",
    "$9,000",
    "9k",
    "up to $9k",
    "under $9,000",
    "max $9000",
  ])("a budget, said as %s", async (q) => {
    const from = q.startsWith("between") ? 5000 : 0;
    const priced = (
      await findRetailPage(readRetailQuery(new URLSearchParams({ priceTo: "9000", priceFrom: `${from}` })))
    ).total;
    const { total, vehicles } = await findRetailPage(readRetailQuery(params(q)));
    expect(total).toBe(priced);
    expect(total).toBeGreaterThan(0);
    for (const { price = 0 } of vehicles) {
      expect(price).toBeGreaterThanOrEqual(from);
      expect(price).toBeLessThanOrEqual(9000);
    }
  });

  it("a budget beside a car, whose years and size are no prices", async () => {
    expect(
      (await findRetailPage(readRetailQuery(params("$30,000 honda")))).vehicles.every(
        ({ make }) => make === "Honda",
      ),
    ).toBe(true);
    expect(
      await interpretSearch("ram 1500 2012 max", { names: new Set(), isFound: async () => true }),
    ).not.toHaveProperty("priceTo");
    expect(
      await interpretSearch("80k miles or less", { names: new Set(), isFound: async () => true }),
    ).toEqual({ terms: [], mileageTo: 80_000 });
  });

  it("a price for the staff as well", async () => {
    const query = readStaffQuery(params("under $15,000"), RETAIL_VEHICLES.list);
    const { entries, total, all } = await findStaffPage(RETAIL_RECORDS, query);
    expect(total).toBeLessThan(all);
    expect(entries.length).toBeGreaterThan(0);
    for (const { price } of entries) expect(price).toBeLessThanOrEqual(15_000);
  });

  it.each([
    ["up to 2012", (year: number) => year <= 2012],
    ["2014 up to 2016", (year: number) => year >= 2014 && year <= 2016],
    ["2016-2014", (year: number) => year >= 2014 && year <= 2016],
    ["2018 or newer", (year: number) => year >= 2018],
    ["2018 and up", (year: number) => year >= 2018],
    ["2018+", (year: number) => year >= 2018],
    ["newer than 2019", (year: number) => year > 2019],
    ["since 2016", (year: number) => year >= 2016],
    ["before 2012", (year: number) => year < 2012],
    ["truck 2017 or older", (year: number) => year <= 2017],
  ])("model years as said: %s", async (q, matches) => {
    const { vehicles } = await findRetailPage(readRetailQuery(params(q)));
    expect(vehicles.length).toBeGreaterThan(0);
    for (const { year = 0 } of vehicles) expect(matches(year), String(year)).toBe(true);
  });

  it("a make that is written in another way than the VIN's", () => {
    for (const make of ["Mercedes-Benz", "Mercedes Benz", "MERCEDES", "Benz"])
      expect(findBodyClass("WDDGF4HB1CR200000", 2012, make), make).toMatch(/sedan/i);
    expect(findBodyClass("WDDGF4HB1CR200000", 2012, "Honda")).toBeUndefined();
  });

  it("what an electric car is called, whatever its model is called", async () => {
    expect(await forSale("ev")).toEqual(await forSale("electric"));
    expect((await forSale("ev")).join()).toMatch(/Tesla.*Niro EV/);
  });

  it("nothing that is not there", async () => {
    for (const q of ["zeppelin", "%", "_", "lamborghini", "qwzx 12", "wrangler", "mini cooper", "elantra"])
      expect(await forSale(q), q).toEqual([]);
  });
});

describe("vehicles for parts are found by", () => {
  it.each([
    ["chevy", /Chevrolet/],
    ["chevy pickup", /Chevrolet (Silverado|C1500)/],
    ["c 1500", /C1500/],
    ["benz", /Mercedes/],
    ["mercedes ml", /ML320/],
    ["mercedes ml class", /ML320/],
    ["mazda 3", /Mazda3/],
    ["rx8", /RX-8/],
    ["is350", /IS 350C/],
    ["grand caravan", /Grand Caravan/],
    ["grandcaravan", /Grand Caravan/],
    ["suv", SUVS],
    ["truck", PICKUPS],
    ["hummer truck", /H3T/],
    ["harley", /Harley/],
    ["motorcycle", /Harley/],
    ["cadilac", /Cadillac/],
    ["sierra", /Sierra/],
    ["gmc siera", /Sierra/],
  ])("%s", async (q, what) => expectFirstFive(await dismantled(q), what));
});

describe("on /parts a word of the catalog is a part", () => {
  it.each([
    ["alternator", "Alternator", /./],
    ["alternater", "Alternator", /./],
    ["honda civic alternator", "Alternator", /Honda Civic/],
    ["alternator for 2013 honda civic", "Alternator", /2013 Honda Civic/],
    ["silverado tailgate", "Tailgate", /Silverado/],
    ["chevy headlight", "Headlight", /Chevrolet/],
    ["ac compressor camry", "A/C|Air Conditioning", /Camry/],
    ["a/c compressor", "A/C|Air Conditioning", /./],
    ["cat converter", "Catalytic", /./],
    ["truck transmission", "Transmission", PICKUPS],
    ["starter motor", "Starter", /./],
    ["hood dodge journey", "Hood", /Journey/],
    ["gas tank", "Tank", /./],
    ["brake calipers", "Caliper", /./],
  ])("%s", async (q, name, what) => {
    const page = await findDismantledPage(readDismantledQuery(params(q)));
    expect(page.part?.name).toMatch(new RegExp(name));
    expectFirstFive(named(page.vehicles), what);
  });

  it("but not one that names a vehicle", async () => {
    for (const q of ["chevy", "pickup", "2013 focus", "challenger", "charger", "land rover", "range rover"]) {
      const page = await findDismantledPage(readDismantledQuery(params(q)));
      expect(page.part, q).toBeUndefined();
    }
  });
});

it("staff find the same way, sold ones too", async () => {
  const find = (q: string) => findStaffPage(RETAIL_RECORDS, { q, sort: "newest", page: 1, open: [] });
  expect((await find("f150")).total).toBe(1);
  expect((await find("chevy")).total).toBe((await find("chevrolet")).total);
});

it("vehicles of an older version are found after the next start", async () => {
  await db.updateTable("retailVehicles").set({ searchText: "" }).execute();
  expect(await forSale("chevy")).toEqual([]);
  expect(await fillSearchText(RETAIL_RECORDS)).toBe(45);
  expect(await forSale("chevy")).not.toEqual([]);
});

describe("a car is found however it is stored or typed", () => {
  beforeAll(async () => {
    await db.deleteFrom("dismantledVehicles").execute();
    for (const { make, model } of SPELLINGS.flatMap(({ cars }) => cars))
      await dismantledVehicle({ make, model });
  });

  it.each(SPELLINGS)("as $queries", async ({ cars, queries }) => {
    const wanted = cars.map(({ make, model }) => `2012 ${make} ${model}`).sort();
    for (const q of queries) expect((await dismantled(q)).sort(), q).toEqual(wanted);
  });

  it("and a C-Max by its name before the year, which is no price", async () => {
    for (const year of [2013, 2016]) await dismantledVehicle({ make: "Ford", model: "C-Max", year });
    for (const q of ["ford c-max 2013", "ford c max 2013", "2013 ford c-max"])
      expect(await dismantled(q), q).toEqual(["2013 Ford C-Max"]);
  });

  it("and for a request", async () => {
    await db.deleteFrom("dismantledVehicles").execute();
    await dismantledVehicle({ make: "FORD", model: "F150" });
    await dismantledVehicle({ make: "CITROËN", model: "C3" });
    const donorsOf = async (make: string, model: string) =>
      (await findDonors({ year: "2012", make, model })).map((donor) => donor.make);
    expect(await donorsOf("Ford", "F-150")).toEqual(["FORD"]);
    expect(await donorsOf("Citroën", "C3")).toEqual(["CITROËN"]);
    expect(await donorsOf("Ford", "F-250")).toEqual([]);
  });
});
