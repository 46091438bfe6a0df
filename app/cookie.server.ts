import { config } from "./config.server";

const secure = config.PUBLIC_URL?.startsWith("https:") ?? false;

/** What every cookie of the site has: out of script's reach, sent along on our own pages, under https there alone. */
export const COOKIE_ATTRIBUTES = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

/** A cookie's name. Under https the browser itself sees to it that no other host of the domain can set it. */
export function cookieName(name: string): string {
  return secure ? `__Host-${name}` : name;
}
