import type { RouteConfigEntry } from "@remix-run/route-config";

/** A page that is measured. */
export interface PublicPage {
  /** As `app/routes.ts` has it, from the root on. */
  route: string;
  /** Where it is looked at. */
  address: string;
  /** A page that nobody should find in a search engine, nor be answered 200: its bytes and shifts count, its scores do not. */
  bytesOnly?: true;
}

/** The address of a vehicle that has a picture stands here once the inventory is drawn. */
export const SOME_VEHICLE = "/inventory/:id";

/** Every public page, in the order of `app/routes.ts`. */
export const PUBLIC_PAGES: readonly PublicPage[] = [
  { route: "/", address: "/" },
  { route: "/about", address: "/about" },
  { route: "/repair", address: "/repair" },
  { route: "/parts", address: "/parts" },
  { route: "/partsrequest", address: "/partsrequest" },
  { route: "/inventory", address: "/inventory" },
  { route: SOME_VEHICLE, address: SOME_VEHICLE },
  { route: "/contact", address: "/contact" },
  { route: "/privacy-policy", address: "/privacy-policy" },
  { route: "/accessibility", address: "/accessibility" },
  { route: "/partsmatrix", address: "/partsmatrix" },
  { route: "/*", address: "/there-is-no-such-page", bytesOnly: true },
];

/** What is no visitor's page: staff's, the API's, and files such as `/sitemap.xml`. */
const NOT_A_PAGE = /^\/(admin|api|login|logout)(\/|$)|\.\w+$/;

/**
 * The pages that the site has.
 * @throws Error naming each public route that the list above does not have
 */
export function pagesOf(routes: readonly RouteConfigEntry[]): PublicPage[] {
  const paths = new Set(routes.flatMap((route) => pathsOf(route, "")));
  const known = new Set(PUBLIC_PAGES.map(({ route }) => route));
  const forgotten = [...paths].filter((path) => !NOT_A_PAGE.test(path) && !known.has(path));
  if (forgotten.length > 0) {
    throw new Error(`bench/pages/public-pages.ts does not have ${forgotten.join(", ")}`);
  }
  return PUBLIC_PAGES.filter(({ route }) => paths.has(route));
}

/** The listed pages that the site does not have. */
export function pagesMissing(pages: readonly PublicPage[]): string[] {
  return PUBLIC_PAGES.filter((page) => !pages.includes(page)).map(({ route }) => route);
}

function pathsOf({ path, index, children }: RouteConfigEntry, parent: string): string[] {
  const here = path ? `${parent}/${path}` : parent;
  if (children && children.length > 0) return children.flatMap((child) => pathsOf(child, here));
  return index || path ? [here || "/"] : [];
}
