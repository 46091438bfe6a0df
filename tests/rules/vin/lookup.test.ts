import { beforeAll, describe, expect, test } from "vitest";
import { engine } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { DISMANTLED_DRIVE_TYPES, DISMANTLED_TRANSMISSIONS } from "~/vehicles/dismantled";
import { RETAIL_DRIVE_TYPES, RETAIL_TRANSMISSIONS } from "~/vehicles/retail";
import { toFormFields, toFormUpdate } from "~/vin/form-fields";
import { decodeIntoForm } from "~/vin/lookup.server";
import type { VehicleInfo } from "~/vin/schema";
import { inInventoryMessage } from "~/vin/validate";
import { formatFuelType, mergeDecoded } from "~/vin/vehicle-info";
import { dismantledVehicle } from "../../support/builders";

const ACCORD = { year: 2003, make: "Honda", model: "Accord" };
const WHOLE: VehicleInfo = {
  ...ACCORD,
  trim: "EX",
  engineSize: "3.0L V6",
  transmissionType: "5-Speed Automatic",
  driveType: "FWD",
  fuelType: "Gasoline",
};

describe("a decoded vehicle values", () => {
  test("the fields of the dismantled form", () => {
    expect(toFormFields("dismantled", WHOLE)).toEqual({
      year: "2003",
      make: "Honda",
      model: "Accord",
      trim: "EX",
      engineType: "3.0L V6",
      transmission: "Automatic",
      driveType: "FWD",
    });
  });

  test("the fields of the retail form, in its own words", () => {
    expect(toFormFields("retail", WHOLE)).toEqual({
      year: "2003",
      make: "Honda",
      model: "Accord",
      trim: "EX",
      engineType: "3.0L V6",
      transmission: "automatic",
      driveType: "fwd",
      fuelType: "gasoline",
    });
  });

  test("nothing that it does not know, so that what was typed stays", () => {
    const values = toFormFields("retail", {
      ...ACCORD,
      year: undefined,
      trim: "",
      engineSize: " ",
      driveType: "",
    });
    expect(values).toEqual({ make: "Honda", model: "Accord" });
    const typed = { year: "2002", make: "Hnda", trim: "LX", transmission: "manual", price: "4,500" };
    expect(mergeDecoded(typed, values)).toEqual({ ...typed, make: "Honda", model: "Accord" });
    expect(toFormFields("dismantled", {})).toEqual({});
  });
});

describe("a transmission in vPIC's words", () => {
  test.each([
    ["Automatic", "Automatic", "automatic"],
    ["6-Speed Automatic", "Automatic", "automatic"],
    ["10-Speed Automatic", "Automatic", "automatic"],
    ["Manual", "Manual", "manual"],
    ["5-Speed Manual", "Manual", "manual"],
    ["Manual/Standard", "Manual", "manual"],
    ["CVT", "CVT", "cvt"],
    ["Continuously Variable Transmission (CVT)", "CVT", "cvt"],
    ["1-Speed Continuously Variable Transmission (CVT)", "CVT", "cvt"],
    ["Electronic Continuously Variable (e-CVT)", "CVT", "cvt"],
    ["Automated Manual Transmission (AMT)", "Single Clutch Automatic", "automated-manual"],
    ["6-Speed Automated Manual Transmission (AMT)", "Single Clutch Automatic", "automated-manual"],
    ["Dual-Clutch Transmission (DCT)", "Dual Clutch", "automated-manual"],
    ["7-Speed Dual-clutch Transmission (DCT)", "Dual Clutch", "automated-manual"],
  ])("%s is %s in the yard and %s on the lot", (transmissionType, dismantled, retail) => {
    expect(toFormFields("dismantled", { transmissionType })).toEqual({ transmission: dismantled });
    expect(toFormFields("retail", { transmissionType })).toEqual({ transmission: retail });
    expect(DISMANTLED_TRANSMISSIONS).toContain(dismantled);
    expect(RETAIL_TRANSMISSIONS).toContain(retail);
  });

  test.each(["Motorcycle - Chain Drive", "Direct Drive", "Not Applicable", "0", "5-Speed ", "constructor"])(
    "that is none of the choices values nothing: %s",
    (transmissionType) => {
      expect(toFormFields("dismantled", { transmissionType })).toEqual({});
      expect(toFormFields("retail", { transmissionType })).toEqual({});
    },
  );
});

