import { describe, expect, it } from "vitest";
import { findEntry, findEntryByName, PART_ENTRIES } from "~/parts/catalog";
import { describeDamage, formatDamage, parseDamage } from "~/parts/damage";
import { fitKeys, formatFit, parseFit } from "~/parts/fits";
import { computeGrade } from "~/parts/grade";

const ALTERNATOR = findEntry("alternator");
const HOOD = findEntryByName("Hood Panel");

describe("a mechanical part's grade", () => {
  it.each([
    [0, 2010, "2016-05-01", "A"],
    [60_000, 2015, "2016-05-01", "A"],
    [60_001, 2015, "2016-05-01", "B"],
    // 15,000 a year, and one mile more.
    [90_000, 2010, "2016-05-01", "A"],
    [90_001, 2010, "2016-05-01", "B"],
    [200_000, 2000, "2016-05-01", "A"],
    [200_000, 2010, "2016-05-01", "B"],
    [200_001, 1990, "2016-05-01", "C"],
    // A car of next year's model year has been driven for less than a year.
    [70_000, 2017, "2016-11-01", "B"],
  ])("of %i miles, model year %i, taken in %s, is %s", (mileage, year, dateAcquired, grade) => {
    expect(computeGrade({ entry: ALTERNATOR, mileage, year, dateAcquired })?.grade).toBe(grade);
  });

  it("says why", () => {
    const part = { entry: ALTERNATOR, mileage: 84_210, year: 2010, dateAcquired: "2016-05-01" };
    expect(computeGrade(part)?.reason).toBe(
      "84,210 miles in 6 years is 14,035 a year, and grade A is up to 15,000",
    );
    expect(computeGrade({ ...part, mileage: 210_000 })?.reason).toBe(
      "210,000 miles, and grade C is above 200,000",
    );
  });

  it("is unknown without miles", () => {
    expect(computeGrade({ entry: ALTERNATOR, year: 2010, dateAcquired: "2016-05-01" })).toBeUndefined();
  });
});

describe("a body part's grade", () => {
  it.each([
    ["000", "A"],
    ["2D1", "A"],
    ["2D1,5S1", "B"],
    ["4D3", "C"],
  ])("with damage %s is %s", (damage, grade) => {
    expect(computeGrade({ entry: HOOD, damage, mileage: 250_000 })?.grade).toBe(grade);
  });

  it("is unknown until somebody has looked at it", () => {
    expect(computeGrade({ entry: HOOD, mileage: 10_000 })).toBeUndefined();
  });
});

describe("damage codes", () => {
  it.each([
    ["2d1", "2D1"],
    ["2D1, 5s.5", "2D1,5S0.5"],
    ["0H4", "0H4"],
    ["none", "000"],
    ["000", "000"],
  ])("%s is stored as %s", (typed, stored) => {
    const damages = parseDamage(typed);
    expect(damages && formatDamage(damages)).toBe(stored);
  });

  it.each(["", "2X1", "D1", "2D", "2D0", "scratched", "2D1 none"])("%s is not a code", (typed) => {
    expect(parseDamage(typed)).toBeUndefined();
  });

  it("are explained in words", () => {
    expect(describeDamage("2D1,0H4")).toEqual([
      "Dent in area 2, the size of one credit card",
      "Hail damage all over, the size of 4 credit cards",
    ]);
    expect(describeDamage("000")).toEqual(["No damage"]);
  });
});

describe("what a part fits", () => {
  it.each([
    ["2008-2012 Honda Accord", "2008-2012 Honda Accord"],
    ["08-12 Honda Accord", "2008-2012 Honda Accord"],
    ["1998 to 2002 Land Rover Range Rover", "1998-2002 Land Rover Range Rover"],
    ["'10 Acura TSX", "2010 Acura TSX"],
    ["98 Ford F-150", "1998 Ford F-150"],
  ])("%s is %s", (line, written) => {
    const fit = parseFit(line);
    expect(fit && formatFit(fit)).toBe(written);
  });

  it.each(["Honda Accord", "2012-2008 Honda Accord", "2010", "1700 Honda Accord", "2010 --"])(
    "%s is not a line",
    (line) => {
      expect(parseFit(line)).toBeUndefined();
    },
  );

  it("has a key for each vehicle and year", () => {
    expect(fitKeys([{ vehicle: "Ford F-150", yearFrom: 2009, yearTo: 2010 }])).toBe(
      "|fordf150:2009|fordf150:2010|",
    );
    expect(fitKeys([])).toBe("");
  });
});

it("every catalog entry is found by its id, its name and its label", () => {
  for (const { id, name, label } of PART_ENTRIES) {
    for (const text of [id, name, label]) expect(findEntryByName(text)?.id).toBe(id);
  }
});
