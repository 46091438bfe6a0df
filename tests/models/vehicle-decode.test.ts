import { beforeAll, describe, expect, test } from "vitest";
import { db, sqlite } from "~/db/connection.server";
import { migrate } from "~/db/migrate.server";
import { DISMANTLED_DRIVE_TYPES, DISMANTLED_TRANSMISSIONS } from "~/models/dismantled-vehicle";
import { RETAIL_DRIVE_TYPES, RETAIL_TRANSMISSIONS } from "~/models/retail-vehicle";
import { answerDecode, fillsOf } from "~/models/vehicle-decode";
import { decodeIntoForm } from "~/models/vehicle-decode.server";
import { fillEmpty, inInventorySentence, presentFuelType } from "~/models/vin";
import type { VehicleInfo } from "~/models/vin-schema";
import { dismantledVehicle } from "../support/builders";

const ACCORD = { year: 2003, make: "Honda", model: "Accord" };
const WHOLE: VehicleInfo = {
  ...ACCORD,
  trim: "EX",
  engineSize: "3.0L V6",
  transmissionType: "5-Speed Automatic",
  driveType: "FWD",
  fuelType: "Gasoline",
};

describe("a decoded vehicle fills", () => {
  test("the fields of the dismantled form", () => {
    expect(fillsOf("dismantled", WHOLE)).toEqual({
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
    expect(fillsOf("retail", WHOLE)).toEqual({
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
    const fills = fillsOf("retail", { ...ACCORD, year: undefined, trim: "", engineSize: " ", driveType: "" });
    expect(fills).toEqual({ make: "Honda", model: "Accord" });
    const typed = { year: "2002", make: "Hnda", trim: "LX", transmission: "manual", price: "4,500" };
    expect(fillEmpty(typed, fills)).toEqual({ ...typed, make: "Honda", model: "Accord" });
    expect(fillsOf("dismantled", {})).toEqual({});
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
    expect(fillsOf("dismantled", { transmissionType })).toEqual({ transmission: dismantled });
    expect(fillsOf("retail", { transmissionType })).toEqual({ transmission: retail });
    expect(DISMANTLED_TRANSMISSIONS).toContain(dismantled);
    expect(RETAIL_TRANSMISSIONS).toContain(retail);
  });

  test.each(["Motorcycle - Chain Drive", "Direct Drive", "Not Applicable", "0", "5-Speed ", "constructor"])(
    "that is none of the choices fills nothing: %s",
    (transmissionType) => {
      expect(fillsOf("dismantled", { transmissionType })).toEqual({});
      expect(fillsOf("retail", { transmissionType })).toEqual({});
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
    expect(fillsOf("dismantled", { driveType })).toEqual({ driveType: dismantled });
    expect(fillsOf("retail", { driveType })).toEqual({ driveType: retail });
    expect(DISMANTLED_DRIVE_TYPES).toContain(dismantled);
    expect(RETAIL_DRIVE_TYPES).toContain(retail);
  });

  test.each(["4x2", "2WD/4WD", "6x4", "8x8", "toString"])(
    "that does not say which wheels fills nothing: %s",
    (driveType) => {
      expect(fillsOf("dismantled", { driveType })).toEqual({});
      expect(fillsOf("retail", { driveType })).toEqual({});
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
  ])("of vPIC fills the retail form: %o", (vehicle, fuelType) => {
    expect(fillsOf("retail", { fuelType: presentFuelType(vehicle) })).toEqual({ fuelType });
  });

  test.each([
    {},
    { fuel: "Compressed Natural Gas (CNG)" },
    { fuel: "Gasoline", secondFuel: "Electric" },
    { fuel: "Gasoline", electrification: "Mild HEV (Hybrid Electric Vehicle)" },
  ])("that leaves a doubt fills nothing: %o", (vehicle) => {
    expect(fillsOf("retail", { fuelType: presentFuelType(vehicle) })).toEqual({});
  });
});

describe("what is said of a decode", () => {
  const decoded = { outcome: "decoded", vehicleInfo: ACCORD } as const;
  const fills = { year: "2003", make: "Honda", model: "Accord" };

  test("is nothing where it went well", () => {
    expect(answerDecode("retail", { result: decoded, inventoryType: null })).toEqual({ fills });
  });

  test.each(["dismantled", "retail"] as const)("names the inventory it stands in: %s", (inventoryType) => {
    expect(answerDecode("retail", { result: decoded, inventoryType })).toEqual({
      fills,
      toast: { title: `Vehicle found in ${inventoryType} inventory` },
    });
    expect(inInventorySentence(inventoryType)).toBe(`Vehicle found in ${inventoryType} inventory`);
  });

  test("is an alert and a toast where the essentials are missing, and what is known still fills", () => {
    const message = "Could not decode essential vehicle information";
    const result = { outcome: "incomplete", vehicleInfo: { year: 2003, make: "Honda" }, message } as const;
    expect(answerDecode("dismantled", { result, inventoryType: null })).toEqual({
      fills: { year: "2003", make: "Honda" },
      problem: { sentence: message, retry: false },
      toast: { title: "VIN Validation Failed", description: message, variant: "destructive" },
    });
  });

  test("offers to try again only where that could help", () => {
    const unavailable = "Vehicle database service is temporarily unavailable. Please try again later.";
    const failed = "All VIN decode methods failed";
    expect(
      answerDecode("retail", {
        result: { outcome: "unavailable", message: unavailable },
        inventoryType: null,
      }),
    ).toEqual({ fills: {}, problem: { sentence: unavailable, retry: true } });
    expect(
      answerDecode("retail", { result: { outcome: "failed", message: failed }, inventoryType: null }),
    ).toEqual({ fills: {}, problem: { sentence: failed, retry: false } });
    expect(
      answerDecode("retail", {
        result: { outcome: "refused", message: "Please enter a valid 17-character VIN" },
        inventoryType: null,
      }),
    ).toEqual({ fills: {}, problem: { sentence: "Please enter a valid 17-character VIN", retry: false } });
  });
});

describe("a posted form is decoded", () => {
  beforeAll(async () => {
    await migrate({ sqlite, db });
  });

  /** The form as a browser without script posts it. */
  function formOf(fields: Record<string, string>): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return form;
  }

  test("into what its VIN tells, however it was typed, and into nothing else", async () => {
    const typed = { vin: " 1hgcm826-33a004352 ", year: "2002", trim: "dented", mileage: "84,210" };
    const { fills, ...said } = await decodeIntoForm("retail", formOf(typed));
    expect(fills).toMatchObject({ year: "2003", make: "Honda", model: "Accord" });
    expect(fills).not.toHaveProperty("mileage");
    expect(said).toEqual({});
  });

  test("with the inventory that the vehicle stands in", async () => {
    const { vin } = await dismantledVehicle({ vin: "1HGCM82633A004352" });
    expect(await decodeIntoForm("retail", formOf({ vin }))).toMatchObject({
      toast: { title: "Vehicle found in dismantled inventory" },
    });
  });

  test("as far as its maker and year are known alone", async () => {
    expect(await decodeIntoForm("dismantled", formOf({ vin: "1HGZZZZZ03A000001" }))).toEqual({
      fills: { year: "2003", make: "Honda" },
      problem: { sentence: "Could not decode essential vehicle information", retry: false },
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
  ])("or says what is wrong with its VIN: %o", async (fields, sentence) => {
    expect(await decodeIntoForm("retail", formOf(fields))).toEqual({
      fills: {},
      problem: { sentence, retry: false },
    });
  });

  test("or says what is wrong where a file came in place of the VIN", async () => {
    const form = new FormData();
    form.set("vin", new File(["1HGCM82633A004352"], "vin.txt"));
    expect((await decodeIntoForm("retail", form)).problem?.sentence).toBe("VIN is required");
  });
});
