import { describe, expect, it } from "vitest";
import { longestOpenText, openState, openText } from "~/business/opening-hours";
import { businessSchema } from "~/business/schema";
import { WEEKDAYS } from "~/business/week";
import shipped from "../../../business.json";

type Hours = Partial<(typeof shipped)["hours"]> & { week?: Record<string, string> };

/** What stands beside the hours at a moment; Monday to Friday 8am to 5pm in New York unless said. */
function said(moment: string, changes: Hours = {}, timeZone = "America/New_York"): string | undefined {
  const state = openState(hoursWith(changes), timeZone, new Date(moment));
  return state && openText(state);
}

function hoursWith(changes: Hours) {
  return businessSchema.parse({ ...shipped, hours: { ...shipped.hours, closedOn: [], ...changes } }).hours;
}

describe("on a working day, to the minute", () => {
  it.each([
    ["2026-06-10T07:59:59-04:00", "Closed, opens today at 8am"],
    ["2026-06-10T08:00:00-04:00", "Open now, until 5pm"],
    ["2026-06-10T12:30:00-04:00", "Open now, until 5pm"],
    ["2026-06-10T16:59:59-04:00", "Open now, until 5pm"],
    ["2026-06-10T17:00:00-04:00", "Closed, opens Thursday at 8am"],
    ["2026-06-10T00:00:00-04:00", "Closed, opens today at 8am"],
    ["2026-06-10T23:59:59-04:00", "Closed, opens Thursday at 8am"],
  ])("%s: %s", (moment, words) => expect(said(moment)).toBe(words));

  it("every minute of it is open or closed as the clock on the wall has it", () => {
    const midnight = Date.parse("2026-06-10T00:00:00-04:00");
    const open = Array.from({ length: 1440 }, (_, minute) => minute).filter((minute) =>
      said(new Date(midnight + minute * 60_000).toISOString())?.startsWith("Open"),
    );
    expect([open.at(0), open.at(-1), open.length]).toEqual([8 * 60, 17 * 60 - 1, 9 * 60]);
  });
});

describe("on a weekend", () => {
  it.each([
    ["2026-06-12T17:00:00-04:00", "Closed, opens Monday at 8am"],
    ["2026-06-13T10:00:00-04:00", "Closed, opens Monday at 8am"],
    ["2026-06-14T23:59:00-04:00", "Closed, opens Monday at 8am"],
    ["2026-06-15T00:00:00-04:00", "Closed, opens today at 8am"],
  ])("%s: %s", (moment, words) => expect(said(moment)).toBe(words));

  it("Saturday alone is open where the words say so", () => {
    expect(said("2026-06-13T10:00:00-04:00", { days: "Saturdays" })).toBe("Open now, until 5pm");
    expect(said("2026-06-12T10:00:00-04:00", { days: "Saturdays" })).toBe("Closed, opens Saturday at 8am");
  });
});

describe("in the business's time zone, wherever the visitor is", () => {
  it.each([
    ["America/New_York", "Open now, until 5pm"],
    ["America/Los_Angeles", "Closed, opens today at 8am"],
    ["Europe/Berlin", "Open now, until 5pm"],
    ["Pacific/Auckland", "Closed, opens today at 8am"],
    ["Asia/Kolkata", "Closed, opens Thursday at 8am"],
  ])("Wednesday 14:59 UTC in %s: %s", (timeZone, words) => {
    expect(said("2026-06-10T14:59:00Z", {}, timeZone)).toBe(words);
  });

  it("a zone of half an hour opens at its own eight o'clock", () => {
    expect(said("2026-06-10T02:29:59Z", {}, "Asia/Kolkata")).toBe("Closed, opens today at 8am");
    expect(said("2026-06-10T02:30:00Z", {}, "Asia/Kolkata")).toBe("Open now, until 5pm");
  });
});

describe("where the clocks change", () => {
  // 2026: forward on Sunday 8 March at 2am, back on Sunday 1 November at 2am.
  it("the doors open by the wall, not by the hours that have passed", () => {
    expect(said("2026-03-06T13:00:00Z")).toBe("Open now, until 5pm");
    expect(said("2026-03-09T11:59:59Z")).toBe("Closed, opens today at 8am");
    expect(said("2026-03-09T12:00:00Z")).toBe("Open now, until 5pm");
    expect(said("2026-11-02T12:00:00Z")).toBe("Closed, opens today at 8am");
    expect(said("2026-11-02T13:00:00Z")).toBe("Open now, until 5pm");
  });

  it("an opening within the hour that is left out comes with the next minute there is", () => {
    const night = { days: "Sunday", opens: "2:30am", closes: "6am" };
    expect(said("2026-03-08T06:59:59Z", night)).toBe("Closed, opens today at 2:30am");
    expect(said("2026-03-08T07:00:00Z", night)).toBe("Open now, until 6am");
  });
});

