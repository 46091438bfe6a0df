import type { MetaDescriptor } from "@remix-run/node";
import type { Business } from "~/business/links";
import { toAbsoluteUrl } from "~/business/public-url";
import type { JsonLd, Site } from "~/seo/json-ld";
import { type ShareImage, SOCIAL_CARD } from "~/seo/social-card";
import { findRootData, type Matches } from "~/ui/layout/page-title";
import { truncate } from "~/values/format";

/** Search results cut off longer descriptions. */
const MAX_DESCRIPTION_LENGTH = 160;

/** Search results cut off the end of longer titles. */
const MAX_TITLE_LENGTH = 60;

/** A public page as search engines and link previews show it. */
interface PublicPage {
  /** What the page shows, then the trade and the town; the business's name is appended if it fits. */
  title: readonly [name: string, ...rest: string[]];
  description: string;
  /** The canonical path: without filters, sort or search. */
  path: string;
  /** The default is the business's social card. */
  picture?: ShareImage | undefined;
  /** True for the lists, which announce the feed of new arrivals to feed readers, if it is on. */
  announcesArrivals?: boolean;
  /** Structured data. */
  jsonLd?: readonly (JsonLd | undefined)[];
}

/**
 * A page's title: what it shows, the trade and the town, and the business's name if all of it fits. A result that cuts a long title cuts
 * its end, never the name, and a search for the town still finds it.
 */
function fitTitle(pieces: PublicPage["title"], business: string): string {
  const title = pieces.join("");
  const whole = `${title} | ${business}`;
  return whole.length <= MAX_TITLE_LENGTH ? whole : title;
}

/** ` in Millbrook, NY`: a piece of a title. */
export function inTown({ address }: Pick<Business, "address">): string {
  return ` in ${address.city}, ${address.state}`;
}

/**
 * The `meta` of a public page: title, description, canonical URL, Open Graph, JSON-LD. Absolute URLs need PUBLIC_URL;
 * without it, tags that need one are left out.
 * @param describe describes the page, given the business and the public URL
 */
export function publicPage(matches: Matches, describe: (site: Site) => PublicPage): MetaDescriptor[] {
  const site = findRootData(matches);
  if (!site) return [];
  const { business, publicUrl, newArrivals } = site;
  const page = describe(site);
  const title = fitTitle(page.title, business.name);
  const description = truncate(page.description, MAX_DESCRIPTION_LENGTH);
  const url = toAbsoluteUrl(publicUrl, page.path);
  const picture = page.picture ?? { ...SOCIAL_CARD, alt: `A road sign: ${business.name}` };
  const image = toAbsoluteUrl(publicUrl, picture.path);
  const graph = page.jsonLd?.filter((thing) => thing !== undefined) ?? [];
  return [
    { title },
    { name: "description", content: description },
    ...(url ? [{ tagName: "link", rel: "canonical", href: url }] : []),
    ...(page.announcesArrivals && newArrivals
      ? [
          {
            tagName: "link",
            rel: "alternate",
            type: "application/atom+xml",
            title: `New arrivals at ${business.name}`,
            href: newArrivals,
          },
        ]
      : []),
    { property: "og:type", content: "website" },
    { property: "og:site_name", content: business.name },
    { property: "og:title", content: title },
    { property: "og:description", content: description },
    ...(url ? [{ property: "og:url", content: url }] : []),
    ...(image
      ? [
          { property: "og:image", content: image },
          { property: "og:image:width", content: String(picture.width) },
          { property: "og:image:height", content: String(picture.height) },
          { property: "og:image:alt", content: picture.alt },
        ]
      : []),
    { name: "twitter:card", content: image ? "summary_large_image" : "summary" },
    ...(graph.length > 0
      ? [{ "script:ld+json": { "@context": "https://schema.org", "@graph": graph } as never }]
      : []),
  ];
}
