/** The business is open from one time to another. Every page loads this file, so it imports nothing. */
export interface OpenSpan {
  /** As it is written, such as `8am`. */
  opens: string;
  closes: string;
  /** Minutes after midnight. A closing time at or before the opening time is on the next day. */
  opensAt: number;
  closesAt: number;
}

/** The opening hours of the business. */
export interface OpeningHours {
  /** Days of the week, 0 for Sunday; empty if the hours name none. */
  openDays: readonly number[];
  /** The spans of each of the seven days, from Sunday, in the order of the day. */
  week: readonly (readonly OpenSpan[])[];
  /** Days off: `2026-11-26`, or `12-25` for every year. */
  closedOn: readonly string[];
}

/** Whether the business is open, and the next change. */
interface OpenState {
  open: boolean;
  /** The next change: `until 5pm`, `opens Monday at 8am`; empty if there is none within six days. */
  next: string;
}

const DAY_MINUTES = 1440;
/** As in values/days.ts, which this file doesn't import. */
const DAY_MS = 86_400_000;
const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/**
 * Whether the business is open at `now`, in its own time zone.
 * @returns undefined if the hours name no days or the browser does not know the time zone
 */
export function openState(hours: OpeningHours, timeZone: string, now: Date): OpenState | undefined {
  const time = localTime(timeZone, now);
  if (!time || hours.openDays.length === 0) return undefined;
  const { day, minute } = time;
  // If it closes after midnight, it may have been open since yesterday.
  for (const since of [day, day - 1]) {
    for (const span of spansOn(hours, since)) {
      const minutesSince = (day - since) * DAY_MINUTES + minute - span.opensAt;
      if (minutesSince >= 0 && minutesSince < minutesOpen(span))
        return { open: true, next: describeClosing(hours, since, span) };
    }
  }
  for (let ahead = 0; ahead < 7; ahead += 1) {
    const span = spansOn(hours, day + ahead).find(({ opensAt }) => ahead || minute < opensAt);
    if (!span) continue;
    return {
      open: false,
      next: `opens ${ahead ? weekdayName(day + ahead) : "today"} at ${span.opens}`,
    };
  }
  return { open: false, next: "" };
}

/** When it closes, after however many midnights; empty around the clock. */
function describeClosing(hours: OpeningHours, day: number, span: OpenSpan, midnights = 0): string {
  const next = !span.closesAt && spansOn(hours, day + 1).find(({ opensAt }) => !opensAt);
  if (!next) return `until ${span.closes}`;
  return midnights < 8 ? describeClosing(hours, day + 1, next, midnights + 1) : "";
}

/** The state as text: `Closed, opens Monday at 8am`. */
export function openText({ open, next }: OpenState): string {
  return (open ? "Open now" : "Closed") + (next && `, ${next}`);
}

/** The longest possible text, so that pages can reserve space for it. */
export function longestOpenText({ openDays, week }: OpeningHours): string {
  const longer = (long: string, text: string) => (text.length > long.length ? text : long);
  const name = openDays.map((day) => WEEKDAYS[day] ?? "").reduce(longer, "today");
  const opens = week.flatMap((spans) => spans.map((span) => span.opens)).reduce(longer, "");
  return openText({ open: false, next: `opens ${name} at ${opens}` });
}

/** The local day, counted from 1970, and the minute of that day. */
export function localTime(timeZone: string, now: Date): { day: number; minute: number } | undefined {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
  try {
    for (const { type, value } of formatFor(timeZone).formatToParts(now)) parts[type] = Number(value);
  } catch {
    return undefined;
  }
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
  return { day: Date.UTC(year, month - 1, day) / DAY_MS, minute: hour * 60 + minute };
}

// Creating one takes longer than using it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
  formats.set(timeZone, format);
  return format;
}

/** Whether the business is open on a local day, counted from 1970. */
export function isOpenOn(hours: OpeningHours, day: number): boolean {
  return spansOn(hours, day).length > 0;
}

/** When the business is open on a local day; never on a day off. */
export function spansOn({ week, closedOn }: OpeningHours, day: number): readonly OpenSpan[] {
  const date = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (closedOn.includes(date) || closedOn.includes(date.slice(5))) return [];
  return week[toWeekday(day)] ?? [];
}

export function minutesOpen({ opensAt, closesAt }: OpenSpan): number {
  return closesAt > opensAt ? closesAt - opensAt : closesAt - opensAt + DAY_MINUTES;
}

function weekdayName(day: number): string {
  return new Date(day * DAY_MS).toLocaleDateString("en-US", { timeZone: "UTC", weekday: "long" });
}

// January 1, 1970 was a Thursday.
function toWeekday(day: number): number {
  return (day + 4) % 7;
}
