import { config } from "~/config.server";

const secure = config.PUBLIC_URL?.startsWith("https:") ?? false;

/** The attributes of every cookie: hidden from scripts, same-site, and sent only over https if the site uses https. */
export const COOKIE_ATTRIBUTES = { httpOnly: true, sameSite: "lax", path: "/", secure } as const;

/** A cookie's name. Over https it has the `__Host-` prefix, so no other host in the domain can set it. */
export function cookieName(name: string): string {
  return secure ? `__Host-${name}` : name;
}

/** The name of the cookie of a staff session. */
export const SESSION_COOKIE = cookieName("session");
