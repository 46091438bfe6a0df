import { createCookie } from "@remix-run/node";
import { endWayBack } from "~/backup/way-back.server";
import { COOKIE_ATTRIBUTES, cookieName, SESSION_COOKIE } from "~/http/cookie.server";
import { logSecurity } from "~/http/log.server";
import { sessionSecret } from "~/http/session-secret.server";
import { type Administrator, findAdministratorById } from "./administrator.server";
import { SESSION_MAX_SECONDS, type StaffSession } from "./session";
import { endSession, findSession, startSession } from "./session.server";

/** Contains the session's secret. It lives as long as the longest session; the database decides when a session ends. */
const sessionCookie = createCookie(SESSION_COOKIE, {
  ...COOKIE_ATTRIBUTES,
  maxAge: SESSION_MAX_SECONDS,
});

/**
 * Who signed in last in this browser, signed. It grants no access; it lets a form that is posted after the session ended be
 * saved for its owner. It lives a day longer than a session.
 */
const lastUserCookie = createCookie(cookieName("staff"), {
  ...COOKIE_ATTRIBUTES,
  maxAge: SESSION_MAX_SECONDS + 24 * 60 * 60,
  secrets: [sessionSecret],
});

/**
 * Opens a session after sign-in, and ends the browser's previous one. Logs what came of the sign-in.
 * @param options.withFactor whether a second factor was asked for
 * @returns the session, and the headers that set its cookies; undefined if the account was removed, or got another password or
 * second factor, while these were being checked
 */
export async function openSession(
  request: Request,
  administrator: Administrator,
  { now, requestId, withFactor }: { now: Date; requestId: string; withFactor: boolean },
): Promise<{ session: StaffSession; headers: Headers } | undefined> {
  const previous = await readSession(request, now);
  const started = await startSession(administrator, now, { withFactor });
  logSecurity(started ? "sign-in" : "sign-in-failed", { requestId, administratorId: administrator.id });
  if (!started) return undefined;
  if (previous) await endSession(previous.id);
  const { secret, session } = started;
  // Whoever has restored a backup got in with what it had.
  if (session.role === "owner") await endWayBack(request, now);
  return { session, headers: await sessionHeaders(secret, session) };
}

/** The open session that the request's cookie identifies. */
export async function readSession(request: Request, now: Date): Promise<StaffSession | undefined> {
  const secret: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && /^[\w-]{43}$/.test(secret) ? findSession(secret, now) : undefined;
}

/** The account that signed in last in this browser, if it may still sign in. */
export async function readLastUser(request: Request): Promise<Administrator | undefined> {
  const id: unknown = await lastUserCookie.parse(request.headers.get("Cookie"));
  const account = typeof id === "string" ? await findAdministratorById(id) : undefined;
  return account?.turnedOffAt === null ? account : undefined;
}

/** The headers that set a session's cookies. */
async function sessionHeaders(secret: string, { user }: StaffSession): Promise<Headers> {
  const headers = new Headers();
  headers.append("Set-Cookie", await sessionCookie.serialize(secret));
  headers.append("Set-Cookie", await lastUserCookie.serialize(user._id));
  return headers;
}

/** The header that clears the session's cookie. */
export async function clearSessionHeaders(): Promise<Headers> {
  return new Headers({ "Set-Cookie": await sessionCookie.serialize("", { maxAge: 0 }) });
}
