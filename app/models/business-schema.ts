import { z } from "zod";
import { weekdaysNamed } from "./weekdays";

const text = z.string().trim().min(1).max(200);
const clockTime = z
  .string()
  .regex(/^(1[0-2]|[1-9])(:[0-5]\d)?(am|pm)$/, "must be a time such as 8am or 5:30pm");
const closedDay = z
  .string()
  .refine(isDay, "must be a day such as 2026-11-26, or 12-25 for one of every year");

/**
 * The facts of the business, as `business.json` states them (decisions, section 2). Nothing in the
 * code repeats one of them.
 */
export const businessSchema = z.strictObject({
  name: text,
  tagline: text,
  foundedYear: z.number().int().min(1900).max(2100),
  owner: text,
  operationsManager: text,
  phone: z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, "must look like (555) 555-0142"),
  email: z.email(),
  privacyEmail: z.email(),
  address: z.strictObject({
    street: text,
    city: text,
    state: z.string().regex(/^[A-Z]{2}$/, "must be a two-letter state"),
    zipCode: z.string().regex(/^\d{5}(-\d{4})?$/, "must be a ZIP code"),
  }),
  coordinates: z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
  }),
  timeZone: z.string().refine(isTimeZone, "must be a time zone such as America/New_York"),
  hours: z
    .strictObject({
      days: text,
      opens: clockTime,
      closes: clockTime,
      weekends: text,
      weekendsShort: text,
      closedOn: z.array(closedDay).max(100).default([]),
    })
    // The words are the one source: what "open now" reckons with is read out of them (models/opening-hours).
    .transform((hours) => ({
      ...hours,
      openDays: weekdaysNamed(hours.days) ?? [],
      opensAt: minuteOf(hours.opens),
      closesAt: minuteOf(hours.closes),
    })),
  warranty: z.strictObject({ newParts: text, usedParts: text }),
  marketplace: z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, "must be a short lower-case word such as ebay"),
    name: text,
    storeUrl: z.url({ protocol: /^https$/ }),
  }),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A date, or a month and a day; the leap day is one. */
function isDay(day: string): boolean {
  const dated = /^\d{2}-\d{2}$/.test(day) ? `2024-${day}` : day;
  return z.iso.date().safeParse(dated).success;
}

/** Minutes after midnight of `8am` or `5:30pm`. */
function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map((figure) => Number.parseInt(figure, 10));
  return (hour % 12) * 60 + minute + (time.endsWith("pm") ? 720 : 0);
}
