import { type Business, internationalPhone } from "./business";
import { absolute } from "./outside-address";
import { SOCIAL_CARD } from "./social-card";

/** One thing as schema.org describes it. A property that is undefined is not written. */
export interface Thing {
  "@type": string | readonly string[];
  [property: string]: unknown;
}

/** Whose site it is, and its outside address where that is known. */
export interface Site {
  business: Business;
  publicUrl: string | undefined;
}

/** The business, with every fact of `business.json` that schema.org has a word for. */
export function businessThing({ business, publicUrl }: Site): Thing {
  const { address, coordinates } = business;
  return {
    ...businessReference({ business, publicUrl }),
    slogan: business.tagline,
    url: absolute(publicUrl, "/"),
    image: absolute(publicUrl, SOCIAL_CARD.path),
    logo: absolute(publicUrl, "/icon-512.png"),
    telephone: internationalPhone(business),
    email: business.email,
    foundingDate: String(business.foundedYear),
    address: {
      "@type": "PostalAddress",
      streetAddress: address.street,
      addressLocality: address.city,
      addressRegion: address.state,
      postalCode: address.zipCode,
      // Two-letter states, ZIP codes and ten-digit phone numbers are those of one country.
      addressCountry: "US",
    },
    geo: { "@type": "GeoCoordinates", latitude: coordinates.latitude, longitude: coordinates.longitude },
    ...openingHours(business),
    sameAs: business.marketplace.storeUrl,
  };
}

/** The business where it is one side of something: as much as names it. */
export function businessReference({ business, publicUrl }: Site): Thing {
  return {
    "@type": ["AutoDealer", "AutoRepair"],
    "@id": absolute(publicUrl, "/#business"),
    name: business.name,
  };
}

/** The site itself: search engines take the name they show beside an address from it. */
export function websiteThing({ business, publicUrl }: Site): Thing {
  return {
    "@type": "WebSite",
    "@id": absolute(publicUrl, "/#website"),
    url: absolute(publicUrl, "/"),
    name: business.name,
    inLanguage: "en-US",
    publisher: businessReference({ business, publicUrl }),
  };
}

/** The way to a page from home, the page itself last. It consists of addresses, so without them there is none. */
export function breadcrumbThing(
  { publicUrl }: Site,
  trail: readonly { name: string; path: string }[],
): Thing | undefined {
  if (publicUrl === undefined) return undefined;
  return {
    "@type": "BreadcrumbList",
    itemListElement: trail.map(({ name, path }, at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: absolute(publicUrl, path),
    })),
  };
}

// Times are local to the place. Where the file's words name no days, nothing is said of them.
function openingHours({ hours }: Pick<Business, "hours">) {
  const { openDays, opensAt, closesAt, closedOn } = hours;
  if (openDays.length === 0) return {};
  // A day off of every year has no date that could be written.
  const daysOff = closedOn.filter((day) => day.length === "2026-11-26".length);
  return {
    openingHoursSpecification: {
      "@type": "OpeningHoursSpecification",
      dayOfWeek: openDays.map((day) => WEEKDAY.format(Date.UTC(1970, 0, FIRST_SUNDAY + day))),
      opens: clockTime(opensAt),
      closes: clockTime(closesAt),
    },
    specialOpeningHoursSpecification:
      daysOff.length === 0
        ? undefined
        : daysOff.map((day) => ({
            "@type": "OpeningHoursSpecification",
            validFrom: day,
            validThrough: day,
            // schema.org's way to say closed all day.
            opens: "00:00",
            closes: "00:00",
          })),
  };
}

const WEEKDAY = new Intl.DateTimeFormat("en-US", { weekday: "long", timeZone: "UTC" });
/** The day of January 1970 that was the first Sunday. */
const FIRST_SUNDAY = 4;

/** `08:00` of minutes after midnight. */
function clockTime(minutes: number): string {
  const figures = [Math.floor(minutes / 60), minutes % 60];
  return figures.map((figure) => String(figure).padStart(2, "0")).join(":");
}
