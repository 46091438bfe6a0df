import { describe, expect, test } from "vitest";
import { readCell } from "~/import/cells";
import { csvLine, readCsvText } from "~/values/csv";
import { DISMANTLED_FORM } from "~/vehicles/dismantled-schema";
import { RETAIL_FORM } from "~/vehicles/retail-schema";

const retail = (name: keyof typeof RETAIL_FORM.fields, cell: string) =>
  readCell("retail", name, RETAIL_FORM.fields[name], cell);
const dismantled = (name: keyof typeof DISMANTLED_FORM.fields, cell: string) =>
  readCell("dismantled", name, DISMANTLED_FORM.fields[name], cell);

test.each([
  ["mileage", "84,210 mi", "84,210"],
  ["mileage", "84210.0", "84210"],
  ["mileage", "TMU", "TMU"],
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

test("a dismantled vehicle has choices of its own", () => {
  expect(dismantled("driveType", "4x4")).toBe("4x4");
  expect(dismantled("status", "parts available")).toBe("Parts Available");
  expect(dismantled("transmission", "DCT")).toBe("Dual Clutch");
});

describe("a cell that a spreadsheet would run", () => {
  test.each(["=1+1", "+1", "-1", "@a", "\t=1", "\r1", "'=1", "''-x", "＝1"])(
    "%j is made harmless, and reads back as it was",
    (text) => {
      const line = csvLine([text]).slice(0, -2);
      const cell = line.startsWith('"') ? line.slice(1, -1).replaceAll('""', '"') : line;
      expect(cell).toBe(`'${text}`);
      expect(readCsvText(cell)).toBe(text);
    },
  );

  test.each(["A1", "'tis", "1-2", "a=b", ""])("%j is left as it is", (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
    expect(readCsvText(text)).toBe(text);
  });
});
