import type { AppLoadContext } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { actAs, requireSameActor, staffMember } from "~/context.server";
import { accountTooManyRequestsMessage, busyMessage, staffTooManyRequestsMessage } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit, type LimitedClient } from "~/http/rate-limits.server";
import { SIGN_IN_MESSAGES, signInSchema } from "./administrator";
import { type Administrator, findAdministrator } from "./administrator.server";
import { hasSecondFactor } from "./factor-state.server";
import { lockedMessage, stillLockedMessage } from "./lockout";
import {
  clearFailures,
  countFailure,
  forgiveFailure,
  lockoutSecondsLeft,
  type SignInAttempt,
} from "./lockout.server";
import { BUSY_SECONDS, limitHashing, verifyPassword } from "./password.server";
import { toRole } from "./roles";
import { CODE_MESSAGES } from "./second-factor";
import { takeCode } from "./second-factor.server";
import type { StaffSession } from "./session";

/** The account, and whether it needs a code too; or the error message and HTTP status, `retryAfter` in seconds. */
type SignInResult = { ok: true; administrator: Administrator; needsCode: boolean } | SignInFailure;

interface SignInFailure {
  ok: false;
  status: 400 | 401 | 429;
  message: string;
  retryAfter?: number;
  /** True for a wrong password that locks the account; `message` then says only that. */
  hasLocked?: true;
}

/**
 * Checks a username and a password, for the form and for the API, and logs a failure. An unknown
 * user and a wrong password give the same message and take the same time.
 */
export async function signIn(body: unknown, clientIp: string, requestId?: string): Promise<SignInResult> {
  const parsed = signInSchema.safeParse(body);
  if (!parsed.success)
    return { ok: false, status: 400, message: parsed.error.issues[0]?.message ?? SIGN_IN_MESSAGES.missing };
  const { username, password } = parsed.data;
  return authenticate({ username, client: clientIp }, password, requestId);
}

/** Checks a password within the limits and the lockout. Logs a failure; `message` is the sign-in's. */
async function authenticate(
  attempt: SignInAttempt,
  password: string,
  requestId: string | undefined,
): Promise<SignInResult> {
  const rejected = await rejectAttempt(attempt, requestId);
  if (rejected) return rejected;
  const result = await limitHashing(() => checkPassword(attempt, password, requestId));
  if (result) return result;
  logSecurity("sign-in-rejected", { requestId, reason: "busy" });
  return { ok: false, status: 429, message: busyMessage(BUSY_SECONDS), retryAfter: BUSY_SECONDS };
}

/**
 * Checks the code that an account is asked for after its password, and uses it up. A wrong one counts like a wrong password, so that
 * someone who has the password can't try them all.
 */
export async function verifyCode(
  account: Administrator,
  code: string,
  { clientIp, requestId }: { clientIp: string; requestId: string },
): Promise<{ ok: true } | SignInFailure> {
  if (code.trim() === "") return { ok: false, status: 400, message: CODE_MESSAGES.missing };
  const attempt = { username: account.username, client: clientIp };
  const rejected = await rejectAttempt(attempt, requestId);
  if (rejected) return rejected;
  const counted = await countFailure(attempt);
  if (!counted.open) return stillLocked(counted.seconds);
  const { id: administratorId, username } = account;
  const actor = staffMember({ user: { _id: administratorId, username }, role: toRole(account.role) }, "page");
  const check = await actAs(actor, new Date(), () => takeCode(account, code.slice(0, MAX_CODE_LENGTH)));
  if (check === "right") {
    await clearFailures(attempt);
    return { ok: true };
  }
  const { minutes } = counted;
  logSecurity("sign-in-failed", { requestId, administratorId, reason: "code" });
  if (minutes > 0) {
    logSecurity("locked", { requestId, administratorId, minutes });
    return lockedResult(sayBoth(CODE_MESSAGES[check], lockedMessage(minutes)), minutes * 60);
  }
  return { ok: false, status: 401, message: CODE_MESSAGES[check] };
}

const MAX_CODE_LENGTH = 40;

