import { dateFormat } from "./date-format";

const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const wholeNumber = new Intl.NumberFormat("en-US");
const day = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
});

/** `$12,995`: thousands separators, no decimals. */
export function formatPrice(price: number): string {
  return dollars.format(price);
}

/** `84,210 miles`. */
export function formatMileage(mileage: number): string {
  return countNoun(mileage, "mile");
}

/** `1 photo`, `2,400 photos`: for a noun whose plural ends in s. */
export function countNoun(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** `18,240`. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** `Nov 21, 2026` for an ISO date-time that represents a day: formatted in UTC, so the day never shifts. */
export function formatDay(isoDateTime: string): string {
  const date = new Date(isoDateTime);
  return Number.isNaN(date.getTime()) ? "" : day.format(date);
}

/** `Nov 21, 2026, 4:49 PM` for an ISO date-time, in the given time zone. */
export function formatDateTime(isoDateTime: string, timeZone: string): string {
  const date = new Date(isoDateTime);
  if (Number.isNaN(date.getTime())) return "";
  const format = dateFormat({ timeZone, dateStyle: "medium", timeStyle: "short" });
  // ICU versions differ in the space before AM and PM; server and browser must render the same text.
  return format.format(date).replaceAll("\u202f", " ");
}

/** `Nov 21, 2026`: the day on which an instant is in the given time zone. */
export function formatDayInTimeZone(instant: Date, timeZone: string): string {
  return formatDay(`${dayInTimeZone(timeZone, instant)}T00:00:00.000Z`);
}

/** The date at `now` in the given time zone, as `YYYY-MM-DD`. */
export function dayInTimeZone(timeZone: string, now: Date): string {
  // The Swedish locale formats dates as YYYY-MM-DD.
  return dateFormat({ timeZone, year: "numeric", month: "2-digit", day: "2-digit" }, "sv-SE").format(now);
}

/** The text on one line, cut after a whole word to at most `maxLength` characters, including the ellipsis. */
export function truncate(text: string, maxLength: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const head = line.slice(0, maxLength);
  const space = head.lastIndexOf(" ");
  // A single long word is cut, but never inside a surrogate pair.
  const cut = space > 0 ? head.slice(0, space) : head.slice(0, -1).replace(/[\ud800-\udbff]$/, "");
  return `${/^.*[^\s.,:;|–—-]/.exec(cut)?.[0] ?? ""}…`;
}
