import { createCookie } from "@remix-run/node";
import { COOKIE_ATTRIBUTES, SESSION_COOKIE } from "~/http/cookie.server";
import { logSecurity } from "~/http/log.server";
import type { Administrator } from "./administrator.server";
import { dropPendingCode } from "./pending-sign-in.server";
import { SESSION_KEPT_SECONDS, SESSION_MAX_SECONDS, type StaffSession } from "./session";
import { endSession, findLastSession, findSession, startSession } from "./session.server";

/**
 * Contains the session's secret. It lives as long as the longest session may be kept; the database decides when a session ends, and for how
 * long after that a form is saved for its owner.
 */
const sessionCookie = createCookie(SESSION_COOKIE, {
  ...COOKIE_ATTRIBUTES,
  maxAge: SESSION_MAX_SECONDS + SESSION_KEPT_SECONDS,
});

/**
 * Opens a session after sign-in, and ends the browser's previous one and what waits for a code in it. Logs what came of the sign-in.
 * @param options.withFactor whether a second factor was asked for
 * @returns the session, and the headers that set the browser's cookies; undefined if the account was removed, or got another password or
 * second factor, while these were being checked
 */
export async function openSession(
  request: Request,
  administrator: Administrator,
  { now, requestId, withFactor }: { now: Date; requestId: string; withFactor: boolean },
): Promise<{ session: StaffSession; headers: Headers } | undefined> {
  const previous = await readLastSession(request, now);
  const started = await startSession(administrator, now, { withFactor });
  logSecurity(started ? "sign-in" : "sign-in-failed", { requestId, administratorId: administrator.id });
  if (!started) return undefined;
  if (previous) await endSession(previous.id);
  const { secret, session } = started;
  const headers = new Headers({ "Set-Cookie": await sessionCookie.serialize(secret) });
  await dropPendingCode(request, headers);
  return { session, headers };
}

/** The open session that the request's cookie identifies. */
export async function readSession(request: Request, now: Date): Promise<StaffSession | undefined> {
  const secret = await readSecret(request);
  return secret === undefined ? undefined : findSession(secret, now);
}

/**
 * The session that the request's cookie identifies, open or timed out within the last day. One that has timed out grants no access; a form
 * that is posted with it is saved for its owner.
 */
export async function readLastSession(request: Request, now: Date): Promise<StaffSession | undefined> {
  const secret = await readSecret(request);
  return secret === undefined ? undefined : findLastSession(secret, now);
}

async function readSecret(request: Request): Promise<string | undefined> {
  const secret: unknown = await sessionCookie.parse(request.headers.get("Cookie"));
  return typeof secret === "string" && /^[\w-]{43}$/.test(secret) ? secret : undefined;
}

/** The header that clears the session's cookie. */
export async function clearSessionHeaders(): Promise<Headers> {
  return new Headers({ "Set-Cookie": await sessionCookie.serialize("", { maxAge: 0 }) });
}
