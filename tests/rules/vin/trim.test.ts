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
])("of the series %s and the trim %s the trade says %s", (series, trim, expected) => {
  expect(formatTrim(series, trim)).toBe(expected);
});
