/** Where staff land after signing in, unless they came from another page. */
export const STAFF_HOME = "/admin";

/** What needs doing today, of every subject. */
export const TODAY_PAGE = "/admin/today";

/** The page of one's own password and sessions. */
export const ACCOUNT_PAGE = "/admin/account";

const MAX_PATH_LENGTH = 2_000;
/** Every path on this site is plain characters between single slashes, so encoded characters are never needed. */
const PLAIN_PATH = /^(\/|(\/[\w.~-]+)+\/?)$/;
/** Sign-in, sign-out and the API are not pages to return to. */
const NOT_A_PAGE = /^\/(login|logout|api)(\.data)?(\/|$)/i;

/**
 * The path to return to after signing in, if it is on this site; otherwise `/admin`. Anything that a
 * browser or proxy might read as another site (`//evil`, `/\evil`, encoded or with a line break) gives `/admin`.
 */
export function safeReturnPath(requested: string | null | undefined): string {
  if (!requested || requested.length > MAX_PATH_LENGTH || /[\\\p{C}\p{Z}]/u.test(requested))
    return STAFF_HOME;
  const [path = ""] = requested.split(/[?#]/, 1);
  const base = "http://site.invalid";
  if (!PLAIN_PATH.test(path) || !URL.canParse(requested, base)) return STAFF_HOME;
  const { origin, pathname, search, hash } = new URL(requested, base);
  return origin === base && !NOT_A_PAGE.test(pathname) ? pathname + search + hash : STAFF_HOME;
}