describe("a drive type in vPIC's words", () => {
  test.each([
    ["FWD", "FWD", "fwd"],
    ["FWD/Front-Wheel Drive", "FWD", "fwd"],
    ["FWD/Front Wheel Drive", "FWD", "fwd"],
    ["RWD/Rear-Wheel Drive", "RWD", "rwd"],
    ["RWD/ Rear Wheel Drive", "RWD", "rwd"],
    ["AWD/All-Wheel Drive", "AWD", "awd"],
    ["4WD", "4WD", "4wd"],
    ["4WD/4-Wheel Drive/4x4", "4WD", "4wd"],
    ["4x4", "4x4", "4wd"],
  ])("%s is %s in the yard and %s on the lot", (driveType, dismantled, retail) => {
    expect(toFormFields("dismantled", { driveType })).toEqual({ driveType: dismantled });
    expect(toFormFields("retail", { driveType })).toEqual({ driveType: retail });
    expect(DISMANTLED_DRIVE_TYPES).toContain(dismantled);
    expect(RETAIL_DRIVE_TYPES).toContain(retail);
  });

  test.each(["4x2", "2WD/4WD", "6x4", "8x8", "toString"])(
    "that does not say which wheels values nothing: %s",
    (driveType) => {
      expect(toFormFields("dismantled", { driveType })).toEqual({});
      expect(toFormFields("retail", { driveType })).toEqual({});
    },
  );
});

describe("a fuel", () => {
  test.each([
    [{ fuel: "Gasoline" }, "gasoline"],
    [{ fuel: "Diesel" }, "diesel"],
    [{ fuel: "Electric", electrification: "BEV (Battery Electric Vehicle)" }, "electric"],
    [{ fuel: "Gasoline", electrification: "Strong HEV (Hybrid Electric Vehicle)" }, "hybrid"],
    [{ fuel: "Gasoline", electrification: "HEV (Hybrid Electric Vehicle) - Level Unknown" }, "hybrid"],
    [{ fuel: "Gasoline", electrification: "PHEV (Plug-in Hybrid Electric Vehicle)" }, "plugin-hybrid"],
    [{ fuel: "Gasoline", secondFuel: "Ethanol (E85)" }, "gasoline"],
  ])("of vPIC values the retail form: %o", (vehicle, fuelType) => {
    expect(toFormFields("retail", { fuelType: formatFuelType(vehicle) })).toEqual({ fuelType });
  });

  test.each([
    {},
    { fuel: "Compressed Natural Gas (CNG)" },
    { fuel: "Gasoline", secondFuel: "Electric" },
    { fuel: "Gasoline", electrification: "Mild HEV (Hybrid Electric Vehicle)" },
  ])("that leaves a doubt values nothing: %o", (vehicle) => {
    expect(toFormFields("retail", { fuelType: formatFuelType(vehicle) })).toEqual({});
  });
});

