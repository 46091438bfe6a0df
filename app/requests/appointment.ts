import { dateFormat } from "~/values/date-format";
import { DAY_MS, daysAfter } from "~/values/days";
import { countNoun } from "~/values/format";
import type { IsoDay } from "~/values/typed-date";

/** The week of all appointments. */
export const APPOINTMENTS_PAGE = "/admin/appointments";

/** How long an appointment can be, in minutes. */
export const APPOINTMENT_LENGTHS = [15, 30, 45, 60, 90, 120, 180, 240, 360, 480] as const;

/** The last part of the address of an appointment's calendar file. */
export const CALENDAR_FILE = "appointment.ics";

/** `45 minutes`, `1 hour`, `1 hour 30 minutes` */
export function lengthText(minutes: number): string {
  const parts = [
    [Math.floor(minutes / 60), "hour"],
    [minutes % 60, "minute"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, noun]) => countNoun(count, noun))
    .join(" ");
}

/** When an appointment is, in the business's time zone. */
export interface AppointmentTime {
  /** `Tuesday, December 15, 2026` */
  day: string;
  /** `2:00 PM to 3:30 PM` */
  hours: string;
  /** `1 hour 30 minutes` */
  length: string;
}

/** An appointment in words, in the time zone of the shop. */
export function describeAppointment(
  { startsAt, minutes }: { startsAt: string; minutes: number },
  timeZone: string,
): AppointmentTime {
  const start = new Date(startsAt);
  const format = (date: Date, options: Intl.DateTimeFormatOptions) =>
    // ICU versions differ in the space before AM and PM.
    dateFormat({ timeZone, ...options })
      .format(date)
      .replaceAll("\u202f", " ");
  const time = { hour: "numeric", minute: "2-digit" } as const;
  return {
    day: format(start, { weekday: "long", year: "numeric", month: "long", day: "numeric" }),
    hours: `${format(start, time)} to ${format(endOf({ startsAt, minutes }), time)}`,
    length: lengthText(minutes),
  };
}

/** When an appointment is over. */
export function endOf({ startsAt, minutes }: { startsAt: string; minutes: number }): Date {
  return new Date(Date.parse(startsAt) + minutes * 60_000);
}

/** The days of a week, Monday first. */
export function weekOf(day: IsoDay): IsoDay[] {
  // January 1, 1970 was a Thursday.
  const weekday = (Date.parse(day) / DAY_MS + 3) % 7;
  return Array.from({ length: 7 }, (_, index) => daysAfter(day, index - weekday));
}
