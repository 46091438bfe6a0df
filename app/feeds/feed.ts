/*
 * The feeds of vehicles that other sites fetch: their names, addresses and files. What is in each is in the file of its name.
 */

/** A feed as staff and the business file know it. */
interface FeedDescription {
  title: string;
  /** What is in it, one and several. */
  nouns: readonly [one: string, several: string];
  /** Who fetches it, and what for. */
  purpose: string;
  /** The last part of its address. */
  file: string;
  type: string;
}

/** Every feed, by its name in `feeds` of the business file. */
export const FEEDS = {
  googleListings: {
    title: "Google vehicle listings",
    nouns: ["vehicle", "vehicles"],
    purpose: "Cars for sale on your Google Business Profile and in Google Search.",
    file: "google-listings.csv",
    type: "text/csv; charset=utf-8",
  },
  googleVehicleAds: {
    title: "Google vehicle ads",
    nouns: ["vehicle", "vehicles"],
    purpose: "Cars for sale in paid ads, through Google Merchant Center.",
    file: "google-vehicle-ads.tsv",
    type: "text/tab-separated-values; charset=utf-8",
  },
  metaCatalog: {
    title: "Meta automotive catalog",
    nouns: ["vehicle", "vehicles"],
    purpose: "Cars for sale on Facebook and Instagram, through Commerce Manager.",
    file: "meta-catalog.csv",
    type: "text/csv; charset=utf-8",
  },
  marketplace: {
    title: "Marketplaces",
    nouns: ["vehicle", "vehicles"],
    purpose: "Cars for sale with everything the site knows about them, for any site that takes a CSV file.",
    file: "marketplace.csv",
    type: "text/csv; charset=utf-8",
  },
  salvage: {
    title: "Salvage listings",
    nouns: ["vehicle", "vehicles"],
    purpose: "Dismantled vehicles, for sites where people look for parts cars.",
    file: "salvage.txt",
    type: "text/plain; charset=utf-8",
  },
  parts: {
    title: "Parts on the shelf",
    nouns: ["part", "parts"],
    purpose: "Single parts for Google Merchant Center, and for other sites that take its product data.",
    file: "parts.tsv",
    type: "text/tab-separated-values; charset=utf-8",
  },
  newArrivals: {
    title: "New arrivals (Atom)",
    nouns: ["vehicle", "vehicles"],
    purpose: "The newest vehicles of both lists, for people with a feed reader.",
    file: "new-arrivals.atom",
    type: "application/atom+xml; charset=utf-8",
  },
} as const satisfies Record<string, FeedDescription>;

export type FeedName = keyof typeof FEEDS;
export const FEED_NAMES = Object.keys(FEEDS) as FeedName[];

/** Whether a feed is on: at a public address, or at one with a key in it. */
export type FeedSetting = boolean | string;

/** The path of a feed that is on: `/feeds/marketplace.csv`, or with a key `/feeds/{key}/marketplace.csv`. */
export function feedPath(name: FeedName, setting: FeedSetting): string {
  const key = typeof setting === "string" ? `/${setting}` : "";
  return `/feeds${key}/${FEEDS[name].file}`;
}
