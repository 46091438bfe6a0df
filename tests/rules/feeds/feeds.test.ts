import { gunzipSync } from "node:zlib";
import { XmlDocument } from "libxml2-wasm";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { business } from "~/business/business.server";
import { deleteRecord } from "~/collections/trash.server";
import { COMMAND_LINE } from "~/context.server";
import { db, engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import type { FeedName } from "~/feeds/feed";
import { listFeedContents, renderFeed } from "~/feeds/feeds.server";
import { PART_RECORDS } from "~/parts/part.server";
import { pictureUrl, publicIdFor } from "~/pictures/picture";
import { DISMANTLED_DRIVE_TYPES, DISMANTLED_TRANSMISSIONS } from "~/vehicles/dismantled";
import { DISMANTLED_RECORDS } from "~/vehicles/dismantled.server";
import { CONDITIONS, FUEL_TYPES, RETAIL_DRIVE_TYPES, RETAIL_TRANSMISSIONS } from "~/vehicles/retail";
import { RETAIL_RECORDS } from "~/vehicles/retail.server";
import { as } from "../../support/act";
import { dismantledVehicle, retailVehicle, shelfPart } from "../../support/builders";
import {
  brokenRules,
  type FeedRules,
  feedRows,
  GOOGLE_LISTINGS_RULES,
  GOOGLE_VEHICLE_ADS_RULES,
  MARKETPLACE_RULES,
  META_CATALOG_RULES,
  PARTS_RULES,
  SALVAGE_RULES,
} from "../../support/feed-rules";
import { expectValid } from "../../support/xml-schemas";

beforeAll(() => migrate(engine));
beforeEach(async () => {
  for (const table of ["retailVehicles", "dismantledVehicles", "parts"] as const)
    await db.deleteFrom(table).execute();
});

const site = {
  business: { ...business, feeds: { ...business.feeds, storeCode: "millbrook", titleStatus: "Parts Only" } },
  publicUrl: "https://yard.example",
};
const HOSTILE = '=HYPERLINK("x"), tab\t| bar "quoted" <b>&amp;\nsecond line\u2028third';
const RETAIL_RULES = {
  googleListings: GOOGLE_LISTINGS_RULES,
  googleVehicleAds: GOOGLE_VEHICLE_ADS_RULES,
  metaCatalog: META_CATALOG_RULES,
  marketplace: MARKETPLACE_RULES,
} as const satisfies Partial<Record<FeedName, FeedRules>>;
const RETAIL_NAMES = Object.keys(RETAIL_RULES) as (keyof typeof RETAIL_RULES)[];

const fileOf = async (name: FeedName) => gunzipSync(await renderFeed({ name, site })).toString();
const rowsOf = async (name: keyof typeof RETAIL_RULES) => feedRows(await fileOf(name), RETAIL_RULES[name]);
const salvageRows = async () => feedRows(await fileOf("salvage"), SALVAGE_RULES);

/** Pictures that no test looks at. */
const images = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const publicId = publicIdFor(index.toString(16).padStart(24, "0"), 1600, 1200);
    return { imageUrl: pictureUrl(publicId, 1600), alt: "" };
  });
const whole = { exteriorColor: "Blue", images: images(2) };

describe("every feed of cars for sale follows the rules of its reader", () => {
  test.each(RETAIL_NAMES)("%s, whatever is known of a car and whatever was typed", async (name) => {
    const variants = Array.from({ length: 5 }, (_, at) => ({
      condition: CONDITIONS[at],
      fuelType: FUEL_TYPES[at],
      driveType: RETAIL_DRIVE_TYPES[at],
      transmission: RETAIL_TRANSMISSIONS[at],
      images: images([0, 1, 2, 12, 20][at] ?? 0),
    }));
    for (const variant of variants) await retailVehicle({ ...whole, ...variant });
    await retailVehicle({ ...whole, price: 9_999.5, mileage: 0, trim: "Limited" });
    await retailVehicle({
      ...whole,
      make: 'A "B" | C',
      model: "=1+1",
      description: HOSTILE,
      features: [HOSTILE],
    });
    await retailVehicle({ ...whole, description: "x ".repeat(2500), status: "pending" });
    await retailVehicle({ ...whole, year: 1965, vin: "5F07C100001" });
    await retailVehicle({ price: 0, mileage: "", exteriorColor: "" });
    await retailVehicle({ year: "", make: "", model: "" });
    const file = await fileOf(name);
    expect(brokenRules(file, RETAIL_RULES[name])).toEqual([]);
    expect(feedRows(file, RETAIL_RULES[name]).length).toBeGreaterThan(5);
  });

  test.each(RETAIL_NAMES)("%s is its headings alone while there is no car", async (name) => {
    const file = await fileOf(name);
    expect(file.trimEnd().split("\r\n")).toHaveLength(1);
    expect(brokenRules(file, RETAIL_RULES[name])).toEqual([]);
  });

  test("and the checker finds what breaks them", async () => {
    const { vin } = await retailVehicle(whole);
    const file = await fileOf("metaCatalog");
    const broken = file.replace("12995 USD", "$12995").replace(vin, "1234").replace(",USED,", ",used,");
    expect(brokenRules(broken, META_CATALOG_RULES)).toEqual([
      expect.stringMatching(/price: .* another format/),
      expect.stringMatching(/state_of_vehicle: "used" is not allowed/),
      expect.stringMatching(/vin: "1234" has another format/),
    ]);
  });
});

