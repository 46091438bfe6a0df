import { describe, expect, test } from "vitest";
import { bodySchema } from "~/collections/schema";
import { PART_REQUESTS } from "~/requests/part-requests";
import { checkSelection } from "../../../app/parts/catalog";
import {
  contactStepSchema,
  partStepSchema,
  typedVehicleSchema,
  vinStepSchema,
} from "../../../app/requests/part-schema";

const MAX_NOTES_LENGTH = 4_500;
const ACCORD = "1HGCM82633A004352";
const body = {
  vin: ACCORD,
  vehicleInfo: { year: 2003, make: "Honda", model: "Accord", trim: "EX-V6", engineSize: 3 },
  partDetails: { system: "Exterior", component: "Hood - Hood Latch", additionalInfo: "Silver" },
  customerInfo: { name: "Jane Doe", phone: "555.555.0142", email: "jane@example.com" },
};

function sentences(result: { error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }) {
  return Object.fromEntries(result.error?.issues.map(({ path, message }) => [path.join("."), message]) ?? []);
}

describe("the API's body", () => {
  test("a year stays a number, the phone is kept as it is shown", () => {
    expect(bodySchema(PART_REQUESTS).parse(body)).toEqual({
      vin: ACCORD,
      vehicleInfo: { year: 2003, make: "Honda", model: "Accord", trim: "EX-V6", engineSize: "3" },
      partDetails: { system: "Exterior", component: "Hood - Hood Latch", additionalInfo: "Silver" },
      customerInfo: { name: "Jane Doe", phone: "(555) 555-0142", email: "jane@example.com" },
    });
  });

  test("fields nobody knows are ignored", () => {
    const parsed = bodySchema(PART_REQUESTS).parse({ ...body, status: "fulfilled", _id: "x", notes: [{}] });
    expect(Object.keys(parsed)).toEqual(["vin", "vehicleInfo", "partDetails", "customerInfo"]);
  });

  test.each([undefined, null, {}])("a VIN names the vehicle, so vehicleInfo may be %j", (vehicleInfo) => {
    expect(bodySchema(PART_REQUESTS).safeParse({ ...body, vehicleInfo }).success).toBe(true);
  });

  test.each(["", undefined, null])("with year, make and model the VIN may be %j", (vin) => {
    expect(bodySchema(PART_REQUESTS).parse({ ...body, vin }).vin).toBe("");
    for (const [missing, sentence] of [
      ["year", "Year is required"],
      ["make", "Make is required"],
      ["model", "Model is required"],
    ] as const) {
      const vehicleInfo = { ...body.vehicleInfo, [missing]: " " };
      expect(sentences(bodySchema(PART_REQUESTS).safeParse({ ...body, vin, vehicleInfo }))).toEqual({
        [`vehicleInfo.${missing}`]: sentence,
      });
    }
  });

  test("an empty one says the VIN is required, with all the rest", () => {
    expect(sentences(bodySchema(PART_REQUESTS).safeParse({}))).toEqual({
      vin: "VIN is required",
      partDetails: "Please complete your part selection",
      customerInfo: "Please provide your contact details",
    });
  });

  test("what is missing is named, field by field", () => {
    const wrong = { vin: "1", partDetails: { system: "Roof" }, customerInfo: { phone: "1", email: "x" } };
    expect(sentences(bodySchema(PART_REQUESTS).safeParse(wrong))).toEqual({
      vin: "Please enter a valid 17-character VIN",
      "partDetails.system": "Please select a category",
      "partDetails.component": "Please select a subcategory",
      "customerInfo.name": "Name is required",
      "customerInfo.phone": "Please enter a valid 10-digit phone number",
      "customerInfo.email": "Please enter a valid email address",
    });
  });

  test.each([
    null,
    1,
    "x",
    [],
    { vin: ACCORD },
    { ...body, customerInfo: null },
    { ...body, vehicleInfo: "x" },
  ])("%j is refused", (wrong) => {
    expect(bodySchema(PART_REQUESTS).safeParse(wrong).success).toBe(false);
  });
});

describe("what the steps say and take", () => {
  test("step 1", () => {
    expect(sentences(vinStepSchema.safeParse({}))).toEqual({ vin: "VIN is required" });
    expect(sentences(vinStepSchema.safeParse({ vin: "1HGCM82633A00435" }))).toEqual({
      vin: "Please enter a valid 17-character VIN",
    });
    expect(vinStepSchema.parse({ vin: " 1hgcm-82633a004352" })).toEqual({ vin: ACCORD });
  });

  test("step 1 with the vehicle typed", () => {
    expect(sentences(typedVehicleSchema.safeParse({ vin: ACCORD }))).toEqual({
      year: "Year is required",
      make: "Make is required",
      model: "Model is required",
    });
    expect(
      typedVehicleSchema.parse({ vin: ACCORD, year: " 2003", make: "Honda ", model: "Accord" }),
    ).toMatchObject({ year: "2003", make: "Honda", model: "Accord" });
    expect(typedVehicleSchema.parse({ year: "2008", make: "Honda", model: "Accord" })).toMatchObject({
      vin: "",
    });
    expect(typedVehicleSchema.safeParse({ vin: ACCORD, year: "3", make: "a", model: "b" }).success).toBe(
      false,
    );
  });

  test("step 2", () => {
    const schema = partStepSchema(checkSelection);
    expect(sentences(schema.safeParse({}))).toEqual({ categoryId: "Please select a category" });
    expect(sentences(schema.safeParse({ categoryId: "exterior" }))).toEqual({
      subcategoryId: "Please select a subcategory",
    });
    expect(sentences(schema.safeParse({ categoryId: "exterior", subcategoryId: "hood" }))).toEqual({
      partId: "Please complete your part selection",
    });
    expect(
      schema.parse({ categoryId: "exterior", subcategoryId: "hood", partId: "hood-latch" }).part?.name,
    ).toBe("Hood Latch");
  });

  test("step 3", () => {
    expect(sentences(contactStepSchema.safeParse({}))).toEqual({
      name: "Name is required",
      phone: "Phone number is required",
      email: "Email address is required",
    });
    const contact = { name: "Jane", phone: "5555550142", email: "jane@example.com" };
    expect(contactStepSchema.safeParse(contact).success).toBe(true);
    expect(
      contactStepSchema.safeParse({ ...contact, additionalInfo: "x".repeat(MAX_NOTES_LENGTH + 1) }).success,
    ).toBe(false);
  });
});
