import { DAY_MS } from "~/values/days";
import { localTime, minutesOpen, type OpeningHours, spansOn } from "./opening-hours";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const HOUR_MS = 60 * MINUTE_MS;
/** Enough for hours on one day a week, with that day off for most of a year. */
const MAX_DAYS = 1000;

/**
 * The time when the business has been open for that many hours since `from`. Hours that name no day count around the clock.
 * @param hours how many, such as those within which an answer is promised
 */
export function addBusinessHours(opening: OpeningHours, timeZone: string, from: Date, hours: number): Date {
  const today = localTime(timeZone, from)?.day;
  let remaining = hours * HOUR_MS;
  if (today !== undefined) {
    // From yesterday, because it may close after midnight.
    for (let day = today - 1; day < today + MAX_DAYS && opening.openDays.length > 0; day += 1) {
      for (const span of spansOn(opening, day)) {
        const opens = toInstant(timeZone, day, span.opensAt);
        const closes = toInstant(timeZone, day, span.opensAt + minutesOpen(span));
        const start = Math.max(opens, from.getTime());
        if (start + remaining <= closes) return new Date(start + remaining);
        remaining -= Math.max(0, closes - start);
      }
    }
  }
  return new Date(from.getTime() + hours * HOUR_MS);
}

/** The moment at which a local day begins. @param isoDay `2026-11-21` */
export function startOfDay(timeZone: string, isoDay: string): Date {
  return localInstant(timeZone, isoDay, 0);
}

/** The moment of a local day's minute, counted from midnight. @param isoDay `2026-11-21` */
export function localInstant(timeZone: string, isoDay: string, minute: number): Date {
  return new Date(toInstant(timeZone, Date.parse(`${isoDay}T00:00:00Z`) / DAY_MS, minute));
}

/** Whether the business is open from a moment on for that many minutes. True if its hours name no days. */
export function isOpenFor(opening: OpeningHours, timeZone: string, from: Date, minutes: number): boolean {
  const time = localTime(timeZone, from);
  if (!time || opening.openDays.length === 0) return true;
  // It may close after midnight.
  return [time.day, time.day - 1].some((day) =>
    spansOn(opening, day).some((span) => {
      const since = (time.day - day) * DAY_MINUTES + time.minute - span.opensAt;
      return since >= 0 && since + minutes <= minutesOpen(span);
    }),
  );
}

/** The milliseconds since 1970 of a local minute; `day` counts from 1970. */
function toInstant(timeZone: string, day: number, minute: number): number {
  const wall = day * DAY_MS + minute * MINUTE_MS;
  // The second pass is for a change of the clock between the first guess and the result.
  const guess = wall - offset(timeZone, wall);
  return wall - offset(timeZone, guess);
}

/** How far the local clock is ahead of UTC, in milliseconds. */
function offset(timeZone: string, instant: number): number {
  const local = localTime(timeZone, new Date(instant));
  return local ? local.day * DAY_MS + local.minute * MINUTE_MS - instant : 0;
}
