import { expect, test } from "vitest";
import { daysAfter } from "~/values/days";

test("a day is counted over the end of a month, a leap day and the change of the clocks", () => {
  expect(daysAfter("2026-12-31", 1)).toBe("2027-01-01");
  expect(daysAfter("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysAfter("2026-11-01", 1)).toBe("2026-11-02");
  expect(daysAfter("2026-03-08", 30)).toBe("2026-04-07");
});
