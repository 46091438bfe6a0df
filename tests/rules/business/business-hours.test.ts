import { describe, expect, it } from "vitest";
import { addBusinessHours } from "~/business/business-hours";
import { businessSchema } from "~/business/schema";
import shipped from "../../../business.json";

type Hours = Partial<(typeof shipped)["hours"]>;

/** That many business hours after a moment; Monday to Friday 8am to 5pm in New York unless said. */
function later(moment: string, hours: number, changes: Hours = {}, timeZone = "America/New_York"): string {
  const opening = businessSchema.parse({
    ...shipped,
    hours: { ...shipped.hours, closedOn: [], ...changes },
  }).hours;
  return addBusinessHours(opening, timeZone, new Date(moment), hours).toISOString();
}
const utc = (moment: string) => new Date(moment).toISOString();

describe("24 business hours at nine hours a day", () => {
  it.each([
    ["on a Monday morning end on Wednesday", "2026-06-08T09:00:00-04:00", "2026-06-10T15:00:00-04:00"],
    ["before opening begin at opening", "2026-06-08T05:00:00-04:00", "2026-06-10T14:00:00-04:00"],
    ["after closing begin the next day", "2026-06-08T21:00:00-04:00", "2026-06-11T14:00:00-04:00"],
    ["at closing begin the next day", "2026-06-08T17:00:00-04:00", "2026-06-11T14:00:00-04:00"],
    ["leave the weekend out", "2026-06-12T16:30:00-04:00", "2026-06-17T13:30:00-04:00"],
    ["on a Saturday begin on Monday", "2026-06-13T11:11:11-04:00", "2026-06-17T14:00:00-04:00"],
    ["keep the seconds", "2026-06-08T09:00:12-04:00", "2026-06-10T15:00:12-04:00"],
  ])("%s", (_what, from, due) => expect(later(from, 24)).toBe(utc(due)));

  it("leave days off out, of one year and of every year", () => {
    const closedOn = ["2026-06-09", "06-10"];
    expect(later("2026-06-08T09:00:00-04:00", 24, { closedOn })).toBe(utc("2026-06-12T15:00:00-04:00"));
  });

  it("end by the clock on the wall when it changes on the way", () => {
    expect(later("2026-03-06T09:00:00-05:00", 24)).toBe(utc("2026-03-10T15:00:00-04:00"));
    expect(later("2026-10-30T09:00:00-04:00", 24)).toBe(utc("2026-11-03T15:00:00-05:00"));
  });
});

it("a time that ends exactly at closing stays on that day", () => {
  expect(later("2026-06-08T12:00:00-04:00", 5)).toBe(utc("2026-06-08T17:00:00-04:00"));
});

it("a night shift counts past midnight, also the one that began yesterday", () => {
  const night = { opens: "8pm", closes: "2am" } as Hours;
  expect(later("2026-06-09T01:00:00-04:00", 2, night)).toBe(utc("2026-06-09T21:00:00-04:00"));
  expect(later("2026-06-08T23:00:00-04:00", 2, night)).toBe(utc("2026-06-09T01:00:00-04:00"));
});

it("in the night when the clock is put forward, hours are hours that pass", () => {
  const always = { days: "Every day", opens: "12am", closes: "12am" } as Hours;
  expect(later("2026-03-07T12:00:00-05:00", 24, always)).toBe(utc("2026-03-08T13:00:00-04:00"));
});

it("where the hours name no days, they count around the clock", () => {
  expect(later("2026-06-13T11:00:00-04:00", 24, { days: "By appointment" })).toBe(
    utc("2026-06-14T11:00:00-04:00"),
  );
});
