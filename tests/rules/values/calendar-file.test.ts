import { expect, it } from "vitest";
import { calendarFile } from "~/values/calendar-file.server";

const EVENT = {
  uid: "appointment-01J@yard.example",
  changedAt: new Date("2026-12-01T09:08:07.654Z"),
  startsAt: new Date("2026-12-15T19:00:00Z"),
  endsAt: new Date("2026-12-15T20:30:00Z"),
  summary: "Stan Wu: 2016 Honda CR-V",
  location: "Yard, 1 Main Street",
  description: "",
};

it("a calendar file has one event with its times in UTC, a line each", () => {
  expect(calendarFile(EVENT)).toBe(
    [
      "BEGIN:VCALENDAR",
      "VERSION:2.0",
      "PRODID:-//Yard//Appointments//EN",
      "BEGIN:VEVENT",
      "UID:appointment-01J@yard.example",
      "DTSTAMP:20261201T090807Z",
      "DTSTART:20261215T190000Z",
      "DTEND:20261215T203000Z",
      "SUMMARY:Stan Wu: 2016 Honda CR-V",
      "LOCATION:Yard\\, 1 Main Street",
      "DESCRIPTION:",
      "END:VEVENT",
      "END:VCALENDAR",
      "",
    ].join("\r\n"),
  );
});

it("what somebody typed adds no line to it", () => {
  const file = calendarFile({ ...EVENT, summary: "A;B,C\\D\r\nEND:VEVENT\u0007!" });
  expect(file).toContain("SUMMARY:A\\;B\\,C\\\\D\\nEND:VEVENT !\r\n");
});

it.each(["x".repeat(200), "é".repeat(100), "🔧".repeat(50)])("a long line is folded: %s", (description) => {
  const lines = calendarFile({ ...EVENT, description }).split("\r\n");
  for (const line of lines) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  const unfolded = lines.join("\r\n").replaceAll("\r\n ", "");
  expect(unfolded).toContain(`DESCRIPTION:${description}\r\n`);
});
