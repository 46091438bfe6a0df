import { createHmac } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { addressKey, sharedLimiter } from "~/doors/limits.server";
import { usernameKey } from "~/models/administrator";
import { lockMinutesAfter } from "~/models/lockout";
import { sessionSecret } from "~/secret.server";

/** Failures are forgotten a day after the first. */
const MEMORY = { points: 1_000_000, duration: 24 * 60 * 60 };
/** A lock is a counter that one alone can raise, for as long as it lasts. */
const LOCK = { points: 1, duration: 60 };

/** Who tries to sign in, and from where: an attacker elsewhere cannot lock the owner out (decisions, section 4). */
export interface SignInAttempt {
  username: string;
  clientAddress: string;
}

/** The seconds for which this name is still locked from this address; 0 where it is open. */
export async function lockedSeconds(attempt: SignInAttempt): Promise<number> {
  const held = await (await locks()).get(keyOf(attempt));
  return held ? Math.max(0, held.msBeforeNext / 1000) : 0;
}

/** An attempt that may go on to the password check, or the seconds for which the account is locked. */
export type Counted =
  | {
      open: true /** For how long it locks the account if it fails; 0 where it stays open. */;
      minutes: number;
    }
  | { open: false; seconds: number };

/**
 * Counts an attempt as failed, before its password is judged, so that guesses side by side all count. The one that
 * locks the account takes the lock, which only one can hold, also among several processes; any other is turned away.
 */
export async function countFailure(attempt: SignInAttempt): Promise<Counted> {
  const key = keyOf(attempt);
  const counter = await failures();
  const { consumedPoints } = await counter.penalty(key);
  const minutes = lockMinutesAfter(consumedPoints);
  if (minutes === 0) return { open: true, minutes };
  try {
    await (await locks()).consume(key, 1, { customDuration: minutes * 60 });
    return { open: true, minutes };
  } catch (held) {
    if (!(held instanceof RateLimiterRes)) throw held;
    // Nobody judged it, so it was no failure.
    await counter.reward(key);
    return { open: false, seconds: held.msBeforeNext / 1000 };
  }
}

/** A success takes back the count and the lock (specification, section 4). */
export async function forgetFailures(attempt: SignInAttempt): Promise<void> {
  const key = keyOf(attempt);
  await Promise.all([(await failures()).delete(key), (await locks()).delete(key)]);
}

function failures() {
  return sharedLimiter("signInFailures", MEMORY);
}

function locks() {
  return sharedLimiter("signInLock", LOCK);
}

// Names and addresses are nobody's business, so the file holds neither.
function keyOf({ username, clientAddress }: SignInAttempt): string {
  return createHmac("sha256", sessionSecret)
    .update(JSON.stringify([usernameKey(username), addressKey(clientAddress)]))
    .digest("base64url");
}
