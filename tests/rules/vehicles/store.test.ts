import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import {
  findDismantledPage,
  findPublicDismantledVehicle,
  openDismantledList,
} from "~/vehicles/dismantled.server";
import { readDismantledQuery, readRetailQuery, VEHICLES_PER_PAGE } from "~/vehicles/list-query";
import { findPublicRetailVehicle, findRetailPage, openRetailList } from "~/vehicles/retail.server";
import { dismantledVehicle, retailVehicle } from "../../support/builders";

beforeAll(async () => {
  await migrate(engine);
});
beforeEach(async () => {
  await db.deleteFrom("retailVehicles").execute();
  await db.deleteFrom("dismantledVehicles").execute();
});

const forSale = (search = "") => findRetailPage(readRetailQuery(new URLSearchParams(search)));
const parts = (search = "") => findDismantledPage(readDismantledQuery(new URLSearchParams(search)));
const stockNumbers = (vehicles: { stockNumber: string }[]) => vehicles.map((vehicle) => vehicle.stockNumber);

describe("vehicles for sale", () => {
  it("a sold vehicle leaves the list and keeps its page", async () => {
    const sold = await retailVehicle({ status: "sold" });
    const pending = await retailVehicle({ status: "pending" });
    const { vehicles, all } = await forSale();
    expect(stockNumbers(vehicles)).toEqual([pending.stockNumber]);
    expect(all).toBe(1);
    expect((await openRetailList()).total).toBe(1);
    expect(await findPublicRetailVehicle(sold._id)).toMatchObject({ _id: sold._id, status: "sold" });
  });

  it("notes are staff's own", async () => {
    const { _id } = await retailVehicle({ notes: "Bought for 4,000" });
    expect((await forSale()).vehicles[0]).not.toHaveProperty("notes");
    expect(await findPublicRetailVehicle(_id)).not.toHaveProperty("notes");
  });

  it("the newest come first, and of one day those stored last", async () => {
    await retailVehicle({ stockNumber: "old", dateAcquired: "2026-01-01" });
    await retailVehicle({ stockNumber: "first", dateAcquired: "2026-02-01", now: new Date(1000) });
    await retailVehicle({ stockNumber: "second", dateAcquired: "2026-02-01", now: new Date(2000) });
    expect(stockNumbers((await forSale()).vehicles)).toEqual(["second", "first", "old"]);
  });

  it("a price of 0 is none, and within no limit", async () => {
    await retailVehicle({ stockNumber: "call", price: 0 });
    await retailVehicle({ stockNumber: "cheap", price: 6000 });
    expect(stockNumbers((await forSale("priceTo=6500")).vehicles)).toEqual(["cheap"]);
  });

  it("filters narrow the list, and the count says of how many", async () => {
    await retailVehicle({ stockNumber: "wanted", make: "Ford", year: 2015, price: 9500, driveType: "awd" });
    await retailVehicle({ make: "Ford", year: 2009, price: 9500, driveType: "awd" });
    await retailVehicle({ make: "Ford", year: 2015, price: 9501, driveType: "awd" });
    await retailVehicle({ make: "Kia", year: 2015, price: 9500, driveType: "awd" });
    const found = await forSale("make=Ford&yearFrom=2010&priceTo=9500&drive=awd");
    expect(stockNumbers(found.vehicles)).toEqual(["wanted"]);
    expect([found.total, found.all]).toEqual([1, 4]);
  });

  it.each([
    ["every word must be there, in any order", "outback blue", true],
    ["case and accents do not matter", "OUTBÁCK", true],
    ["parts of words count", "outb", true],
    ["a stock number is found", "zz-17", true],
    ["features are found", "heated", true],
    ["another word is not", "outback red", false],
    ["wildcards stand for themselves", "%", false],
    ["notes are not searched", "secret", false],
  ])("words: %s", async (_name, q, found) => {
    await retailVehicle({
      stockNumber: "ZZ-17",
      exteriorColor: "Lapis Blue",
      features: ["Heated seats"],
      notes: "secret",
    });
    expect((await forSale(`q=${encodeURIComponent(q)}`)).total).toBe(found ? 1 : 0);
  });

  it("without a price a vehicle stands behind those with one, whichever way they are sorted", async () => {
    await retailVehicle({ stockNumber: "unpriced", price: "" });
    await retailVehicle({ stockNumber: "dear", price: 20_000 });
    await retailVehicle({ stockNumber: "cheap", price: 5_000 });
    expect(stockNumbers((await forSale("sort=price-low")).vehicles)).toEqual(["cheap", "dear", "unpriced"]);
    expect(stockNumbers((await forSale("sort=price-high")).vehicles)).toEqual(["dear", "cheap", "unpriced"]);
  });

  it("a page past the end shows the last", async () => {
    for (let number = 0; number <= VEHICLES_PER_PAGE; number++) await retailVehicle();
    const last = await forSale("page=99");
    expect([last.page, last.pages, last.total, last.vehicles.length]).toEqual([
      2,
      2,
      VEHICLES_PER_PAGE + 1,
      1,
    ]);
  });

  it("an empty lot is one empty page", async () => {
    expect(await forSale()).toEqual({ vehicles: [], total: 0, all: 0, page: 1, pages: 1, makes: [] });
  });

  it("the filters offer what is for sale, and learn of a new vehicle at once", async () => {
    await retailVehicle({ make: "Ford", model: "Focus" });
    await retailVehicle({ make: "Audi", model: "A4", status: "sold" });
    expect((await forSale()).makes).toEqual([
      { make: "Ford", count: 1, models: [{ model: "Focus", count: 1 }] },
    ]);
    await retailVehicle({ make: "Ford", model: "Escape" });
    expect((await forSale()).makes).toEqual([
      {
        make: "Ford",
        count: 2,
        models: [
          { model: "Escape", count: 1 },
          { model: "Focus", count: 1 },
        ],
      },
    ]);
  });

  it("cents survive", async () => {
    const { _id } = await retailVehicle({ price: 9500.1 });
    expect((await findPublicRetailVehicle(_id))?.price).toBe(9500.1);
  });
});