describe("on days off", () => {
  const closedOn = ["12-25", "2026-11-26", "2026-11-27"];
  it("it is closed, and the day after them is named", () => {
    expect(said("2026-11-25T17:00:00-05:00", { closedOn })).toBe("Closed, opens Monday at 8am");
    expect(said("2026-11-26T10:00:00-05:00", { closedOn })).toBe("Closed, opens Monday at 8am");
    expect(said("2027-11-26T10:00:00-05:00", { closedOn })).toBe("Open now, until 5pm");
  });

  it("a month and a day hold in every year", () => {
    for (const year of [2026, 2028, 2029]) {
      expect(said(`${year}-12-25T10:00:00-05:00`, { closedOn }), `${year}`).toMatch(/^Closed, opens /);
    }
  });

  it("nothing is promised where nothing opens for a week", () => {
    expect(said("2026-06-08T10:00:00-04:00", { days: "Monday", closedOn: ["06-08"] })).toBe("Closed");
  });
});

describe("a business that closes after midnight", () => {
  const late = { days: "Friday and Saturday", opens: "6pm", closes: "2am" };
  it.each([
    ["2026-06-12T17:59:00-04:00", "Closed, opens today at 6pm"],
    ["2026-06-12T18:00:00-04:00", "Open now, until 2am"],
    ["2026-06-13T01:59:00-04:00", "Open now, until 2am"],
    ["2026-06-13T02:00:00-04:00", "Closed, opens today at 6pm"],
    ["2026-06-14T01:59:00-04:00", "Open now, until 2am"],
    ["2026-06-14T02:00:00-04:00", "Closed, opens Friday at 6pm"],
    ["2026-06-14T20:00:00-04:00", "Closed, opens Friday at 6pm"],
  ])("%s: %s", (moment, words) => expect(said(moment, late)).toBe(words));

  it("is open until it closes, however many midnights pass before", () => {
    const week = (changes: Record<string, string>) => ({
      week: {
        ...{ monday: "8am to 12am", tuesday: "12am to 12am", wednesday: "12am to 2am" },
        ...changes,
      },
    });
    expect(said("2026-06-08T10:00:00-04:00", week({}))).toBe("Open now, until 2am");
    expect(said("2026-06-08T10:00:00-04:00", week({ tuesday: "" }))).toBe("Open now, until 12am");
    const always = Object.fromEntries(WEEKDAYS.map((day) => [day, "12am to 12am"]));
    expect(said("2026-06-08T10:00:00-04:00", week(always))).toBe("Open now");
  });

  it("noon and midnight are told apart", () => {
    const noon = { opens: "12pm", closes: "12am" };
    expect(said("2026-06-10T11:59:00-04:00", noon)).toBe("Closed, opens today at 12pm");
    expect(said("2026-06-10T23:59:00-04:00", noon)).toBe("Open now, until 12am");
    expect(said("2026-06-11T00:00:00-04:00", noon)).toBe("Closed, opens today at 12pm");
  });
});

describe("nothing is said", () => {
  it("where the words name no days", () => {
    expect(said("2026-06-10T10:00:00-04:00", { days: "By appointment" })).toBeUndefined();
  });

  it("where a browser does not know the time zone", () => {
    expect(said("2026-06-10T10:00:00-04:00", {}, "Mars/Olympus")).toBeUndefined();
  });
});

it("the place that is kept has room for all that can be said", () => {
  for (const days of ["Every day", "Monday to Friday", "Sunday", "Tuesday, Saturday"]) {
    const hours = hoursWith({ days, opens: "10:30am" });
    const room = longestOpenText(hours).length;
    for (let hour = 0; hour < 24 * 7; hour += 1) {
      const state = openState(hours, "UTC", new Date(Date.UTC(2026, 5, 7, hour)));
      expect(state && openText(state).length, `${days} ${hour}`).toBeLessThanOrEqual(room);
    }
  }
});

describe("days that words name", () => {
  it.each([
    ["Monday to Friday", [1, 2, 3, 4, 5]],
    ["Mon–Fri", [1, 2, 3, 4, 5]],
    ["monday through saturday", [1, 2, 3, 4, 5, 6]],
    ["Saturday to Tuesday", [0, 1, 2, 6]],
    ["Tues., Thurs. and Sat.", [2, 4, 6]],
    ["Monday to Wednesday, and Friday", [1, 2, 3, 5]],
    ["Weekdays", [1, 2, 3, 4, 5]],
    ["Every day", [0, 1, 2, 3, 4, 5, 6]],
    ["Sundays", [0]],
  ])("%s", (words, days) => expect(hoursWith({ days: words }).openDays).toEqual(days));

  it.each(["By appointment", "Mo to Fr", "Monday to", "Monday to Wednesday to Friday", "Monday, or so"])(
    "none in %j",
    (words) => expect(hoursWith({ days: words }).openDays).toEqual([]),
  );
});

describe("the business file", () => {
  const problem = (hours: Record<string, unknown>) =>
    businessSchema.safeParse({ ...shipped, hours: { ...shipped.hours, ...hours } }).error?.issues[0];

  it("of before days off were known still starts", () => {
    const { closedOn: _new, ...old } = shipped.hours;
    expect(businessSchema.parse({ ...shipped, hours: old }).hours.closedOn).toEqual([]);
  });

  it.each(["12-32", "2026-02-29", "Christmas", "25-12"])("names the day off that is none: %s", (day) => {
    expect(problem({ closedOn: ["07-04", day] })).toMatchObject({ path: ["hours", "closedOn", 1] });
  });

  it("takes the leap day", () => expect(problem({ closedOn: ["02-29"] })).toBeUndefined());
});
