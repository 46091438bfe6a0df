import type { MetaDescriptor } from "@remix-run/node";
import type { Business } from "~/business/links";
import { truncate } from "~/values/format";

/** Search results and tabs cut off longer titles. */
const MAX_TITLE_LENGTH = 65;

/** The `matches` argument of a route's `meta`. */
export type Matches = readonly { id: string; data?: unknown }[];

/** The root loader's data; undefined if it failed. */
export function findRootData(
  matches: Matches,
): { business: Business; publicUrl: string | undefined; newArrivals?: string } | undefined {
  return matches.find((match) => match.id === "root")?.data as ReturnType<typeof findRootData>;
}

/**
 * The title of a page that no search engine lists, `Dismantled Vehicles | Name of the business`: the staff's, which a header keeps out, and
 * private ones; the others use `publicPage`.
 */
export function pageTitle(title: string, matches: Matches, description?: string): MetaDescriptor[] {
  const name = findRootData(matches)?.business.name;
  return [
    { title: truncate(name ? `${title} | ${name}` : title, MAX_TITLE_LENGTH) },
    ...(description ? [{ name: "description", content: description }] : []),
  ];
}

/** The `meta` of an error page. */
export function failureTitle(title: string, matches: Matches): MetaDescriptor[] {
  return unlistedPage(title, matches);
}

/** The `meta` of a page that search engines must not index. */
export function unlistedPage(title: string, matches: Matches): MetaDescriptor[] {
  return [...pageTitle(title, matches), { name: "robots", content: "noindex" }];
}
