import type { IsoDay } from "./typed-date";

/** The length of a day of the calendar in UTC, where none is shorter or longer. */
export const DAY_MS = 86_400_000;

/** The day so many days later; with a negative number, earlier. */
export function daysAfter(day: IsoDay, days: number): IsoDay {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}
