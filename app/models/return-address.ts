/** Where staff go after signing in, unless they asked for another place (specification, section 2). */
export const STAFF_HOME = "/admin";

const LONGEST_ADDRESS = 2_000;
/** Every path of this site is of plain letters between single slashes, so nothing encoded can hide in one. */
const PLAIN_PATH = /^(\/|(\/[\w.~-]+)+\/?)$/;
/** Signing in is no place to go to after signing in, and neither is what answers with JSON. */
const NO_PAGE = /^\/(login|logout|api)(\.data)?(\/|$)/i;

/**
 * A place to go to after signing in: a path on this site, else `/admin` (decisions, section 4). Whatever a browser
 * or a proxy might take for another site (`//evil`, `/\evil`, also encoded, or with a line break) is not one.
 */
export function returnAddress(asked: string | null | undefined): string {
  if (!asked || asked.length > LONGEST_ADDRESS || /[\\\p{C}\p{Z}]/u.test(asked)) return STAFF_HOME;
  const [path = ""] = asked.split(/[?#]/, 1);
  const here = "http://site.invalid";
  if (!PLAIN_PATH.test(path) || !URL.canParse(asked, here)) return STAFF_HOME;
  const { origin, pathname, search, hash } = new URL(asked, here);
  return origin === here && !NO_PAGE.test(pathname) ? pathname + search + hash : STAFF_HOME;
}