/**
 * Whether someone who is signed in knows the account's password, before a change to what protects the account. Counted and locked like
 * signing in, so that a page left open on a shared computer is no way to guess it; but by session, so that nobody else at their IP address
 * or at that page can lock them out.
 * @throws Response if their session has ended or their role has changed
 */
export async function confirmPassword(
  { id, user: { username } }: Pick<StaffSession, "id" | "user">,
  password: string,
  { requestId }: { requestId: string },
): Promise<SignInResult> {
  if (password === "") return { ok: false, status: 400, message: PASSWORD_MISSING };
  const result = await authenticate({ username, client: { id } }, password, requestId);
  if (result.ok) await requireSameActor();
  else if (result.hasLocked) return { ...result, message: sayBoth(NOT_CURRENT, result.message) };
  // 401 would say that the session has ended.
  return result.ok || result.status !== 401 ? result : { ok: false, status: 400, message: NOT_CURRENT };
}

export const PASSWORD_MISSING = "Please enter your current password";
export const NOT_CURRENT = "That's not your current password";

/** Why an attempt is not looked at: too many from one address or session, or the account is locked for it. */
async function rejectAttempt(
  attempt: SignInAttempt,
  requestId: string | undefined,
): Promise<SignInFailure | undefined> {
  const { client } = attempt;
  const limit = await consumeRateLimit(typeof client === "string" ? "signIn" : "confirmPassword", client);
  if (!limit.ok) {
    logSecurity("sign-in-rejected", { requestId, reason: "limit" });
    return tooMany(limit.retryAfter, client);
  }
  const locked = await lockoutSecondsLeft(attempt);
  if (locked === 0) return undefined;
  logSecurity("sign-in-rejected", { requestId, reason: "locked" });
  return stillLocked(locked);
}

/** What was wrong, and that it locks the account: the lock alone wouldn't tell them to check for a typo. */
function sayBoth(wrong: string, locked: string): string {
  return `${wrong.replace(/\.$/, "")}. ${locked}`;
}

/**
 * `remix-auth` with its form strategy: `authenticate("form", request)` returns what `signIn` returns, but with what was wrong where that
 * locks the account.
 */
export function authenticatorFor({ clientIp, requestId }: Pick<AppLoadContext, "clientIp" | "requestId">) {
  return new Authenticator<SignInResult>().use(
    new FormStrategy(async ({ form }) => {
      const typed = { username: form.get("username"), password: form.get("password") };
      const result = await signIn(typed, clientIp, requestId);
      return result.ok || !result.hasLocked
        ? result
        : { ...result, message: sayBoth(SIGN_IN_MESSAGES.wrong, result.message) };
    }),
  );
}

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
    const needsCode = await hasSecondFactor(account.id);
    // Signing in continues with a code, which clears the failures; a confirmation asks for none.
    const isFirstOfTwo = needsCode && typeof attempt.client === "string";
    await (isFirstOfTwo ? forgiveFailure(attempt, counted) : clearFailures(attempt));
    return { ok: true, administrator: account, needsCode };
  }
  const { minutes } = counted;
  logSecurity("sign-in-failed", { requestId, administratorId: account?.id });
  if (minutes > 0) logSecurity("locked", { requestId, administratorId: account?.id, minutes });
  if (minutes > 0) return { ...lockedResult(lockedMessage(minutes), minutes * 60), hasLocked: true };
  return { ok: false, status: 401, message: SIGN_IN_MESSAGES.wrong };
}

function stillLocked(seconds: number): SignInFailure {
  return lockedResult(stillLockedMessage(seconds), seconds);
}

function lockedResult(message: string, seconds: number): SignInFailure {
  return { ok: false, status: 429, message, retryAfter: Math.max(1, Math.ceil(seconds)) };
}

function tooMany(retryAfter: number, client: LimitedClient): SignInFailure {
  const toMessage = typeof client === "string" ? staffTooManyRequestsMessage : accountTooManyRequestsMessage;
  return { ok: false, status: 429, message: toMessage(retryAfter), retryAfter };
}
