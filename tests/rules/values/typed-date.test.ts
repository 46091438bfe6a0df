import { describe, expect, it } from "vitest";
import { expandYear, formatTypedDay, parseTypedDate, parseWrittenDate } from "~/values/typed-date";

const TODAY = "2026-11-21";

describe("two digits of a year", () => {
  it.each([
    ["00", 2000],
    ["26", 2026],
    ["35", 2035],
    ["36", 2036],
    ["37", 1937],
    ["99", 1999],
  ])("%s in 2026 are %i", (digits, year) => {
    expect(expandYear(digits, TODAY)).toBe(year);
  });

  it("are judged by the year it is", () => {
    expect(expandYear("31", "2021-01-01")).toBe(2031);
    expect(expandYear("31", "2020-12-31")).toBe(1931);
    expect(expandYear("99", "1999-12-31")).toBe(1999);
    expect(expandYear("10", "2000-01-01")).toBe(2010);
    expect(expandYear("11", "2000-01-01")).toBe(1911);
  });

  it("stay in this century where it is nearly over", () => {
    expect(expandYear("99", "2095-06-01")).toBe(2099);
    expect(expandYear("00", "2095-06-01")).toBe(2000);
  });
});

describe("a typed date", () => {
  it.each([
    ["03/02/26", "2026-03-02"],
    ["3/2/26", "2026-03-02"],
    ["03/02/2026", "2026-03-02"],
    ["12/31/36", "2036-12-31"],
    ["01/01/37", "1937-01-01"],
    ["03-02-2026", "2026-03-02"],
    ["03.02.26", "2026-03-02"],
    ["030226", "2026-03-02"],
    ["03022026", "2026-03-02"],
    ["2026-03-02", "2026-03-02"],
    ["  03/02/26 ", "2026-03-02"],
    ["02/29/24", "2024-02-29"],
    ["02/29/2000", "2000-02-29"],
  ])("%s is %s", (typed, day) => {
    expect(parseTypedDate(typed, TODAY)).toBe(day);
  });

  it.each([
    "02/30/26",
    "02/29/26",
    "02/29/1900",
    "04/31/2026",
    "13/01/26",
    "00/10/26",
    "01/00/26",
    "01/32/26",
    "2026-02-30",
    "2026-3-2",
    "26-03-02",
    "20260302",
    "03/02-26",
    "03/02/126",
    "03/02/12026",
    "3226",
    "03/02",
    "today",
    "",
    "03/02/26x",
  ])("%s is none, and never shifted to another", (typed) => {
    expect(parseTypedDate(typed, TODAY)).toBeUndefined();
  });

  it("is shown as it is typed, whatever the hour", () => {
    expect(formatTypedDay("2026-03-02")).toBe("03/02/2026");
    expect(formatTypedDay("2026-03-02T00:00:00.000Z")).toBe("03/02/2026");
    expect(parseTypedDate(formatTypedDay("1937-01-01T00:00:00.000Z"), TODAY)).toBe("1937-01-01");
  });
});

it.each([
  ["2026/03/02", "2026-03-02"],
  ["2026/3/2", "2026-03-02"],
  ["20260302", "2026-03-02"],
  ["02-Mar-2026", "2026-03-02"],
  ["13-Apr-24", "2024-04-13"],
  ["13-Apr-98", "1998-04-13"],
  ["2 march 26", "2026-03-02"],
  ["Mar 2, 2026", "2026-03-02"],
  ["September 2 2025", "2025-09-02"],
  ["30-Feb-26", undefined],
  ["Marmalade 2, 2026", undefined],
  ["20261301", undefined],
  ["3/2/2026", undefined],
])("another program's %s is %s", (written, day) => {
  expect(parseWrittenDate(written, TODAY)).toBe(day);
});
