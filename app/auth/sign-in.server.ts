import type { AppLoadContext } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import { staffTooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { logSecurity } from "~/doors/log.server";
import { SIGN_IN_SENTENCES, signInSchema } from "~/models/administrator";
import { type Administrator, findAdministrator } from "~/models/administrator.server";
import { lockedForSentence, stillLockedSentence } from "~/models/lockout";
import { countFailure, forgetFailures, lockedSeconds, type SignInAttempt } from "./lockout.server";
import { inTurn, matchesPassword } from "./password.server";

/** Who signed in, or why not: the sentence, and the status that page and API answer with. */
export type SignInAnswer =
  | { ok: true; administrator: Administrator }
  | { ok: false; status: 400 | 401 | 429; sentence: string; retryAfter?: number };

/**
 * Judges a username and a password: the one place that does, for the form and the API (decisions, section 4).
 * Unknown user and wrong password are alike in words and in time. What came of it is logged.
 * @param requestId ties the log's line to that of the request
 */
export async function signIn(
  body: unknown,
  clientAddress: string,
  requestId?: string,
): Promise<SignInAnswer> {
  const parsed = signInSchema.safeParse(body);
  if (!parsed.success) return { ok: false, status: 400, sentence: SIGN_IN_SENTENCES.missing };
  const limit = await countRequest("signIn", clientAddress);
  const refused = (reason: string) => logSecurity("sign-in-refused", { requestId, reason });
  if (!limit.ok) {
    refused("limit");
    return tooMany(limit.retryAfter);
  }
  const { username, password } = parsed.data;
  const attempt = { username, clientAddress };
  const locked = await lockedSeconds(attempt);
  if (locked > 0) {
    refused("locked");
    return stillLocked(locked);
  }
  const answer = await inTurn(() => judge(attempt, password, requestId));
  if (answer) return answer;
  refused("busy");
  return tooMany(BUSY_SECONDS);
}

/** `remix-auth` with its form strategy: `authenticate("form", request)` answers as `signIn` does. */
export function authenticatorFor({
  clientAddress,
  requestId,
}: Pick<AppLoadContext, "clientAddress" | "requestId">) {
  return new Authenticator<SignInAnswer>().use(
    new FormStrategy(({ form }) =>
      signIn({ username: form.get("username"), password: form.get("password") }, clientAddress, requestId),
    ),
  );
}

/** Where the line for the password check is too long, it is short again soon. */
const BUSY_SECONDS = 5;

async function judge(
  attempt: SignInAttempt,
  password: string,
  requestId: string | undefined,
): Promise<SignInAnswer> {
  const counted = await countFailure(attempt);
  if (!counted.open) {
    logSecurity("sign-in-refused", { requestId, reason: "locked" });
    return stillLocked(counted.seconds);
  }
  const account = await findAdministrator(attempt.username);
  // Asked for an unknown name too: one hash each, so that the two take as long.
  const right = await matchesPassword(password, account?.passwordHash);
  if (account && right) {
    await forgetFailures(attempt);
    logSecurity("sign-in", { requestId, administratorId: account.id });
    return { ok: true, administrator: account };
  }
  const { minutes } = counted;
  logSecurity("sign-in-failed", { requestId, administratorId: account?.id });
  if (minutes > 0) logSecurity("locked", { requestId, administratorId: account?.id, minutes });
  if (minutes > 0) return lockedOut(lockedForSentence(minutes), minutes * 60);
  return { ok: false, status: 401, sentence: SIGN_IN_SENTENCES.wrong };
}

function stillLocked(seconds: number): SignInAnswer {
  return lockedOut(stillLockedSentence(seconds), seconds);
}

function lockedOut(sentence: string, seconds: number): SignInAnswer {
  return { ok: false, status: 429, sentence, retryAfter: Math.max(1, Math.ceil(seconds)) };
}

function tooMany(retryAfter: number): SignInAnswer {
  return { ok: false, status: 429, sentence: staffTooManySentence(retryAfter), retryAfter };
}
