import { z } from "zod";

const text = z.string().trim().min(1).max(200);
const clockTime = z
  .string()
  .regex(/^(1[0-2]|[1-9])(:[0-5]\d)?(am|pm)$/, "must be a time such as 8am or 5:30pm");

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
  hours: z.strictObject({
    days: text,
    opens: clockTime,
    closes: clockTime,
    weekends: text,
    weekendsShort: text,
  }),
  warranty: z.strictObject({ newParts: text, usedParts: text }),
  marketplace: z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9]{1,19}$/, "must be a short lower-case word such as ebay"),
    name: text,
    storeUrl: z.url({ protocol: /^https$/ }),
  }),
});

export type Business = z.infer<typeof businessSchema>;

/** The address on one line, as it is written on an envelope. */
export function postalAddress({ address }: Pick<Business, "address">): string {
  return `${address.street}, ${address.city}, ${address.state} ${address.zipCode}`;
}

/** `tel:` address of the business's phone, in the international form. */
export function phoneHref({ phone }: Pick<Business, "phone">): string {
  return `tel:+1${phone.replace(/\D/g, "")}`;
}

/** `sms:` address of the same number. */
export function textHref({ phone }: Pick<Business, "phone">): string {
  return `sms:+1${phone.replace(/\D/g, "")}`;
}

/** Address that opens the device's maps with the way to the business. */
export function directionsHref(business: Pick<Business, "address" | "name">): string {
  const destination = encodeURIComponent(`${business.name}, ${postalAddress(business)}`);
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`;
}

/** OpenStreetMap embed around the business, about a kilometre across (decisions, section 2). */
export function mapEmbedHref({ coordinates }: Pick<Business, "coordinates">): string {
  const { latitude, longitude } = coordinates;
  const box = [longitude - 0.008, latitude - 0.005, longitude + 0.008, latitude + 0.005]
    .map(degrees)
    .join(",");
  const marker = `${degrees(latitude)},${degrees(longitude)}`;
  return `https://www.openstreetmap.org/export/embed.html?bbox=${encodeURIComponent(box)}&layer=mapnik&marker=${encodeURIComponent(marker)}`;
}

/** "Monday to Friday 8am to 5pm" */
export function openingHours({ hours }: Pick<Business, "hours">): string {
  return `${hours.days} ${hours.opens} to ${hours.closes}`;
}

function degrees(value: number): string {
  return value.toFixed(5);
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
