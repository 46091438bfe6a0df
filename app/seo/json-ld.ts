import { type Business, internationalPhone } from "~/business/links";
import { toAbsoluteUrl } from "~/business/public-url";
import { dayInTimeZone } from "~/values/format";
import { SOCIAL_CARD } from "./social-card";

/** A schema.org item. Undefined properties are left out of the JSON. */
export interface JsonLd {
  "@type": string | readonly string[];
  [property: string]: unknown;
}

/** The business, and the PUBLIC_URL if there is one. */
export interface Site {
  business: Business;
  publicUrl: string | undefined;
}

/** The business, with every fact of `business.json` that schema.org has a property for. */
export function businessJsonLd({ business, publicUrl }: Site): JsonLd {
  const { address, coordinates } = business;
  return {
    ...businessReference({ business, publicUrl }),
    slogan: business.tagline,
    url: toAbsoluteUrl(publicUrl, "/"),
    image: toAbsoluteUrl(publicUrl, SOCIAL_CARD.path),
    logo: toAbsoluteUrl(publicUrl, "/icon-512.png"),
    telephone: internationalPhone(business),
    email: business.email,
    foundingDate: String(business.foundedYear),
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.zipCode,
      // The business file accepts only US states, ZIP codes and phone numbers.
      addressCountry: "US",
    },
    geo: coordinates && {
      "@type": "GeoCoordinates",
      latitude: coordinates.latitude,
      longitude: coordinates.longitude,
    },
    ...openingHours(business),
    sameAs: business.marketplace?.storeUrl,
  };
}

/** A short reference to the business, as a publisher or seller. */
export function businessReference({ business, publicUrl }: Site): JsonLd {
  return {
    "@type": ["AutoPartsStore", "AutoRepair", "AutoDealer"],
    "@id": toAbsoluteUrl(publicUrl, "/#business"),
    name: business.name,
  };
}

/** The site itself; search engines take its name for their results. */
export function websiteJsonLd({ business, publicUrl }: Site): JsonLd {
  return {
    "@type": "WebSite",
    "@id": toAbsoluteUrl(publicUrl, "/#website"),
    url: toAbsoluteUrl(publicUrl, "/"),
    name: business.name,
    inLanguage: "en-US",
    publisher: businessReference({ business, publicUrl }),
  };
}

/** The breadcrumbs from home to a page, the page itself last; undefined without a PUBLIC_URL. */
export function breadcrumbJsonLd(
  { publicUrl }: Site,
  trail: readonly { name: string; path: string }[],
): JsonLd | undefined {
  if (publicUrl === undefined) return undefined;
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: toAbsoluteUrl(publicUrl, path),
    })),
  };
}

// Times are local. If the hours name no days, they are left out.
function openingHours({ hours, timeZone }: Pick<Business, "hours" | "timeZone">) {
  const { openDays, week, closedOn } = hours;
  if (openDays.length === 0) return {};
  const daysBySpan = new Map<string, { days: number[]; opensAt: number; closesAt: number }>();
  for (const day of openDays) {
    for (const { opensAt, closesAt } of week[day] ?? []) {
      const key = `${opensAt}-${closesAt}`;
      const { days } = daysBySpan.get(key) ?? { days: [] };
      daysBySpan.set(key, { days: [...days, day], opensAt, closesAt });
    }
  }
  const specifications = [...daysBySpan.values()].map(({ days, opensAt, closesAt }) => ({
    "@type": "OpeningHoursSpecification",
    dayOfWeek: days.map((day) => WEEKDAY.format(Date.UTC(1970, 0, FIRST_SUNDAY + day))),
    opens: clockTime(opensAt),
    // Closed all day would be the same time twice.
    closes: clockTime(opensAt === closesAt ? (closesAt + DAY_MINUTES - 1) % DAY_MINUTES : closesAt),
  }));
  const today = dayInTimeZone(timeZone, new Date());
  // schema.org cannot express a yearly holiday.
  const daysOff = closedOn.filter((day) => day.length === today.length && day >= today);
  return {
    openingHoursSpecification: specifications.length === 1 ? specifications[0] : specifications,
    specialOpeningHoursSpecification:
      daysOff.length === 0
        ? undefined
        : daysOff.map((day) => ({
            "@type": "OpeningHoursSpecification",
            validFrom: day,
            validThrough: day,
            // Closed all day, in schema.org's notation.
            opens: "00:00",
            closes: "00:00",
          })),
  };
}

const DAY_MINUTES = 24 * 60;
const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
/** The day of January 1970 that was the first Sunday. */
const FIRST_SUNDAY = 4;

/** Minutes after midnight as `08:00`. */
function clockTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