describe("a car for sale", () => {
  test("is in the feed for Google listings as its page says", async () => {
    const { _id, vin, stockNumber } = await retailVehicle({
      ...whole,
      price: 10_499,
      mileage: 52_777,
      trim: "Limited",
    });
    const [row] = await rowsOf("googleListings");
    const { address } = business;
    expect(row).toMatchObject({
      vin,
      id: stockNumber,
      store_code: "millbrook",
      dealership_name: business.name,
      dealership_address: `${address.street}, ${address.city}, ${address.state} ${address.zipCode}, US`,
      price: "10499 USD",
      condition: "used",
      make: "Subaru",
      model: "Outback",
      trim: "Limited",
      year: "2016",
      mileage: "52,777 miles",
      link: `https://yard.example/inventory/${_id}-2016-subaru-outback`,
      date_in_stock: "2026-03-02",
    });
    expect(row?.image_link).toMatch(/^https:\/\/yard\.example\/uploads\/.+\/1600\.webp$/);
  });

  test("has at most ten more pictures in Google's ads, and all of them for Meta", async () => {
    await retailVehicle({ ...whole, images: images(20) });
    const [ad] = await rowsOf("googleVehicleAds");
    expect(ad?.additional_image_link?.split(",")).toHaveLength(10);
    expect(ad?.additional_image_link).not.toContain(ad?.image_link);
    const [entry] = await rowsOf("metaCatalog");
    expect(Object.keys(entry ?? {}).filter((name) => name.endsWith(".url") && entry?.[name])).toHaveLength(
      20,
    );
    expect(entry?.["image[2].tag[0]"]).toBe("2016 Subaru Outback, picture 3 of 20");
  });

  test.each([
    [
      { transmission: "cvt", driveType: "4wd" },
      { transmission: "AUTOMATIC", drivetrain: "4X4" },
    ],
    [
      { fuelType: "plugin-hybrid", condition: "very-good" },
      { fuel_type: "PLUGIN_HYBRID", condition: "VERY_GOOD" },
    ],
    [{ status: "pending" }, { availability: "NOT_AVAILABLE" }],
    [{ make: "Ford", model: "F-150", vin: "1ZZZZZZZ0G3000001" }, { body_style: "TRUCK" }],
    [{ make: "Nobody", model: "Unknown", vin: "1ZZZZZZZ0G3000002" }, { body_style: "OTHER" }],
    [{ description: "=cheap\nOne owner." }, { description: "=cheap One owner." }],
  ])("%o is %o in Meta's words", async (fields, expected) => {
    await retailVehicle({ ...whole, ...fields });
    expect((await rowsOf("metaCatalog"))[0]).toMatchObject(expected);
  });

  test("keeps the staff's notes to itself in every feed", async () => {
    await retailVehicle({ ...whole, notes: "SECRET" });
    await dismantledVehicle({ notes: "SECRET", obtainedFrom: "SECRET" });
    await shelfPart({ notes: "SECRET", location: "SECRET", images: images(1) });
    for (const name of [...RETAIL_NAMES, "salvage", "parts", "newArrivals"] as const)
      expect(await fileOf(name)).not.toContain("SECRET");
  });

  test.each(RETAIL_NAMES)("is gone from %s once it is sold or deleted", async (name) => {
    const { _id } = await retailVehicle(whole);
    await retailVehicle({ ...whole, status: "sold" });
    expect(await rowsOf(name)).toHaveLength(1);
    await as({ ...COMMAND_LINE, now: new Date() }, () => deleteRecord(RETAIL_RECORDS, _id));
    expect(await rowsOf(name)).toEqual([]);
  });
});

