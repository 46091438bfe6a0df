import { expect, test } from "vitest";
import { formatTrim } from "~/vin/vehicle-info";

test.each([
  [undefined, "SE, SE (AQ301 Trans)", "SE"],
  [undefined, "Sport Sport (AQ301 Trans)", "Sport"],
  [undefined, "GL(Middle-low grade)", "GL"],
  [undefined, "(not identified)", undefined],
  [undefined, "(ABS) & Special Edition", "Special Edition"],
  [undefined, "Big Horn, Lone Star", "Big Horn, Lone Star"],
  ["1500 (1/2 Ton)", "LT (1LT)", "1500 LT"],
  ["2500 (3/4 ton)", undefined, "2500"],
  ["SXS700M4D (Deluxe", undefined, "SXS700M4D"],
  ["1500", "LT", "1500 LT"],
  // A motorcycle's is its name.
  ["CB250L", undefined, "CB250L"],
])("of the series %s and the trim %s the trade says %s", (series, trim, expected) => {
  expect(formatTrim("Honda", { series, trim })).toBe(expected);
});

test.each([
  ["Toyota", "ASV40L/GSV40L/AHV40L", undefined, undefined],
  ["TOYOTA", "ASV40L/GSV40L/AHV40L", "LE", "LE"],
  ["Toyota", undefined, "GSJ15L/GSJ10L", undefined],
  ["Toyota", "ZVW52L-AHXEBA / ZVW52L-AHXGBA", undefined, undefined],
  ["Lexus", "UZS/GRS190L/GRS195L", undefined, undefined],
  ["Toyota", "SR5", undefined, "SR5"],
  ["Lexus", undefined, "RX330", "RX330"],
])("of a %s's series %s and trim %s, chassis codes are no trim", (make, series, trim, expected) => {
  expect(formatTrim(make, { series, trim })).toBe(expected);
});
