import { describe, expect, test } from "vitest";
import {
  DISMANTLED_DRIVE_TYPES,
  DISMANTLED_STATUSES,
  DISMANTLED_TRANSMISSIONS,
} from "../../app/models/dismantled-vehicle";
import { dismantledVehicleSchema } from "../../app/models/dismantled-vehicle-schema";
import {
  CONDITIONS,
  FUEL_TYPES,
  RETAIL_DRIVE_TYPES,
  RETAIL_STATUSES,
  RETAIL_TRANSMISSIONS,
} from "../../app/models/retail-vehicle";
import { retailVehicleSchema } from "../../app/models/retail-vehicle-schema";
import { isValidVin } from "../../app/models/vin";
import { BODY_STYLES } from "../../app/sample/car-bodies";
import { drawCar } from "../../app/sample/drawings";
import { sampleDismantledVehicles, sampleRetailVehicles } from "../../app/sample/vehicles";

const TODAY = "2026-03-01";
const dismantled = sampleDismantledVehicles(TODAY);
const retail = sampleRetailVehicles(TODAY);
const everything = [...dismantled, ...retail];

describe("the sample", () => {
  test("fills more than two pages of either inventory", () => {
    expect(dismantled.length).toBeGreaterThanOrEqual(64);
    expect(retail.length).toBeGreaterThanOrEqual(44);
  });

  test("names every vehicle by a VIN and a stock number of its own", () => {
    const vins = everything.map((vehicle) => vehicle.vin);
    const stockNumbers = everything.map((vehicle) => vehicle.stockNumber.toLowerCase());
    expect(vins.filter((vin) => !isValidVin(vin))).toEqual([]);
    expect(new Set(vins).size).toBe(everything.length);
    expect(new Set(stockNumbers).size).toBe(everything.length);
    expect(vins).not.toContain("1HGCM82633A004352");
  });

  test("is accepted by the rules of either inventory, word for word", () => {
    for (const { bodyStyle, picture, look, ...vehicle } of dismantled) {
      expect(dismantledVehicleSchema.parse(vehicle)).toEqual(vehicle);
    }
    for (const { bodyStyle, picture, ...vehicle } of retail) {
      expect(retailVehicleSchema.parse(vehicle)).toEqual(vehicle);
    }
  });

  test("uses only words of the specification, and each inventory its own", () => {
    const outside = (words: readonly string[], used: (string | undefined)[]) =>
      used.filter((word) => word !== undefined && !words.includes(word));
    expect(
      outside(
        DISMANTLED_STATUSES,
        dismantled.map(({ status }) => status),
      ),
    ).toEqual([]);
    expect(
      outside(
        DISMANTLED_TRANSMISSIONS,
        dismantled.map(({ transmission }) => transmission),
      ),
    ).toEqual([]);
    expect(
      outside(
        DISMANTLED_DRIVE_TYPES,
        dismantled.map(({ driveType }) => driveType),
      ),
    ).toEqual([]);
    expect(
      outside(
        RETAIL_STATUSES,
        retail.map(({ status }) => status),
      ),
    ).toEqual([]);
    expect(
      outside(
        RETAIL_TRANSMISSIONS,
        retail.map(({ transmission }) => transmission),
      ),
    ).toEqual([]);
    expect(
      outside(
        RETAIL_DRIVE_TYPES,
        retail.map(({ driveType }) => driveType),
      ),
    ).toEqual([]);
    expect(
      outside(
        FUEL_TYPES,
        retail.map(({ fuelType }) => fuelType),
      ),
    ).toEqual([]);
    expect(
      outside(
        CONDITIONS,
        retail.map(({ condition }) => condition),
      ),
    ).toEqual([]);
  });

  test("shows every status and every condition", () => {
    const count = <T>(values: T[], value: T) => values.filter((each) => each === value).length;
    for (const status of DISMANTLED_STATUSES) {
      expect(
        count(
          dismantled.map((vehicle) => vehicle.status),
          status,
        ),
      ).toBeGreaterThanOrEqual(3);
    }
    expect(
      count(
        retail.map((vehicle) => vehicle.status),
        "sold",
      ),
    ).toBeGreaterThanOrEqual(3);
    expect(
      count(
        retail.map((vehicle) => vehicle.status),
        "pending",
      ),
    ).toBeGreaterThanOrEqual(4);
    expect(new Set(retail.map((vehicle) => vehicle.condition))).toEqual(new Set(CONDITIONS));
  });

  test("never looks stale: arrivals are counted back from today, newest first", () => {
    for (const list of [dismantled, retail]) {
      const days = list.map((vehicle) => vehicle.dateAcquired);
      expect(days.every((day) => day.endsWith("T00:00:00.000Z") && day.slice(0, 10) <= TODAY)).toBe(true);
      expect([...days].sort().reverse()).toEqual(days);
    }
    expect(retail[0]?.dateAcquired).toBe("2026-02-28T00:00:00.000Z");
  });

  test("leaves some vehicles without a picture, and some with little said of them", () => {
    for (const list of [dismantled, retail]) {
      expect(list.some((vehicle) => !vehicle.picture)).toBe(true);
      expect(list.some((vehicle) => vehicle.interiorColor === undefined)).toBe(true);
      expect(list.some((vehicle) => vehicle.notes !== undefined)).toBe(true);
    }
  });

  test("draws every body style, the same picture for the same vehicle", () => {
    for (const bodyStyle of BODY_STYLES) {
      const drawing = drawCar({ bodyStyle, color: "Deep Blue", seed: "a" });
      expect(drawing).toBe(drawCar({ bodyStyle, color: "Deep Blue", seed: "a" }));
      expect(drawing).not.toMatch(/NaN|undefined|<text/);
    }
  });
});
