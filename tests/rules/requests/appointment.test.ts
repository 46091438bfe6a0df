import { describe, expect, it } from "vitest";
import { isOpenFor, localInstant } from "~/business/business-hours";
import { businessSchema } from "~/business/schema";
import { describeAppointment, lengthText, weekOf } from "~/requests/appointment";
import { overlaps } from "~/requests/appointment.server";
import shipped from "../../../business.json";

const NEW_YORK = "America/New_York";
const { hours } = businessSchema.parse(shipped);

describe("a local time", () => {
  it.each([
    ["2026-12-15", 14 * 60, "2026-12-15T19:00:00.000Z"],
    ["2026-07-15", 14 * 60, "2026-07-15T18:00:00.000Z"],
    // The clock changes at two in the morning.
    ["2026-03-08", 9 * 60, "2026-03-08T13:00:00.000Z"],
    ["2026-11-01", 9 * 60, "2026-11-01T14:00:00.000Z"],
  ])("of %s, minute %i is %s", (day, minute, instant) => {
    expect(localInstant(NEW_YORK, day, minute).toISOString()).toBe(instant);
  });
});

// Monday to Friday 8am to 5pm.
it.each([
  ["2026-12-15T08:00:00-05:00", 60, true],
  ["2026-12-15T16:00:00-05:00", 60, true],
  ["2026-12-15T16:30:00-05:00", 60, false],
  ["2026-12-15T07:45:00-05:00", 60, false],
  ["2026-12-19T10:00:00-05:00", 60, false],
  ["2026-12-25T10:00:00-05:00", 60, false],
])("from %s on, for %i minutes: open is %s", (from, minutes, isOpen) => {
  expect(isOpenFor(hours, NEW_YORK, new Date(from), minutes)).toBe(isOpen);
});

it("hours that name no days warn of none", () => {
  expect(
    isOpenFor({ ...hours, openDays: [], week: [] }, NEW_YORK, new Date("2026-12-19T10:00:00Z"), 60),
  ).toBe(true);
});

it("a shop that closes after midnight is open for an appointment across it", () => {
  const span = { opens: "6pm", closes: "2am", opensAt: 18 * 60, closesAt: 2 * 60 };
  const late = { ...hours, week: hours.week.map((spans) => spans.map(() => span)) };
  expect(isOpenFor(late, NEW_YORK, new Date("2026-12-15T23:30:00-05:00"), 60)).toBe(true);
  expect(isOpenFor(late, NEW_YORK, new Date("2026-12-16T00:30:00-05:00"), 60)).toBe(true);
  expect(isOpenFor(late, NEW_YORK, new Date("2026-12-16T01:30:00-05:00"), 60)).toBe(false);
});

it("appointments overlap where they share a minute, not where one follows the other", () => {
  const at = (time: string, minutes: number) => ({
    startsAt: `2026-12-15T${time}:00.000Z`,
    minutes,
    setAt: "2026-12-01T00:00:00.000Z",
  });
  expect(overlaps(at("14:00", 60), at("14:59", 15))).toBe(true);
  expect(overlaps(at("14:30", 15), at("14:00", 120))).toBe(true);
  expect(overlaps(at("14:00", 60), at("15:00", 60))).toBe(false);
});

it("an appointment reads as somebody would say it", () => {
  expect(describeAppointment({ startsAt: "2026-12-15T19:00:00.000Z", minutes: 90 }, NEW_YORK)).toEqual({
    day: "Tuesday, December 15, 2026",
    hours: "2:00 PM to 3:30 PM",
    length: "1 hour 30 minutes",
  });
  expect([15, 60, 120].map(lengthText)).toEqual(["15 minutes", "1 hour", "2 hours"]);
});

it.each(["2026-12-14", "2026-12-17", "2026-12-20"])("the week of %s begins on Monday", (day) => {
  const week = weekOf(day);
  expect([week[0], week[6], week.length]).toEqual(["2026-12-14", "2026-12-20", 7]);
});
