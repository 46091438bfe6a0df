import { createCookie } from "@remix-run/node";
import { COOKIE_ATTRIBUTES, cookieName } from "~/cookie.server";
import { type Administrator, findAdministratorById } from "~/models/administrator.server";
import { SESSION_MAX_SECONDS, type StaffSession } from "~/models/session";
import { findSession } from "~/models/session.server";
import { sessionSecret } from "~/secret.server";

/** Holds the session's secret. The row is the authority; the browser forgets it when it could no longer be open. */
const sessionCookie = createCookie(cookieName("session"), {
  ...COOKIE_ATTRIBUTES,
  maxAge: SESSION_MAX_SECONDS,
});

/**
 * Who signed in here last, signed: opens nothing, but a form that is posted after its session ended can be held for
 * them (decisions, section 4). Outlives the session by a day.
 */
const ownerCookie = createCookie(cookieName("staff"), {
  ...COOKIE_ATTRIBUTES,
  maxAge: SESSION_MAX_SECONDS + 24 * 60 * 60,
  secrets: [sessionSecret],
});

/** The open session that a request's cookie names. */
export async function sessionOf(request: Request, now: Date): Promise<StaffSession | undefined> {
  const secret: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && /^[\w-]{43}$/.test(secret) ? findSession(secret, now) : undefined;
}

/** The account that signed in last in the browser that asks, where it still is one. */
export async function lastSignedIn(request: Request): Promise<Administrator | undefined> {
  const id: unknown = await ownerCookie.parse(request.headers.get("Cookie"));
  return typeof id === "string" ? findAdministratorById(id) : undefined;
}

/** The headers that give a browser its session. */
export async function sessionHeaders(secret: string, { user }: StaffSession): Promise<Headers> {
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie.serialize(secret));
  headers.append("Set-Cookie", await ownerCookie.serialize(user._id));
  return headers;
}

/** The header that takes the session away again. */
export async function noSessionHeaders(): Promise<Headers> {
  return new Headers({ "Set-Cookie": await sessionCookie.serialize("", { maxAge: 0 }) });
}
