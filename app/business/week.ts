import { capitalize } from "~/values/capitals";
import { lookupTable } from "~/values/lookup-table";
import { toSentences } from "~/values/sentences";
import type { OpenSpan } from "./opening-hours";

/*
 * Opening hours as they are written in the business file and typed in Settings: the same times on some days ("Monday to Friday",
 * 8am, 5pm), or the times of each weekday ("8am to 12pm, 1pm to 5pm").
 */

export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** A time such as `8am` or `5:30pm`. */
export const CLOCK_TIME = /^(1[0-2]|[1-9])(:[0-5]\d)?(am|pm)$/;

const PHRASES = lookupTable<string>({
  daily: "sunday to saturday",
  "every day": "sunday to saturday",
  weekdays: "monday to friday",
});

/** Hours as they are written; their text is checked by the schema. */
interface WrittenHours {
  days?: string | undefined;
  opens?: string | undefined;
  closes?: string | undefined;
  week?: Partial<Record<Weekday, string | undefined>> | undefined;
  words?: string | undefined;
  weekendsShort?: string | undefined;
}

/** What fits the bar above every page on the narrowest screen that has it. */
const MAX_BAR_LENGTH = 70;

/** When the business is open on one day, or on several in a row. */
interface HoursOfDays {
  days: string;
  times: string;
}

/**
 * What the site computes with: the open days, their spans by weekday (0 for Sunday), and the hours as visitors read them: as a text,
 * by day, where they are written so, and with the weekends in the bar above every page, if they fit it.
 */
export function readHours(hours: WrittenHours): {
  openDays: number[];
  week: OpenSpan[][];
  text: string;
  byDay: HoursOfDays[];
  inBar: string | undefined;
} {
  const { days = "", opens = "", closes = "" } = hours;
  // They are used within sentences too, so a final period is dropped, except that of "5 p.m.".
  const words = hours.words?.replace(/(?<!\.\w)\.$/, "");
  const named = hours.week ? [] : (parseWeekdays(days) ?? []);
  const week = WEEKDAYS.map((name, day) =>
    hours.week
      ? (parseSpans(hours.week[name] ?? "") ?? [])
      : named.includes(day)
        ? (parseSpans(`${opens} to ${closes}`) ?? [])
        : [],
  );
  const openDays = week.flatMap((spans, day) => (spans.length > 0 ? [day] : []));
  const byDay = hours.week && words === undefined ? describeWeek(week) : [];
  const text = hours.week ? joinLines(byDay) : `${days} ${opens} to ${closes}`;
  const inBar = toSentences([words ?? text, hours.weekendsShort]);
  return {
    ...{ openDays, week, byDay },
    text: words ?? text,
    inBar: inBar.length > MAX_BAR_LENGTH ? undefined : inBar,
  };
}

/**
 * The same hours with a text for each weekday, as the form of the settings has them. Days that no weekday is found in
 * ("By appointment") stay words.
 */
export function toWeek(hours: WrittenHours): WrittenHours {
  const { days, opens, closes, ...rest } = hours;
  if (hours.week || days === undefined || opens === undefined || closes === undefined) return hours;
  const named = parseWeekdays(days);
  if (!named) return { words: `${days} ${opens} to ${closes}`, ...rest };
  return {
    ...rest,
    week: Object.fromEntries(named.map((day) => [WEEKDAYS[day], `${opens} to ${closes}`])),
  };
}

/** `8 a.m. - noon; 1-5pm` as `8am to 12pm, 1pm to 5pm`, if it can be read; `Closed` as nothing. */
export function tidySpans(typed: string): string {
  const text = typed
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/\b(12 )?noon\b/g, "12pm")
    .replace(/\b(12 )?midnight\b/g, "12am")
    .replace(/ ?([ap])\.? ?m\b\.?/g, "$1m")
    .replace(/ ?(?:-|–|—|\bto\b|\buntil\b) ?/g, " to ")
    .replace(/ ?(?:,|;|&|\band\b) ?/g, ", ")
    .trim()
    .replace(/\b(\d\d?(?::\d\d)?) to (\d\d?(?::\d\d)?)([ap]m)/g, completeSpan);
  return /^(closed|none|-)?$/.test(text) ? "" : text;
}

