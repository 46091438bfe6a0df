import type { MetaDescriptor } from "@remix-run/node";
import type { Business } from "~/models/business";
import { shortened } from "~/models/shortened";

/** Search results and tabs cut a title off about here. */
const MOST_TITLE = 65;

/** What Remix gives to `meta` of the routes around it. */
export type Matches = readonly { id: string; data?: unknown }[];

/** What the root's data say of the site; undefined where they could not be had. */
export function siteOf(matches: Matches): { business: Business; publicUrl: string | undefined } | undefined {
  return matches.find((match) => match.id === "root")?.data as ReturnType<typeof siteOf>;
}

/** "Contact | Name of the business" */
export function fullTitle(title: string, name: string | undefined): string {
  return shortened(name ? `${title} | ${name}` : title, MOST_TITLE);
}

/**
 * The title and description of a page that nobody comes to by searching, for its `meta`: staff's, whose answers a
 * header keeps out of every index. A public page has `publicPage`.
 */
export function pageTitle(title: string, matches: Matches, description?: string): MetaDescriptor[] {
  return [
    { title: fullTitle(title, siteOf(matches)?.business.name) },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}

/** The title of a failure, or of an address where there is nothing: no index shall have it. */
export function failureTitle(title: string, matches: Matches): MetaDescriptor[] {
  return [...pageTitle(title, matches), { name: "robots", content: "noindex" }];
}
