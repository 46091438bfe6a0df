/** When the business is open, as `business.json` states it (models/business-schema). */
export interface OpeningHours {
  /** Days of the week, Sunday being 0; none where the file's words name none. */
  openDays: readonly number[];
  /** `8am`, as it is written beside the days. */
  opens: string;
  closes: string;
  /** Minutes after midnight. Where it closes no later than it opens, it closes on the day after. */
  opensAt: number;
  closesAt: number;
  /** Days off: `2026-11-26`, or `12-25` of every year. */
  closedOn: readonly string[];
}

export interface OpenState {
  open: boolean;
  /** What comes next: `until 5pm`, `opens Monday 8am`; empty where nothing does within six days. */
  next: string;
}

const DAY_MINUTES = 1440;
const DAY_MS = 86_400_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * Whether the business is open at `now`, by the clock on its own wall.
 * @returns undefined where the hours name no days, or the browser does not know the time zone
 */
export function openState(hours: OpeningHours, timeZone: string, now: Date): OpenState | undefined {
  const clock = wallClock(timeZone, now);
  if (!clock || hours.openDays.length === 0) return undefined;
  const { day, minute } = clock;
  // Open since this morning, or, where it closes after midnight, since yesterday.
  for (const since of [day, day - 1]) {
    const passed = (day - since) * DAY_MINUTES + minute - hours.opensAt;
    if (opensOn(hours, since) && passed >= 0 && passed < minutesOpen(hours)) {
      return { open: true, next: `until ${hours.closes}` };
    }
  }
  for (let ahead = 0; ahead < 7; ahead += 1) {
    if (!opensOn(hours, day + ahead) || (ahead === 0 && minute >= hours.opensAt)) continue;
    return { open: false, next: `opens ${ahead === 0 ? "today" : nameOf(day + ahead)} ${hours.opens}` };
  }
  return { open: false, next: "" };
}

/** The state in words: `Closed now, opens Monday 8am`. */
export function openWords({ open, next }: OpenState): string {
  return [open ? "Open now" : "Closed now", next].filter(Boolean).join(", ");
}

/** The longest that the words can be, so that a page keeps their place before it knows them. */
export function longestOpenWords({ openDays, opens }: OpeningHours): string {
  const names = openDays.map((day) => WEEKDAYS[day] ?? "");
  const longest = names.reduce((long, name) => (name.length > long.length ? name : long), "today");
  return openWords({ open: false, next: `opens ${longest} ${opens}` });
}

/** The calendar day, counted from 1970, and the minute of it, on a wall clock in the time zone. */
function wallClock(timeZone: string, now: Date): { day: number; minute: number } | undefined {
  const shown: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    for (const { type, value } of format.formatToParts(now)) shown[type] = Number(value);
  } catch {
    return undefined;
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = shown;
  return { day: Date.UTC(year, month - 1, day) / DAY_MS, minute: hour * 60 + minute };
}

function opensOn({ openDays, closedOn }: OpeningHours, day: number): boolean {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  return openDays.includes(weekdayOf(day)) && !closedOn.includes(date) && !closedOn.includes(date.slice(5));
}

function minutesOpen({ opensAt, closesAt }: OpeningHours): number {
  return closesAt > opensAt ? closesAt - opensAt : closesAt - opensAt + DAY_MINUTES;
}

function nameOf(day: number): string {
  return WEEKDAYS[weekdayOf(day)] ?? "";
}

// The first of January 1970 was a Thursday.
function weekdayOf(day: number): number {
  return (day + 4) % 7;
}
