import { expect, test } from "vitest";
import { describeColumns, listingRows, whyNotListed } from "~/ebay/listing";
import { readTemplate } from "~/ebay/template";
import type { Match } from "~/interchange/match";
import type { Part } from "~/parts/parts";

const MAX_TITLE = 80;
const SELLER = { location: "Millbrook, OH", zipCode: "43567", publicUrl: "https://yard.example" };
const ACTION = "*Action(SiteID=US|Country=US|Currency=USD|Version=1193|CC=UTF-8)";
const PART = {
  ...{
    _id: "01M7Z3E77NJMPRGAMC72R7QZV8",
    stockNumber: "D-77-1",
    entryId: "side-mirror-left",
    part: "Side Mirror",
  },
  ...{
    year: 2010,
    make: "Honda",
    model: "Accord",
    trim: "EX",
    mileage: 84_210,
    grade: "A",
    status: "Available",
  },
  ...{
    price: 85,
    weight: 12.5,
    interchange: "AP-601",
    damage: "2D1",
    warranty: "90 days",
    description: "Blue <1>",
  },
  fits: [{ vehicle: "Land Rover LR2", yearFrom: 2009, yearTo: 2010 }],
  images: ["a", "b"].map((name) => ({ imageUrl: `/uploads/${name}/800.webp`, alt: "" })),
  ...{ dateAcquired: "2026-03-02T00:00:00.000Z", createdAt: "2026-03-02T00:00:00.000Z" },
} as Part;

function template(headings: string[], defaults: string[] = []) {
  const read = readTemplate([["#INFO", "Version=1.0"], headings, defaults]);
  if (!read) throw new Error("no template");
  return read;
}

/** The listing by heading. */
function listed(headings: string[], defaults: string[] = [], part = PART): Record<string, string> {
  const [row = []] = listingRows(template([ACTION, ...headings], ["", ...defaults]), part, SELLER);
  return Object.fromEntries([ACTION, ...headings].map((heading, column) => [heading, row[column] ?? ""]));
}

test("a template is found below its lines of information; a file without an Action column is none", () => {
  expect(template([ACTION, "*Title", ""])).toEqual({
    info: [["#INFO", "Version=1.0"]],
    headings: [ACTION, "*Title"],
    defaults: ["", ""],
  });
  expect(readTemplate([["Title", "Price"]])).toBeUndefined();
});

test("known columns are filled from the part", () => {
  expect(
    listed([
      ...["Custom label (SKU)", "*Title", "*ConditionID", "PicURL", "*Quantity", "*Format", "*StartPrice"],
      ...["*Duration", "*Location", "C:Brand", "C:Manufacturer Part Number", "C:Interchange Part Number"],
      ...["C:Placement on Vehicle", "C:Warranty", "WeightMajor", "WeightMinor", "PostalCode"],
    ]),
  ).toEqual({
    [ACTION]: "Add",
    "Custom label (SKU)": "D-77-1",
    "*Title": "2010 Honda Accord EX Side Mirror Left Driver AP-601",
    "*ConditionID": "3000",
    PicURL: "https://yard.example/uploads/a/800.webp|https://yard.example/uploads/b/800.webp",
    ...{ "*Quantity": "1", "*Format": "FixedPrice", "*StartPrice": "85.00", "*Duration": "GTC" },
    ...{ "*Location": "Millbrook, OH", "C:Brand": "Honda", "C:Manufacturer Part Number": "AP-601" },
    ...{ "C:Interchange Part Number": "AP-601", "C:Placement on Vehicle": "Left", "C:Warranty": "90 days" },
    ...{ WeightMajor: "12", WeightMinor: "8", PostalCode: "43567" },
  });
});

test("what we know nothing of is as the row below the headings says, or empty", () => {
  const headings = ["*Category", "ReturnsAcceptedOption", "*ConditionID", "StoreCategory", "ShippingType"];
  expect(listed(headings, ["33726", "ReturnsAccepted", "7000", "", ""])).toMatchObject({
    ...{ "*Category": "33726", ReturnsAcceptedOption: "ReturnsAccepted", "*ConditionID": "7000" },
    ...{ StoreCategory: "", ShippingType: "" },
  });
  expect(describeColumns(template([ACTION, "*Category", "*Title", "StoreCategory"]))).toEqual([
    { heading: ACTION, source: "same", isMissing: false },
    { heading: "*Category", source: "empty", isMissing: true },
    { heading: "*Title", source: "part", isMissing: false },
    { heading: "StoreCategory", source: "empty", isMissing: false },
  ]);
});

test("the description says in words what a buyer asks, and no markup of ours", () => {
  const text = listed(["*Description"])["*Description"];
  expect(text).toContain("<p>Blue &lt;1&gt;</p>");
  expect(text).toContain("84,210 miles");
  expect(text).toContain("Dent in area 2, the size of one credit card");
  expect(text).not.toMatch(/[\r\n]/);
});

test("what a part fits has rows of its own where the template has columns for them", () => {
  const headings = [ACTION, "Relationship", "RelationshipDetails", "*Title"];
  const sure = {
    make: "Acura",
    model: "TSX",
    yearFrom: 2010,
    yearTo: 2010,
    grade: "confirmed here",
    reason: "",
  };
  const [listing, ...fits] = listingRows(template(headings), PART, SELLER, [sure as Match]);
  expect(listing?.slice(0, 3)).toEqual(["Add", "", ""]);
  expect(fits).toEqual([
    ["", "Compatibility", "Year=2010|Make=Honda|Model=Accord", ""],
    ["", "Compatibility", "Year=2009|Make=Land Rover|Model=LR2", ""],
    ["", "Compatibility", "Year=2010|Make=Land Rover|Model=LR2", ""],
    ["", "Compatibility", "Year=2010|Make=Acura|Model=TSX", ""],
  ]);
});

test("a title has 80 characters at most and no half word", () => {
  const long = {
    ...PART,
    model: "Accord Crosstour with a very long name that nobody would have thought of before",
  };
  for (const part of [PART, long, { ...PART, interchange: "X".repeat(60) }]) {
    const { "*Title": title = "" } = listed(["*Title"], [], part);
    expect(title.length).toBeLessThanOrEqual(MAX_TITLE);
    expect(title).toMatch(/^2010 Honda Accord/);
    expect(title).not.toMatch(/\s$/);
  }
});

test("a part without a price or a picture is not listed", () => {
  expect(whyNotListed(PART)).toBeUndefined();
  expect(whyNotListed({ ...PART, price: undefined } as unknown as Part)).toBe("no price");
  expect(whyNotListed({ ...PART, price: 0, images: [] })).toBe("no price, no picture");
});
