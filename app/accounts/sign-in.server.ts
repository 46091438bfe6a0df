import type { AppLoadContext } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { staffTooManyRequestsMessage } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { SIGN_IN_MESSAGES, signInSchema } from "./administrator";
import { type Administrator, findAdministrator } from "./administrator.server";
import { lockedMessage, stillLockedMessage } from "./lockout";
import { clearFailures, countFailure, lockoutSecondsLeft, type SignInAttempt } from "./lockout.server";
import { limitHashing, verifyPassword } from "./password.server";

/** The account, or the error message and HTTP status; `retryAfter` in seconds. */
export type SignInResult =
  | { ok: true; administrator: Administrator }
  | { ok: false; status: 400 | 401 | 429; message: string; retryAfter?: number };

/**
 * Checks a username and a password, for the form and for the API, and logs a failure. An unknown
 * user and a wrong password give the same message and take the same time.
 */
export async function signIn(body: unknown, clientIp: string, requestId?: string): Promise<SignInResult> {
  const parsed = signInSchema.safeParse(body);
  if (!parsed.success) return { ok: false, status: 400, message: SIGN_IN_MESSAGES.missing };
  return authenticate(parsed.data, clientIp, requestId);
}

/**
 * Checks a password within the limits and the lockout of signing in, so that a page left open on a shared computer is no way
 * to guess it. Logs a failure; `message` is the sign-in's.
 */
export async function authenticate(
  { username, password }: { username: string; password: string },
  clientIp: string,
  requestId: string | undefined,
): Promise<SignInResult> {
  const limit = await consumeRateLimit("signIn", clientIp);
  const logRejected = (reason: string) => logSecurity("sign-in-rejected", { requestId, reason });
  if (!limit.ok) {
    logRejected("limit");
    return tooMany(limit.retryAfter);
  }
  const attempt = { username, clientIp };
  const locked = await lockoutSecondsLeft(attempt);
  if (locked > 0) {
    logRejected("locked");
    return stillLocked(locked);
  }
  const result = await limitHashing(() => checkPassword(attempt, password, requestId));
  if (result) return result;
  logRejected("busy");
  return tooMany(BUSY_SECONDS);
}

/** `remix-auth` with its form strategy: `authenticate("form", request)` returns what `signIn` returns. */
export function authenticatorFor({ clientIp, requestId }: Pick<AppLoadContext, "clientIp" | "requestId">) {
  return new Authenticator<SignInResult>().use(
    new FormStrategy(({ form }) =>
      signIn({ username: form.get("username"), password: form.get("password") }, clientIp, requestId),
    ),
  );
}

/** How soon to try again when too many password checks are waiting, in seconds. */
const BUSY_SECONDS = 5;

async function checkPassword(
  attempt: SignInAttempt,
  password: string,
  requestId: string | undefined,
): Promise<SignInResult> {
  const counted = await countFailure(attempt);
  if (!counted.open) {
    logSecurity("sign-in-rejected", { requestId, reason: "locked" });
    return stillLocked(counted.seconds);
  }
  const account = await findAdministrator(attempt.username);
  // Verified even for an unknown username, so that it takes as long as a wrong password.
  const isCorrect = await verifyPassword(
    password,
    account?.turnedOffAt ? undefined : account?.passwordHash || undefined,
  );
  if (account && isCorrect) {
    await clearFailures(attempt);
    return { ok: true, administrator: account };
  }
  const { minutes } = counted;
  logSecurity("sign-in-failed", { requestId, administratorId: account?.id });
  if (minutes > 0) logSecurity("locked", { requestId, administratorId: account?.id, minutes });
  if (minutes > 0) return lockedResult(lockedMessage(minutes), minutes * 60);
  return { ok: false, status: 401, message: SIGN_IN_MESSAGES.wrong };
}

function stillLocked(seconds: number): SignInResult {
  return lockedResult(stillLockedMessage(seconds), seconds);
}

function lockedResult(message: string, seconds: number): SignInResult {
  return { ok: false, status: 429, message, retryAfter: Math.max(1, Math.ceil(seconds)) };
}

function tooMany(retryAfter: number): SignInResult {
  return { ok: false, status: 429, message: staffTooManyRequestsMessage(retryAfter), retryAfter };
}
