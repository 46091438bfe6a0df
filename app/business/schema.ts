import { z } from "zod";
import { buyersGuideSchema } from "~/documents/buyers-guide-schema";
import { feedSettingsSchema } from "~/feeds/settings-schema";

const text = z.string().trim().min(1).max(200);
const longText = z.string().trim().min(1).max(500);
const clockTime = z
  .string()
  .regex(/^(1[0-2]|[1-9])(:[0-5]\d)?(am|pm)$/, "must be a time such as 8am or 5:30pm");
const phone = z.string().regex(/^\(\d{3}\) \d{3}-\d{4}$/, "must look like (555) 555-0142");
const closedDay = z.string().refine(isDay, "must be a date such as 2026-11-26, or 12-25 for every year");

/** The schema of `business.json`, the only source of facts about the business. */
export const businessSchema = z.strictObject({
  name: text,
  tagline: text,
  foundedYear: z.number().int().min(1900).max(2100),
  owner: text,
  operationsManager: text,
  /** The others whom the about page names. */
  team: z
    .array(z.strictObject({ name: text, role: text }))
    .max(50)
    .default([]),
  /** What the yard does, and what happened in which year, for the about page. */
  services: z
    .array(z.strictObject({ title: text, text: longText }))
    .max(20)
    .default([]),
  milestones: z
    .array(z.strictObject({ year: z.number().int().min(1900).max(2100), text: longText }))
    .max(50)
    .default([]),
  phone,
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
    .strictObject(
      {
        days: text.regex(
          /^\D*$/,
          'must be days alone, such as "Monday to Saturday"; the times go in opens and closes, such as "8am" and "5:30pm"',
        ),
        opens: clockTime,
        closes: clockTime,
        weekends: text,
        weekendsShort: text,
        closedOn: z.array(closedDay).max(100).default([]),
      },
      {
        error: ({ code }) =>
          code === "invalid_type"
            ? 'must have days and times by name, such as { "days": "Monday to Saturday", "opens": "8am", "closes": "5:30pm", … }'
            : undefined,
      },
    )
    // "Open now" (opening-hours.ts) is computed from the same text that visitors read.
    .transform((hours) => ({
      ...hours,
      openDays: parseWeekdays(hours.days) ?? [],
      opensAt: toMinutes(hours.opens),
      closesAt: toMinutes(hours.closes),
    })),
  warranty: z.strictObject({ newParts: text, usedParts: text }),
  /** The warranties that a part can be sold with, as they are worded to the customer. */
  partWarranties: z.array(text).max(20).default([]),
  marketplace: z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, "must be a short lower-case word such as ebay"),
    name: text,
    storeUrl: z.url({ protocol: /^https$/ }),
  }),
  /** What the FTC's Buyers Guide says of the dealer; its `defaults` fill in the form of each vehicle. */
  buyersGuide: z
    .strictObject({
      /** Some states allow no as-is sales; that is for the owner to know. */
      asIsAllowed: z.boolean().default(false),
      /** Whom to contact with complaints after the sale; the operations manager if it is left out. */
      complaints: z.strictObject({ name: text, phone }).optional(),
      email: z.email().optional(),
      signatureLine: z.boolean().default(true),
      defaults: z.record(z.string(), z.unknown()).optional(),
    })
    .transform((guide, context) => {
      if (!guide.defaults) return { ...guide, defaults: undefined };
      const { data, error } = buyersGuideSchema(guide).safeParse(guide.defaults);
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: "custom", path: ["defaults", ...path], message });
      return { ...guide, defaults: data };
    })
    .prefault({}),
  /** The registration with the National Motor Vehicle Title Information System. */
  nmvtis: z.strictObject({ reportingEntityId: text }).optional(),
  /** Which feeds other sites may fetch, and under which addresses. */
  feeds: feedSettingsSchema,
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A date, or a month and a day, February 29 included. */
function isDay(day: string): boolean {
  const dated = /^\d{2}-\d{2}$/.test(day) ? `2024-${day}` : day;
  return z.iso.date().safeParse(dated).success;
}

/** Minutes after midnight of `8am` or `5:30pm`. */
function toMinutes(time: string): number {
  const [hour = 0, minute = 0] = time.split(":").map((figure) => Number.parseInt(figure, 10));
  return (hour % 12) * 60 + minute + (time.endsWith("pm") ? 720 : 0);
}

const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const PHRASES: Record<string, string> = {
  daily: "sunday to saturday",
  "every day": "sunday to saturday",
  weekdays: "monday to friday",
};

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
