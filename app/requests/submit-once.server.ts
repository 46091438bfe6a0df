import { randomBytes } from "node:crypto";
import { createCookie } from "@remix-run/node";
import { actAs, CUSTOMER } from "~/context.server";
import { COOKIE_ATTRIBUTES, cookieName } from "~/http/cookie.server";
import { KEY_LIFETIME_MS, storeOnce } from "~/http/idempotency.server";
import type { ReferencePrefix } from "~/values/id";
import { customerKey } from "./customer-link.server";

// It comes with the answer to a form, since the page itself is cached for everyone.
const cookie = createCookie(cookieName("browser"), { ...COOKIE_ATTRIBUTES, maxAge: KEY_LIFETIME_MS / 1000 });

/** The URL's `sent` if another browser, or this one without its cookie, sent the same before. */
export const SENT_BEFORE = "before";

interface Submission {
  /** The form's name, which no other form has. */
  scope: string;
  /** All that was typed. The page is cached for everyone, so its form can't have a key: its content is the key. */
  said: unknown;
  prefix: ReferencePrefix;
  now: Date;
}

/**
 * Stores the form of a cached page once, however often it is sent within a day.
 * @returns `sent` for the URL of the confirmation: the key of the customer's link, for the browser that sent it first, since anyone can
 * type what someone else has sent; and the headers that tell this browser from all others for a day
 */
export async function submitOnce(
  request: Request,
  { scope, said, prefix, now }: Submission,
  store: () => Promise<{ _id: string }>,
): Promise<{ sent: string; headers: HeadersInit }> {
  const browser = (await readBrowser(request)) ?? randomBytes(24).toString("base64url");
  const stored = await actAs(CUSTOMER, now, () =>
    storeOnce(scope, said, now, async () => ({ _id: (await store())._id, browser })),
  );
  const sent = stored.browser === browser ? customerKey({ prefix, id: stored._id }, now) : SENT_BEFORE;
  return { sent, headers: { "Set-Cookie": await cookie.serialize(browser) } };
}

/** The browser that sends a request, if it has sent a form within the last day. */
async function readBrowser(request: Request): Promise<string | undefined> {
  const browser: unknown = await cookie.parse(request.headers.get("Cookie"));
  return typeof browser === "string" && /^[\w-]{32}$/.test(browser) ? browser : undefined;
}
