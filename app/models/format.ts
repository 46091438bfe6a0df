const dollars = new Intl.NumberFormat("en-US", {
  style: "currency",
  currency: "USD",
  maximumFractionDigits: 0,
});
const whole = new Intl.NumberFormat("en-US");
const day = new Intl.DateTimeFormat("en-US", {
  timeZone: "UTC",
  year: "numeric",
  month: "short",
  day: "numeric",
});

/** `$12,995`: thousands separators, no decimals (specification, section 3). */
export function formatPrice(price: number): string {
  return dollars.format(price);
}

/** `84,210 miles` (decisions, section 3). */
export function formatMileage(mileage: number): string {
  return `${whole.format(mileage)} ${mileage === 1 ? "mile" : "miles"}`;
}

/** `18,240`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** `Nov 21, 2026` of an ISO date-time that stands for a day: shown in UTC, so it never shifts. */
export function formatDay(isoDateTime: string): string {
  const date = new Date(isoDateTime);
  return Number.isNaN(date.getTime()) ? "" : day.format(date);
}

/** `Nov 21, 2026, 4:49 PM` of an ISO date-time that stands for a moment, in a time zone. */
export function formatMoment(isoDateTime: string, timeZone: string): string {
  const date = new Date(isoDateTime);
  if (Number.isNaN(date.getTime())) return "";
  const words = new Intl.DateTimeFormat("en-US", { timeZone, dateStyle: "medium", timeStyle: "short" });
  // Server and browser may disagree about the space before AM and PM.
  return words.format(date).replaceAll("\u202f", " ");
}

/** The day it is at `now` in a time zone, as `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: Date): string {
  // The Swedish locale writes dates as ISO does.
  return new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).format(now);
}
