import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { KEY_LIFETIME_MS } from "~/http/idempotency.server";

// It comes with the answer to a form, since the page itself is cached for everyone.
const cookie = createCookie(cookieName("browser"), { ...COOKIE_ATTRIBUTES, maxAge: KEY_LIFETIME_MS / 1000 });

/** What tells a browser that has sent an inquiry from all others; nobody can guess it. */
export function newBrowser(): string {
  return randomBytes(24).toString("base64url");
}

/** The browser that sends a request, if it has sent an inquiry within the last day. */
export async function readBrowser(request: Request): Promise<string | undefined> {
  const browser: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof browser === "string" && /^[\w-]{32}$/.test(browser) ? browser : undefined;
}

/** The header that gives a browser its cookie, for a day from now. */
export async function browserCookie(browser: string): Promise<HeadersInit> {
  return { "Set-Cookie": await cookie.serialize(browser) };
}