describe("what is said of a decode", () => {
  const decoded = { outcome: "decoded", vehicleInfo: ACCORD } as const;
  const values = { year: "2003", make: "Honda", model: "Accord" };

  test("is nothing where it went well", () => {
    expect(toFormUpdate("retail", { result: decoded, inventoryType: null })).toEqual({ values });
  });

  test.each(["dismantled", "retail"] as const)("names the inventory it stands in: %s", (inventoryType) => {
    expect(toFormUpdate("retail", { result: decoded, inventoryType })).toEqual({
      values,
      inStock: `Vehicle found in ${inventoryType} inventory`,
      toast: { title: `Vehicle found in ${inventoryType} inventory` },
    });
    expect(inInventoryMessage(inventoryType)).toBe(`Vehicle found in ${inventoryType} inventory`);
  });

  test("is an alert and a toast where the essentials are missing, and what is known still values", () => {
    const message = "Could not decode essential vehicle information";
    const result = { outcome: "incomplete", vehicleInfo: { year: 2003, make: "Honda" }, message } as const;
    expect(toFormUpdate("dismantled", { result, inventoryType: null })).toEqual({
      values: { year: "2003", make: "Honda" },
      problem: { message: message, canRetry: false },
      toast: { title: "VIN Validation Failed", description: message, variant: "destructive" },
    });
  });

  test("offers to try again only where that could help", () => {
    const unavailable = "Vehicle database service is temporarily unavailable. Please try again later.";
    const failed = "All VIN decode methods failed";
    expect(
      toFormUpdate("retail", {
        result: { outcome: "unavailable", message: unavailable },
        inventoryType: null,
      }),
    ).toEqual({ values: {}, problem: { message: unavailable, canRetry: true } });
    expect(
      toFormUpdate("retail", { result: { outcome: "failed", message: failed }, inventoryType: null }),
    ).toEqual({ values: {}, problem: { message: failed, canRetry: false } });
    expect(
      toFormUpdate("retail", {
        result: { outcome: "rejected", message: "Please enter a valid 17-character VIN" },
        inventoryType: null,
      }),
    ).toEqual({ values: {}, problem: { message: "Please enter a valid 17-character VIN", canRetry: false } });
  });
});

describe("a posted form is decoded", () => {
  beforeAll(async () => {
    await migrate(engine);
  });

  /** The form as a browser without script posts it. */
  function formOf(fields: Record<string, string>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  }

  test("into what its VIN tells, however it was typed, and into nothing else", async () => {
    const typed = { vin: " 1hgcm826-33a004352 ", year: "2002", trim: "dented", mileage: "84,210" };
    const { values, ...messages } = await decodeIntoForm("retail", formOf(typed));
    expect(values).toMatchObject({ year: "2003", make: "Honda", model: "Accord" });
    expect(values).not.toHaveProperty("mileage");
    expect(messages).toEqual({});
  });

  test("with the inventory that the vehicle stands in", async () => {
    const { vin } = await dismantledVehicle({ vin: "1HGCM82633A004352" });
    expect(await decodeIntoForm("retail", formOf({ vin }))).toMatchObject({
      inStock: "Vehicle found in dismantled inventory",
      toast: { title: "Vehicle found in dismantled inventory" },
    });
  });

  test("as far as its maker and year are known alone", async () => {
    expect(await decodeIntoForm("dismantled", formOf({ vin: "1HGZZZZZ03A000001" }))).toEqual({
      values: { year: "2003", make: "Honda" },
      problem: { message: "Could not decode essential vehicle information", canRetry: false },
      toast: {
        title: "VIN Validation Failed",
        description: "Could not decode essential vehicle information",
        variant: "destructive",
      },
    });
  });

  test.each([
    [{}, "VIN is required"],
    [{ vin: " - " }, "VIN is required"],
    [{ vin: "1HG" }, "Please enter a valid 17-character VIN"],
    [{ vin: "1HGCM82633A0043521" }, "Please enter a valid 17-character VIN"],
    [{ vin: "IHGCM82633A004352" }, "Please enter a valid 17-character VIN"],
    [{ vin: "ZZZZZZZZZZZZZZZZZ" }, "All VIN decode methods failed"],
  ])("or says what is wrong with its VIN: %o", async (fields, message) => {
    expect(await decodeIntoForm("retail", formOf(fields))).toEqual({
      values: {},
      problem: { message, canRetry: false },
    });
  });

  test("or says what is wrong where a file came in place of the VIN", async () => {
    const form = new FormData();
    form.set("vin", new File(["1HGCM82633A004352"], "vin.txt"));
    expect((await decodeIntoForm("retail", form)).problem?.message).toBe("VIN is required");
  });
});