describe("dismantled vehicles", () => {
  it("a scrapped one is neither listed nor found", async () => {
    const scrapped = await dismantledVehicle({ status: "Scrapped" });
    const waiting = await dismantledVehicle({ status: "Awaiting Dismantle" });
    expect(stockNumbers((await parts()).vehicles)).toEqual([waiting.stockNumber]);
    expect((await openDismantledList()).total).toBe(1);
    expect(await findPublicDismantledVehicle(scrapped._id)).toBeUndefined();
    expect(await findPublicDismantledVehicle(waiting._id)).toMatchObject({ _id: waiting._id });
  });

  it("notes are staff's own", async () => {
    const { _id } = await dismantledVehicle({ notes: "Engine promised to Joe" });
    expect((await parts()).vehicles[0]).not.toHaveProperty("notes");
    expect(await findPublicDismantledVehicle(_id)).not.toHaveProperty("notes");
  });

  it("are filtered by make, model and year, and sorted by make", async () => {
    await dismantledVehicle({ stockNumber: "civic", make: "Honda", model: "Civic", year: 2014 });
    await dismantledVehicle({ stockNumber: "accord", make: "Honda", model: "Accord", year: 2014 });
    await dismantledVehicle({ stockNumber: "a4", make: "Audi", model: "A4", year: 2014 });
    await dismantledVehicle({ stockNumber: "old", make: "Honda", model: "Civic", year: 2001 });
    expect(stockNumbers((await parts("make=Honda&model=Civic&yearFrom=2010")).vehicles)).toEqual(["civic"]);
    expect(stockNumbers((await parts("yearFrom=2010&sort=make")).vehicles)).toEqual([
      "a4",
      "accord",
      "civic",
    ]);
  });
});
