import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { formFields } from "~/collections/collection";
import { differences, emptyFormValues, toFormValues } from "~/collections/form";
import { bodySchema, formSchema } from "~/collections/schema";
import { PARTS } from "~/parts/parts";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { MILEAGE_MAX } from "~/vehicles/inventory";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

const TODAY = "2026-11-21";
const VIN = "1HGCM82633A004352";

const DISMANTLED = {
  stockNumber: " D-17 ",
  vin: "1hgcm-82633a004352",
  year: "2003",
  make: " Honda ",
  model: "Accord",
  trim: "",
  mileage: "142,000",
  dateAcquired: "03/02/26",
  status: "Awaiting Dismantle",
  exteriorColor: "",
  interiorColor: "  ",
  transmission: "",
  engineType: "",
  driveType: "",
  imageUrl: "",
  notes: "",
};

function sentences(schema: z.ZodType, words: Record<string, string>) {
  const parsed = schema.safeParse(words);
  return parsed.success
    ? []
    : parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`);
}

describe("the dismantled vehicle's form", () => {
  const schema = formSchema(DISMANTLED_VEHICLES, TODAY);

  it("is stored tidied: figures whole, the VIN clean, the day at midnight UTC, what is empty left out", () => {
    expect(schema.parse(DISMANTLED)).toEqual({
      stockNumber: "D-17",
      vin: VIN,
      year: 2003,
      make: "Honda",
      model: "Accord",
      mileage: 142_000,
      dateAcquired: "2026-03-02T00:00:00.000Z",
      status: "Awaiting Dismantle",
      images: [],
    });
  });

  it("says of each required field that it is empty", () => {
    const empty = Object.fromEntries(Object.keys(DISMANTLED).map((name) => [name, ""]));
    expect(sentences(schema, empty)).toEqual([
      "stockNumber: Stock number is required",
      "vin: VIN is required",
      "year: Year is required",
      "make: Make is required",
      "model: Model is required",
      "mileage: Mileage is required",
      "dateAcquired: Date acquired is required",
      "status: Please select a status",
    ]);
    expect(sentences(schema, {}).map((sentence) => sentence.split(":")[0])).toEqual([
      "stockNumber",
      "vin",
      "year",
      "make",
      "model",
      "mileage",
      "dateAcquired",
    ]);
  });

  it.each([
    ["year", "20O3", "Please enter a valid year"],
    ["year", "2003.5", "Please enter a valid year"],
    ["year", "1885", "Please enter a valid year"],
    ["year", "1e3", "Please enter a valid year"],
    ["year", String(new Date().getUTCFullYear() + 2), "Please enter a valid year"],
    ["mileage", "-1", "Please enter a valid mileage"],
    ["mileage", "84k", "Please enter a valid mileage"],
    ["mileage", "0x10", "Please enter a valid mileage"],
    ["mileage", "84,21", "Please enter a valid mileage"],
    ["mileage", String(MILEAGE_MAX + 1), "Please enter a valid mileage"],
    ["vin", "1HGCM82633A00435", "Please enter a valid 17-character VIN"],
    ["vin", "1HGCM82633A0043522", "Please enter a valid 17-character VIN"],
    ["vin", "1HGCM82633A00435O", "Please enter a valid 17-character VIN"],
    ["dateAcquired", "02/30/26", "Please enter a valid date"],
    ["dateAcquired", "03/02/1066", "Please enter a valid date"],
    ["dateAcquired", "soon", "Please enter a valid date"],
    ["status", "Sold", "Please select a status"],
    ["transmission", "automatic", "Please select a transmission"],
    ["driveType", "fwd", "Please select a drive type"],
    ["imageUrl", "https://elsewhere.example/car.jpg", "Please upload the photo first"],
    ["stockNumber", "x".repeat(41), "Please use at most 40 characters"],
    ["make", "\u200b", "Make is required"],
  ])("%s %s: %s", (name, word, sentence) => {
    expect(sentences(schema, { ...DISMANTLED, [name]: word })).toEqual([`${name}: ${sentence}`]);
  });

  it.each([
    ["mileage", "0", 0],
    ["mileage", " 1,000,000 ", 1_000_000],
    ["year", "1886", 1886],
    ["dateAcquired", "2026-03-02", "2026-03-02T00:00:00.000Z"],
    ["driveType", "4x4", "4x4"],
    ["transmission", "Single Clutch Automatic", "Single Clutch Automatic"],
    ["notes", "One\r\nTwo ", "One\nTwo"],
  ])("%s %s is taken", (name, word, kept) => {
    expect(schema.parse({ ...DISMANTLED, [name]: word })).toHaveProperty(name, kept);
  });

  it("starts a new vehicle today, awaiting dismantle", () => {
    expect(emptyFormValues(DISMANTLED_VEHICLES, TODAY)).toMatchObject({
      dateAcquired: "11/21/2026",
      status: "Awaiting Dismantle",
      stockNumber: "",
    });
  });

  it("gives back what it was given: a vehicle shown and sent again is the same", () => {
    const fields = schema.parse({ ...DISMANTLED, notes: "One\nTwo", driveType: "4WD" });
    expect(schema.parse(toFormValues(DISMANTLED_VEHICLES, fields))).toEqual(fields);
  });
});

describe("the retail vehicle's form", () => {
  const schema = formSchema(RETAIL_VEHICLES, TODAY);
  const bare = { stockNumber: "R1", vin: VIN };

  it("needs a stock number and a VIN alone; the rest is left out, and the status is available", () => {
    const empty = Object.fromEntries(Object.keys(RETAIL_VEHICLES.fields).map((name) => [name, ""]));
    expect(schema.parse({ ...empty, ...bare })).toEqual({
      ...bare,
      status: "available",
      features: [],
      images: [],
    });
    expect(schema.parse(bare)).toEqual({ ...bare, status: "available", features: [], images: [] });
    expect(schema.safeParse(empty).error?.issues.map(({ message }) => message)).toEqual([
      "Stock number is required",
      "VIN is required",
    ]);
  });

  it.each([
    ["12,995", 12_995],
    ["$12,995.50", 12_995.5],
    ["9500.1", 9500.1],
    ["0", 0],
    [".99", 0.99],
    ["12995.", 12_995],
  ])("a price of %s is %d", (typed, price) => {
    expect(schema.parse({ ...bare, price: typed }).price).toBe(price);
  });

  it.each(["12.995", "-1", "1e3", "free", "15k", "$12,9", "1,2995", "12.995,00", "$", "5000001"])(
    "a price of %s is none",
    (typed) => {
      expect(schema.safeParse({ ...bare, price: typed }).error?.issues).toMatchObject([
        { path: ["price"], message: "Please enter a valid price" },
      ]);
    },
  );

  it("takes features one per line, and drops empty lines", () => {
    expect(schema.parse({ ...bare, features: "Heated seats\r\n\r\n  Tow hitch \n" }).features).toEqual([
      "Heated seats",
      "Tow hitch",
    ]);
  });

  it.each([
    [
      "a line too long",
      `Tow hitch\n${"x".repeat(201)}`,
      "Please use at most 200 characters for each feature",
    ],
    ["too many lines", "x\n".repeat(101), "Please enter at most 100 features"],
  ])("says of the features as a whole what is wrong: %s", (_name, features, message) => {
    expect(schema.safeParse({ ...bare, features }).error?.issues).toMatchObject([
      { path: ["features"], message },
    ]);
  });

  it("counts no empty lines", () => {
    expect(schema.parse({ ...bare, features: `${"x\n".repeat(100)}\n\n` }).features).toHaveLength(100);
  });

  it("gives back what it was given", () => {
    const fields = schema.parse({
      ...bare,
      price: "9500.10",
      features: "Heated seats\nTow hitch",
      dateAcquired: "3/2/26",
      fuelType: "plugin-hybrid",
      status: "pending",
    });
    expect(toFormValues(RETAIL_VEHICLES, fields)).toMatchObject({
      price: "9500.10",
      dateAcquired: "03/02/2026",
    });
    expect(schema.parse(toFormValues(RETAIL_VEHICLES, fields))).toEqual(fields);
  });

  it("starts a new vehicle today, available", () => {
    expect(emptyFormValues(RETAIL_VEHICLES, TODAY)).toMatchObject({
      dateAcquired: "11/21/2026",
      status: "available",
    });
  });
});

describe("the API's body", () => {
  it("takes dates as ISO alone, and figures as numbers", () => {
    const body = { ...DISMANTLED, year: 2003, mileage: 142_000 };
    expect(bodySchema(DISMANTLED_VEHICLES).safeParse({ ...body, dateAcquired: "03/02/26" }).success).toBe(
      false,
    );
    expect(
      bodySchema(DISMANTLED_VEHICLES).parse({ ...body, dateAcquired: "2026-03-02T23:30:00Z" }),
    ).toMatchObject({
      year: 2003,
      dateAcquired: "2026-03-02T00:00:00.000Z",
    });
    const priced = (price: number) =>
      bodySchema(RETAIL_VEHICLES).safeParse({ stockNumber: "R1", vin: VIN, price });
    expect(priced(9500.99).data?.price).toBe(9500.99);
    expect(priced(9500.999).success).toBe(false);
  });

  it("refuses a figure that is no whole number", () => {
    for (const year of [2003.5, Number.NaN, true, [2003], { year: 2003 }]) {
      expect(
        bodySchema(DISMANTLED_VEHICLES).safeParse({ ...DISMANTLED, dateAcquired: TODAY, year }).success,
      ).toBe(false);
    }
  });
});

describe("what differs between what was typed and what stands", () => {
  const schema = formSchema(RETAIL_VEHICLES, TODAY);
  const stands = schema.parse({
    stockNumber: "R1",
    vin: VIN,
    price: "9,500",
    status: "pending",
    year: "2015",
  });

  it("is listed in the form's order, in its words", () => {
    const typed = schema.parse({ stockNumber: "R1", vin: VIN, price: "9000.5", notes: "New tires" });
    expect(differences(RETAIL_VEHICLES, typed, stands)).toEqual([
      { name: "year", label: "Year", stored: "2015", typed: "" },
      { name: "price", label: "Price", stored: "9500", typed: "9000.50" },
      { name: "status", label: "Status", stored: "Sale Pending", typed: "Available" },
      { name: "notes", label: "Notes", stored: "", typed: "New tires" },
    ]);
  });

  it("is nothing where they say the same, whatever else the stored vehicle has", () => {
    expect(
      differences(RETAIL_VEHICLES, stands, {
        ...stands,
        _id: "01ABCDEFGHJK",
        createdAt: "2026",
      } as typeof stands),
    ).toEqual([]);
  });
});

describe("every form", () => {
  it.each([DISMANTLED_VEHICLES, RETAIL_VEHICLES, PARTS])(
    "of $table has a place for each of its fields",
    (collection) => {
      const placed = collection.sections.flatMap(({ rows }) => rows.flatMap(({ fields }) => fields));
      expect(placed.sort()).toEqual(
        formFields(collection)
          .map(([name]) => name)
          .sort(),
      );
    },
  );
});
