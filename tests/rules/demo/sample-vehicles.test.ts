import { describe, expect, test } from "vitest";
import { bodySchema } from "~/collections/schema";
import { keysOf } from "~/values/query-params";
import { DISMANTLED_STATUS_LABELS } from "~/vehicles/dismantled";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { CONDITIONS } from "~/vehicles/retail";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";
import { isValidVin } from "~/vin/validate";
import { BODY_STYLES, carSvg } from "../../../demo/car-picture";
import { sampleDismantledVehicles, sampleRetailVehicles } from "../../../demo/sample-vehicles";

const TODAY = "2026-03-01";
const dismantledSamples = sampleDismantledVehicles(TODAY);
const retailSamples = sampleRetailVehicles(TODAY);
// The schemas reject any value that is not in a field's list.
const dismantled = dismantledSamples.map(({ fields }) => bodySchema(DISMANTLED_VEHICLES).parse(fields));
const retail = retailSamples.map(({ fields }) => bodySchema(RETAIL_VEHICLES).parse(fields));

describe("the sample vehicles", () => {
  test("fill more than two pages of either inventory", () => {
    expect(dismantled.length).toBeGreaterThanOrEqual(64);
    expect(retail.length).toBeGreaterThanOrEqual(44);
  });

  test("each have a VIN and a stock number of their own", () => {
    const all = [...dismantled, ...retail];
    expect(all.filter(({ vin }) => !isValidVin(vin))).toEqual([]);
    expect(new Set(all.map(({ vin }) => vin)).size).toBe(all.length);
    expect(new Set(all.map(({ stockNumber }) => stockNumber.toLowerCase())).size).toBe(all.length);
  });

  test("keep every value of their row, quoted ones too", () => {
    expect(retail[0]).toEqual({
      stockNumber: "P1187",
      vin: "3VW7M7BU2RM018616",
      year: 2024,
      make: "Volkswagen",
      model: "Jetta",
      trim: "SE",
      mileage: 14_205,
      status: "available",
      price: 21_450,
      condition: "excellent",
      exteriorColor: "Rising Blue Metallic",
      interiorColor: "Titan Black",
      transmission: "automatic",
      engineType: "1.5L I4 Turbo",
      driveType: "fwd",
      fuelType: "gasoline",
      features: [
        "Heated front seats",
        "Adaptive cruise control",
        "Blind spot monitor",
        "Wireless phone charging",
        "Digital cockpit",
      ],
      description:
        "One owner, bought new twenty minutes from here and traded for a truck. Still has most of the factory warranty. We changed the oil, rotated the tires and found nothing else to do.",
      dateAcquired: "2026-02-28T00:00:00.000Z",
    });
  });

  test("show every status and every condition", () => {
    const count = (status: string) =>
      [...dismantled, ...retail].filter((one) => one.status === status).length;
    for (const status of [...keysOf(DISMANTLED_STATUS_LABELS), "sold"])
      expect(count(status)).toBeGreaterThanOrEqual(3);
    expect(count("pending")).toBeGreaterThanOrEqual(4);
    expect(new Set(retail.map(({ condition }) => condition))).toEqual(new Set(CONDITIONS));
  });

  test("arrived in the days before today, newest first", () => {
    for (const list of [dismantled, retail]) {
      const days = list.map(({ dateAcquired = "" }) => dateAcquired);
      expect(days.every((day) => day.endsWith("T00:00:00.000Z") && day.slice(0, 10) <= TODAY)).toBe(true);
      expect([...days].sort().reverse()).toEqual(days);
    }
  });

  test("include some without a picture, and some with little known about them", () => {
    for (const list of [dismantledSamples, retailSamples]) {
      expect(list.some(({ hasPicture }) => !hasPicture)).toBe(true);
      expect(list.some(({ fields }) => fields.interiorColor === undefined)).toBe(true);
      expect(list.some(({ fields }) => fields.notes !== undefined)).toBe(true);
    }
  });

  test.each(BODY_STYLES)("a %s has a picture of its own, always the same", (bodyStyle) => {
    const draw = () => carSvg({ bodyStyle, color: "Deep Blue", place: "lot", seed: "a" });
    expect(draw()).toBe(draw());
    expect(draw()).not.toMatch(/NaN|undefined/);
  });
});