describe("what keeps a car out of a feed", () => {
  const reasonsFor = async () => {
    const contents = await listFeedContents(undefined);
    return Object.fromEntries(
      Object.entries(contents).map(([name, { listed }]) => [name, listed.map(({ reason }) => reason)]),
    );
  };

  test.each([
    [{ price: 0 }, "no price", RETAIL_NAMES],
    [{ mileage: "" }, "no mileage", ["googleListings", "googleVehicleAds", "metaCatalog"]],
    [{ exteriorColor: "" }, "no exterior color", ["googleVehicleAds", "metaCatalog"]],
    [{ images: [] }, "no photo", ["googleVehicleAds", "metaCatalog"]],
    [{ year: 1965, vin: "5F07C100001" }, "no 17-character VIN", ["googleVehicleAds", "metaCatalog"]],
    [{ status: "pending" }, "sale pending", ["googleListings", "googleVehicleAds"]],
    [{ model: "", make: "" }, "no make, no model", RETAIL_NAMES],
  ])("%o is told to staff as %j", async (fields, reason, names) => {
    const { _id, stockNumber } = await retailVehicle({ ...whole, ...fields });
    const reasons = await reasonsFor();
    for (const name of RETAIL_NAMES)
      expect([name, reasons[name]]).toEqual([name, (names as string[]).includes(name) ? [reason] : []]);
    for (const name of names as typeof RETAIL_NAMES) expect(await rowsOf(name)).toEqual([]);
    const [entry] = (await listFeedContents(undefined))[names[0] as "marketplace"].listed;
    expect(entry?.editPath).toBe(`/admin/retail-vehicles/${_id}/edit`);
    expect(entry?.name).toContain(`stock # ${stockNumber}`);
  });

  test("is that another has the same VIN, for Google, which would refuse both", async () => {
    for (const status of ["available", "available", "sold"])
      await retailVehicle({ ...whole, vin: "4S4BSANC1G3999999", status });
    const same = "another vehicle has the same VIN";
    expect((await reasonsFor()).googleListings).toEqual([same, same]);
    expect(await rowsOf("googleVehicleAds")).toEqual([]);
    expect(await rowsOf("metaCatalog")).toHaveLength(2);
  });

  test("is all that is missing, and as many vehicles are named as a page can hold", async () => {
    for (let made = 0; made < 230; made += 1) await retailVehicle({ price: "", mileage: "" });
    await retailVehicle();
    const { googleListings, marketplace } = await listFeedContents(undefined);
    expect(googleListings).toMatchObject({ included: 1, leftOut: 230 });
    expect(googleListings.listed).toHaveLength(100);
    expect(googleListings.listed[0]?.reason).toBe("no price, no mileage");
    expect(marketplace).toMatchObject({ included: 1, leftOut: 230 });
    expect(await rowsOf("marketplace")).toHaveLength(1);
  });
});

describe("the salvage feed", () => {
  test("follows its rules, whatever was typed, and can be cut at its bars alone", async () => {
    for (const at of [0, 1, 2, 3, 4])
      await dismantledVehicle({
        transmission: DISMANTLED_TRANSMISSIONS[at],
        driveType: DISMANTLED_DRIVE_TYPES[at],
        images: images(at * 4),
      });
    await dismantledVehicle({ make: 'A "B" | C', model: "=1+1", trim: "a|b", exteriorColor: "blue\tgreen" });
    const file = await fileOf("salvage");
    expect(brokenRules(file, SALVAGE_RULES)).toEqual([]);
    const lines = file.trimEnd().split("\r\n");
    expect(lines).toHaveLength(7);
    expect(new Set(lines.map((line) => line.split("|").length))).toEqual(new Set([23]));
  });

  test("has what the public may know of a vehicle, and no scrapped one", async () => {
    const { _id, vin, stockNumber } = await dismantledVehicle({ trim: "LX", exteriorColor: "Red" });
    await dismantledVehicle({ status: "Scrapped" });
    const rows = await salvageRows();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      Make: "Honda",
      Model: "Accord",
      Year: "2012",
      Price: "",
      Description: "2012 Honda Accord LX, 142,000 miles, Red. Parts Available.",
      "Title Status": "Parts Only",
      Odometer: "142000",
      VIN: vin,
      Stock: stockNumber,
      Link: `https://yard.example/parts/${_id}-2012-honda-accord`,
      "Sale Type": "Parting Out",
    });
    await as({ ...COMMAND_LINE, now: new Date() }, () => deleteRecord(DISMANTLED_RECORDS, _id));
    expect(await salvageRows()).toEqual([]);
  });
});