/** `1 to 5pm` as `1pm to 5pm`, and `8 to 5pm` as `8am to 5pm`: from the nearest hour before the end. */
function completeSpan(_span: string, opens: string, closes: string, half: string): string {
  const isSameHalf = toMinutes(`${opens}am`) < toMinutes(`${closes}am`);
  const other = half === "am" ? "pm" : "am";
  return `${opens}${isSameHalf ? half : other} to ${closes}${half}`;
}

/** The spans in a text such as `8am to 12pm, 1pm to 5pm`; undefined if it has anything else. */
export function parseSpans(text: string): OpenSpan[] | undefined {
  if (text === "") return [];
  const spans: OpenSpan[] = [];
  for (const part of text.split(", ")) {
    const [opens = "", closes = "", ...rest] = part.split(" to ");
    if (rest.length > 0 || !CLOCK_TIME.test(opens) || !CLOCK_TIME.test(closes)) return undefined;
    spans.push({ opens, closes, opensAt: toMinutes(opens), closesAt: toMinutes(closes) });
  }
  return spans;
}

/** Whether each span begins after the one before it has ended. Only the last may continue after midnight. */
export function areInOrder(spans: readonly OpenSpan[]): boolean {
  return spans.slice(1).every(({ opensAt }, index) => {
    const before = spans[index];
    return before !== undefined && before.opensAt < before.closesAt && before.closesAt < opensAt;
  });
}

/** Minutes after midnight of `8am` or `5:30pm`. */
function toMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map((figure) => Number.parseInt(figure, 10));
  return (hour % 12) * 60 + minute + (time.endsWith("pm") ? 720 : 0);
}

/** The week from Monday on, days in a row with the same times as one: `Monday to Friday`, `8am to 5pm`. */
function describeWeek(week: readonly OpenSpan[][]): HoursOfDays[] {
  const runs: { days: string[]; times: string }[] = [];
  let last = "";
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const times = (week[day] ?? []).map(({ opens, closes }) => `${opens} to ${closes}`).join(" and ");
    const name = capitalize(WEEKDAYS[day] ?? "");
    if (times !== "" && times === last) runs.at(-1)?.days.push(name);
    else if (times !== "") runs.push({ days: [name], times });
    last = times;
  }
  return runs.map(({ days, times }) => ({ days: joinDays(days), times }));
}

/** `Monday to Friday 8am to 5pm, Saturday 9am to 1pm` */
function joinLines(byDay: readonly HoursOfDays[]): string {
  return byDay.map(({ days, times }) => `${days} ${times}`).join(", ") || "Closed";
}

function joinDays(days: readonly string[]): string {
  const [first = "", last = first] = [days[0], days.at(-1)];
  if (days.length === 1) return first;
  return `${first} ${days.length === 2 ? "and" : "to"} ${last}`;
}

/**
 * Parses the days of the week in a text, 0 for Sunday: `Monday to Friday`, `Tue, Thu and Sat`, `Fri-Mon`, `Every day`.
 * @returns undefined if the text contains anything else
 */
function parseWeekdays(text: string): number[] | undefined {
  const days = text.trim().toLowerCase().replace(/\s+/g, " ");
  const named = new Set<number>();
  for (const part of (PHRASES[days] ?? days).split(/ ?(?:, ?and\b|,|&|\+|\band\b) ?/)) {
    const ends = part.split(/ ?(?:\bto\b|\bthrough\b|[-–—]) ?/).map(weekday);
    const [first, last = first] = ends;
    if (first === undefined || last === undefined || ends.length > 2 || ends.includes(undefined))
      return undefined;
    for (let day = first; ; day = (day + 1) % 7) {
      named.add(day);
      if (day === last) break;
    }
  }
  return [...named].sort();
}

/** `Tuesday`, `Tuesdays`, `Tues.` and `Tue` are all 2. */
function weekday(word: string): number | undefined {
  const stem = word.replace(/\.$/, "").replace(/s$/, "");
  const day = stem.length < 3 ? -1 : WEEKDAYS.findIndex((name) => name.startsWith(stem));
  return day < 0 ? undefined : day;
}
