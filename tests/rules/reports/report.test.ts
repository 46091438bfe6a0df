import { describe, expect, test } from "vitest";
import { adviseOnPrice, medianOf } from "~/reports/price-advice";
import { barsOf, commonDays, exportCell, formatCell, readDays } from "~/reports/report";

const TODAY = "2026-03-15";
const days = (query: string) => readDays(new URLSearchParams(query), TODAY);

describe("the days of a report", () => {
  test("are this month's unless the address says others", () => {
    expect(days("")).toEqual({ from: "2026-03-01", to: TODAY });
    expect(days("from=2025-12-24&to=2026-01-02")).toEqual({ from: "2025-12-24", to: "2026-01-02" });
    expect(days("from=2026-03-10")).toEqual({ from: "2026-03-10", to: TODAY });
  });

  test("that can't be are this month's, with what is wrong", () => {
    for (const query of ["from=2026-02-30", "to=yesterday", "from=2026-3-1"])
      expect(days(query)).toEqual({
        from: "2026-03-01",
        to: TODAY,
        problem: "Please enter days, such as 11/01/2026",
      });
    expect(days("from=2026-03-10&to=2026-03-09").problem).toBe("The first day is after the last one");
  });

  test("that are often asked for end where a month ends", () => {
    const named = Object.fromEntries(commonDays(TODAY).map(({ label, days }) => [label, days]));
    expect(named["Last month"]).toEqual({ from: "2026-02-01", to: "2026-02-28" });
    expect(named["Last year"]).toEqual({ from: "2025-01-01", to: "2025-12-31" });
    expect(
      Object.fromEntries(commonDays("2026-01-31").map((one) => [one.label, one.days]))["Last month"],
    ).toEqual({
      from: "2025-12-01",
      to: "2025-12-31",
    });
  });
});

test("money is written to the cent, for readers and for spreadsheets, and what is not known is not 0", () => {
  expect(formatCell(-1205, "money")).toBe("-$12.05");
  expect(formatCell(123456789, "money")).toBe("$1,234,567.89");
  expect(exportCell(-1205, "money")).toBe(-12.05);
  expect(formatCell(null, "money")).toBe("–");
  expect(exportCell(null, "money")).toBeUndefined();
});

describe("a chart", () => {
  test("has a bar for every day, also for one without a sale", () => {
    const bars = barsOf(new Map([["2026-03-02", 500]]), { from: "2026-03-01", to: "2026-03-03" });
    expect(bars.map(({ value }) => value)).toEqual([0, 500, 0]);
    expect(bars[1]?.label).toBe("Mar 2, 2026");
  });

  test("of more than two months has a bar for each month", () => {
    const bars = barsOf(
      new Map([
        ["2026-01-31", 100],
        ["2026-02-01", 50],
        ["2026-02-28", 25],
      ]),
      {
        from: "2026-01-01",
        to: "2026-03-31",
      },
    );
    expect(bars).toEqual([
      { label: "Jan 2026", value: 100 },
      { label: "Feb 2026", value: 75 },
      { label: "Mar 2026", value: 0 },
    ]);
  });
});

test("a chart of more than ten years has a bar for each year, the last one too", () => {
  const bars = barsOf(
    new Map([
      ["2010-03-01", 100],
      ["2026-01-02", 50],
      ["2026-11-30", 25],
    ]),
    { from: "2010-01-01", to: "2026-11-30" },
  );
  expect(bars).toHaveLength(17);
  expect([bars[0], bars[1], bars.at(-1)]).toEqual([
    { label: "2010", value: 100 },
    { label: "2011", value: 0 },
    { label: "2026", value: 75 },
  ]);
  expect(barsOf(new Map(), { from: "1990-01-01", to: "2026-11-30" })).toEqual([]);
});

describe("what to do about a price", () => {
  const advice = (days: number, wanted: number, onShelf: number) => adviseOnPrice({ days, wanted, onShelf });

  test("depends on age and demand, and says both", () => {
    expect(advice(400, 0, 1)).toEqual({
      advice: "Discount",
      reason: "Here for 13 months; nobody wanted one in a year; the only one.",
    });
    expect(advice(200, 1, 1).advice).toBe("Deal");
    expect(advice(30, 1, 6).advice).toBe("Deal");
    expect(advice(30, 0, 1).advice).toBe("Hold");
  });

  test("is to hold what is wanted more often than there are", () => {
    expect(advice(900, 3, 2)).toEqual({
      advice: "Hold",
      reason: "Here for 2 years; wanted 3 times in a year; 2 on the shelf.",
    });
  });

  test("the middle of several prices is one of them", () => {
    expect(medianOf([])).toBeUndefined();
    expect(medianOf([300, 100, 200])).toBe(200);
    expect(medianOf([400, 100, 200, 300])).toBe(200);
  });
});
