import { describe, expect, test } from "vitest";
import { formFields } from "~/collections/collection";
import {
  type ColumnMap,
  matchHeadings,
  pictureColumns,
  readColumnMap,
  unmatchedColumns,
} from "~/import/headings";
import { PURCHASES } from "~/purchases/purchases";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

function matched(
  form: typeof RETAIL_VEHICLES | typeof DISMANTLED_VEHICLES,
  headings: string[],
  first: string[] = [],
) {
  const columns: ColumnMap = matchHeadings(
    form,
    headings,
    headings.map((_, index) => (first[index] ? [first[index]] : [])),
  );
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, headings[column]]));
}

describe("headings are matched by themselves", () => {
  test("our own labels and names, every one", () => {
    for (const form of [RETAIL_VEHICLES, DISMANTLED_VEHICLES]) {
      const fields = formFields(form).filter(([name]) => name !== "images");
      const labels = fields.map(([, { label }]) => label);
      expect(Object.values(matched(form, labels))).toEqual(labels);
      const names = fields.map(([name]) => name);
      expect(Object.keys(matched(form, names))).toEqual(names);
    }
  });

  test("a dealer program's", () => {
    const headings =
      "StockNumber,VIN,Year,Make,Model,Trim,Odometer,SpecialPrice,ExteriorColor,InteriorColor,Transmission,DriveTrain,VehicleDescription,EquipmentList,PhotoURLs";
    expect(Object.keys(matched(RETAIL_VEHICLES, headings.split(",")))).toEqual([
      ...["stockNumber", "vin", "year", "make", "model", "trim", "mileage", "price", "exteriorColor"],
      ...["interiorColor", "transmission", "driveType", "features", "description", "pictures"],
    ]);
  });

  test("a website feed's: the internet price before the others", () => {
    const headings =
      "type,stock,vin,year,make,model,miles,selling_price,internet_price,dateinstock,options,imagelist";
    expect(matched(RETAIL_VEHICLES, headings.split(","))).toMatchObject({
      mileage: "miles",
      price: "internet_price",
      dateAcquired: "dateinstock",
      features: "options",
      pictures: "imagelist",
    });
  });

  test("comments are notes, which only staff see; web comments are the description", () => {
    expect(matched(RETAIL_VEHICLES, ["Stock", "Comments", "Seller Notes"])).toMatchObject({
      notes: "Seller Notes",
    });
    expect(matched(RETAIL_VEHICLES, ["Stock", "Comments"])).toEqual({
      stockNumber: "Stock",
      notes: "Comments",
    });
    expect(matched(RETAIL_VEHICLES, ["Stock", "Web comments", "Comments"])).toMatchObject({
      description: "Web comments",
      notes: "Comments",
    });
  });

  test("a yard list's", () => {
    const headings = "Yard Tag,Exterior,Eng,Our Price,Seller Notes";
    expect(matched(RETAIL_VEHICLES, headings.split(","))).toEqual({
      ...{ stockNumber: "Yard Tag", exteriorColor: "Exterior", engineType: "Eng", price: "Our Price" },
      notes: "Seller Notes",
    });
    expect(matched(RETAIL_VEHICLES, ["Veh #"])).toEqual({ stockNumber: "Veh #" });
  });

  test("a yard program's: comments are notes where there is no description", () => {
    const headings = "Stk#,VIN #,Yr,Make,Model,Mileage,Ext. Color,Eng,Date Entered,Comments";
    expect(matched(DISMANTLED_VEHICLES, headings.split(","))).toMatchObject({
      stockNumber: "Stk#",
      vin: "VIN #",
      exteriorColor: "Ext. Color",
      dateAcquired: "Date Entered",
      notes: "Comments",
    });
  });

  test("a column of other choices is left out", () => {
    expect(matched(RETAIL_VEHICLES, ["Stock", "Condition"], ["A1", "Used"])).not.toHaveProperty("condition");
    expect(matched(RETAIL_VEHICLES, ["Stock", "Condition"], ["A1", "very good"])).toHaveProperty("condition");
  });
});

test("numbered picture columns belong together", () => {
  const headings = ["Stock", "Photo 1", "Photo 2", "Photo 3"];
  expect(pictureColumns(headings, matchHeadings(RETAIL_VEHICLES, headings, []))).toEqual([1, 2, 3]);
});

test("a field that only the site sets is offered no column, and its column is named as one that no field takes", () => {
  const headings = ["VIN", "Seller", "Kind of Vehicle", "Vehicle ID"];
  const columns = matchHeadings(PURCHASES, headings, [[], [], [], []]);
  expect(columns).toEqual({ vin: 0, sellerName: 1 });
  expect(unmatchedColumns(PURCHASES, headings, columns)).toEqual([2, 3]);
});

describe("a map by hand", () => {
  const headings = ["Unit", "Asking", "Web, new"];
  test("names columns by heading or number, or none", () => {
    expect(readColumnMap(RETAIL_VEHICLES, headings, "Stock Number=1, price=asking,notes=")).toEqual({
      ok: true,
      columns: { stockNumber: 0, price: 1, notes: undefined },
    });
  });
  test.each([
    ["paint=Asking", `"paint" isn't a field`],
    ["price=Sticker", 'no column "Sticker"'],
    ["price=4", 'no column "4"'],
  ])("%s is told what is wrong", (map, sentence) => {
    expect(readColumnMap(RETAIL_VEHICLES, headings, map)).toMatchObject({
      ok: false,
      message: expect.stringContaining(sentence),
    });
  });
});
