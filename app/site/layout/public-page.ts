import type { MetaDescriptor } from "@remix-run/node";
import { toAbsoluteUrl } from "~/business/public-url";
import type { JsonLd, Site } from "~/seo/json-ld";
import type { ShareImage } from "~/seo/share-image";
import { SOCIAL_CARD } from "~/seo/social-card";
import { findRootData, fullTitle, type Matches } from "~/ui/layout/page-title";
import { truncate } from "~/values/format";

/** Search results cut off longer descriptions. */
const MAX_DESCRIPTION_LENGTH = 160;

/** A public page as search engines and link previews show it. */
export interface PublicPage {
  /** The business's name is appended. The default is the name and the place. */
  title?: string;
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
 * The `meta` of a public page: title, description, canonical URL, Open Graph, JSON-LD. Absolute URLs need PUBLIC_URL;
 * without it, tags that need one are left out.
 * @param describe describes the page, given the business and the public URL
 */
export function publicPage(matches: Matches, describe: (site: Site) => PublicPage): MetaDescriptor[] {
  const site = findRootData(matches);
  if (!site) return [];
  const { business, publicUrl, newArrivals } = site;
  const page = describe(site);
  const { city, state } = business.address;
  const title = page.title
    ? fullTitle(page.title, business.name)
    : fullTitle(business.name, `${city}, ${state}`);
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
    { property: "og:locale", content: "en_US" },
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
