import { expect, test } from "vitest";
import { CUSTOMERS } from "~/customers/customers";
import { readCell } from "~/import/cells";
import { DISMANTLED_VEHICLES } from "~/vehicles/dismantled-vehicles";
import { RETAIL_VEHICLES } from "~/vehicles/retail-vehicles";

const options = { today: "2026-03-02" };
const retail = (name: keyof typeof RETAIL_VEHICLES.fields, cell: string) =>
  readCell("retail", name, RETAIL_VEHICLES.fields[name], cell, options);
const dismantled = (name: keyof typeof DISMANTLED_VEHICLES.fields, cell: string) =>
  readCell("dismantled", name, DISMANTLED_VEHICLES.fields[name], cell, options);

test.each([
  ["mileage", "84,210 mi", "84,210"],
  ["mileage", "84210.0", "84210"],
  ["mileage", "TMU", ""],
  ["mileage", "EXEMPT", ""],
  ["mileage", "N/A", ""],
  ["mileage", "lots", "lots"],
  ["year", "'10", "2010"],
  ["year", "’98", "1998"],
  ["year", "10", "10"],
  ["vin", "NONE", ""],
  ["price", "CALL", ""],
  ["price", "$12,995.00", "12,995.00"],
  ["price", "12995 USD", "12995"],
  ["dateAcquired", "1/5/2024 12:00:00 AM", "1/5/2024"],
  ["dateAcquired", "2024-01-05 00:00", "2024-01-05"],
  ["status", "SALE PENDING", "pending"],
  ["status", "in stock", "in stock"],
  ["transmission", "8-Speed Automatic w/OD", "automatic"],
  ["transmission", "5 spd manual", "manual"],
  ["transmission", "CVT", "cvt"],
  ["driveType", "All-Wheel Drive", "awd"],
  ["driveType", "4x4", "4wd"],
  ["fuelType", "Gas", "gasoline"],
  ["fuelType", "Plug-In Hybrid", "plugin-hybrid"],
  ["features", "Heated seats|Tow hitch", "Heated seats\nTow hitch"],
  ["features", "Heated seats, front\n", "Heated seats, front\n"],
  ["notes", "'=1+1", "=1+1"],
] as const)("%s: %j is read as %j", (name, cell, text) => {
  expect(retail(name, cell)).toBe(text);
});

test("a ZIP code has its leading zero again, which a spreadsheet dropped", () => {
  const { zipCode } = CUSTOMERS.fields;
  const cells = ["7030", "12545", "12545-1234", "123"];
  expect(cells.map((cell) => readCell("customer", "zipCode", zipCode, cell, options))).toEqual([
    ...["07030", "12545", "12545-1234", "123"],
  ]);
});

test("a dismantled vehicle has choices of its own", () => {
  expect(dismantled("driveType", "4x4")).toBe("4x4");
  expect(dismantled("status", "parts available")).toBe("Parts Available");
  expect(dismantled("transmission", "DCT")).toBe("Dual Clutch");
});