describe("the feed of new arrivals", () => {
  const ATOM = { a: "http://www.w3.org/2005/Atom" };
  const arrivals = async () => {
    const xml = await fileOf("newArrivals");
    expectValid(xml, "atom");
    const document = XmlDocument.fromString(xml);
    const texts = (path: string) => document.find(path, ATOM).map(({ content }) => content);
    return { texts };
  };

  test("is what Atom wants, with or without vehicles", async () => {
    expect((await arrivals()).texts("/a:feed/a:entry")).toEqual([]);
    const { _id: retail } = await retailVehicle({
      ...whole,
      model: 'X <b> & "y"\u0007',
      description: HOSTILE,
    });
    const { _id: donor } = await dismantledVehicle({ model: "]]>" });
    const [donorPage, retailPage] = [
      `https://yard.example/parts/${donor}`,
      `https://yard.example/inventory/${retail}`,
    ];
    const { texts } = await arrivals();
    expect(texts("/a:feed/a:author/a:name")).toEqual([business.name]);
    expect(new Set(texts("//a:id")).size).toBe(3);
    // An entry leads to its page, and is known for good by what does not change with the page's words.
    expect(texts("//a:entry/a:link[@rel='alternate']/@href")).toEqual([
      `${donorPage}-2012-honda`,
      `${retailPage}-2016-subaru-x-b-y`,
    ]);
    expect(texts("//a:entry/a:id")).toEqual([donorPage, retailPage]);
  });

  test("has the newest fifty of both lists, the newest first, and nothing that is sold or scrapped", async () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 22, 12, minute));
    for (let made = 0; made < 30; made += 1) {
      await retailVehicle({ ...whole, model: `R${made}`, now: at(2 * made) });
      await dismantledVehicle({ model: `D${made}`, now: at(2 * made + 1) });
    }
    await retailVehicle({ status: "sold" });
    await dismantledVehicle({ status: "Scrapped" });
    const titles = (await arrivals()).texts("//a:entry/a:title");
    expect(titles).toHaveLength(50);
    expect(titles.slice(0, 2)).toEqual(["2012 Honda D29, for parts", "2016 Subaru R29, $12,995"]);
  });
});

describe("the feed of parts", () => {
  const partRows = async () => feedRows(await fileOf("parts"), PARTS_RULES);

  test("follows the rules of products, whatever was typed", async () => {
    await shelfPart({ images: images(20), description: HOSTILE, damage: "2D1", damageNotes: "a dent!" });
    await shelfPart({
      images: images(1),
      price: 85.5,
      interchange: "400-01234",
      weight: 12.5,
      status: "On hold",
    });
    expect(brokenRules(await fileOf("parts"), PARTS_RULES)).toEqual([]);
    expect(await partRows()).toMatchObject([
      { price: "85 USD", availability: "in_stock", identifier_exists: "no", brand: "Honda" },
      { price: "85.50 USD", availability: "out_of_stock", mpn: "400-01234", shipping_weight: "12.5 lb" },
    ]);
  });

  test("says what a buyer asks first, and leads to the part's page", async () => {
    const { _id, stockNumber } = await shelfPart({ images: images(1), warranty: business.partWarranties[0] });
    expect((await partRows())[0]).toMatchObject({
      id: _id,
      title: "2012 Honda Accord Alternator",
      link: `https://yard.example/part/${_id}-2012-honda-accord-alternator`,
      description: expect.stringContaining(`Stock # ${stockNumber}.`),
    });
  });

  test("names those without a price or a photo to staff, and has no sold or deleted one", async () => {
    await shelfPart({ price: undefined });
    await shelfPart({ status: "Sold", images: images(1) });
    const { _id } = await shelfPart({ images: images(1) });
    expect((await listFeedContents(undefined)).parts).toMatchObject({
      included: 1,
      listed: [{ reason: "no price, no photo" }],
    });
    await as({ ...COMMAND_LINE, now: new Date() }, () => deleteRecord(PART_RECORDS, _id));
    expect(await partRows()).toEqual([]);
  });
});
