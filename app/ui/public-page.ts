import type { MetaDescriptor } from "@remix-run/node";
import { absolute } from "~/models/outside-address";
import type { SharedPicture } from "~/models/shared-picture";
import { shortened } from "~/models/shortened";
import { SOCIAL_CARD } from "~/models/social-card";
import type { Site, Thing } from "~/models/structured-data";
import { fullTitle, type Matches, siteOf } from "./page-title";

/** Search results show about this much. */
const MOST_DESCRIPTION = 160;

/** How a public page is found, and looks where its link is shared. */
export interface PublicPage {
  /** Without the business's name, which is added. Left out: the name itself, and the place. */
  title?: string;
  description: string;
  /** Its one address, whatever the visitor's says: without filters, sort or search. */
  path: string;
  /** Where it has one of its own; else the card of the business. */
  picture?: SharedPicture | undefined;
  /** What it is about, for machines. */
  things?: readonly (Thing | undefined)[];
}

/**
 * What the head of a public page says of it: title, description, canonical address, Open Graph, JSON-LD. Absolute
 * addresses come from PUBLIC_URL (decisions, section 9); without it there are none, and what consists of one is left out.
 * @param describe given the site, since most pages name the business or its place
 */
export function publicPage(matches: Matches, describe: (site: Site) => PublicPage): MetaDescriptor[] {
  const site = siteOf(matches);
  if (!site) return [];
  const { business, publicUrl } = site;
  const page = describe(site);
  const { city, state } = business.address;
  const title = page.title
    ? fullTitle(page.title, business.name)
    : fullTitle(business.name, `${city}, ${state}`);
  const description = shortened(page.description, MOST_DESCRIPTION);
  const url = absolute(publicUrl, page.path);
  const picture = page.picture ?? { ...SOCIAL_CARD, alt: `A road sign: ${business.name}` };
  const image = absolute(publicUrl, picture.path);
  const things = page.things?.filter((thing) => thing !== undefined) ?? [];
  return [
    { title },
    { name: "description", content: description },
    ...(url ? [{ tagName: "link", rel: "canonical", href: url }] : []),
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
    ...(things.length > 0
      ? [{ "script:ld+json": { "@context": "https://schema.org", "@graph": things } as never }]
      : []),
  ];
}
