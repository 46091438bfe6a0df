import { createHmac } from "node:crypto";
import { RateLimiterRes } from "rate-limiter-flexible";
import { createRateLimiter, type LimitedClient, limitDuration, limitKey } from "~/http/rate-limits.server";
import { sessionSecret } from "~/http/session-secret.server";
import { usernameKey } from "./administrator";
import { LOCKOUT_STEPS, lockMinutesAfter } from "./lockout";

/** Failures expire a day after the first. */
const FAILURES = { points: 1_000_000, duration: 24 * 60 * 60 };
/** A lock is a limiter with one point that lasts as long as the lock. */
const LOCK = { points: 1, duration: 60 };

/**
 * A username and the IP address it comes from: an attacker elsewhere can't lock out the owner. For someone signed in, their session
 * instead: nobody else at their address or in another of their sessions can lock it out.
 */
export interface SignInAttempt {
  username: string;
  client: LimitedClient;
}

/** The seconds that this username remains locked for this client; 0 if it is not locked. */
export async function lockoutSecondsLeft(attempt: SignInAttempt): Promise<number> {
  const key = lockoutKey(attempt);
  await limitToOwnLength(key);
  const lock = await locks().get(key);
  return lock ? Math.max(0, lock.msBeforeNext / 1000) : 0;
}

/**
 * `open`: the password may be checked, and a failure locks the account for `minutes` (0 for none). Otherwise the account is
 * locked for `seconds`.
 */
type FailureCount = { open: true; minutes: number } | { open: false; seconds: number };

/**
 * Counts an attempt as failed before its password is checked, so that parallel guesses all count. Only one attempt can take
 * the lock, even across processes; the others are rejected.
 */
export async function countFailure(attempt: SignInAttempt): Promise<FailureCount> {
  const key = lockoutKey(attempt);
  await limitToOwnLength(key);
  const counter = failures();
  const { consumedPoints } = await counter.penalty(key);
  const minutes = lockMinutesAfter(consumedPoints);
  if (minutes === 0) return { open: true, minutes };
  try {
    await locks().consume(key, 1, { customDuration: minutes * 60 });
    return { open: true, minutes };
  } catch (lock) {
    if (!(lock instanceof RateLimiterRes)) throw lock;
    // The password is not checked, so this is not a failure.
    await counter.reward(key);
    return { open: false, seconds: lock.msBeforeNext / 1000 };
  }
}

/**
 * Takes back what one attempt counted: its password was right, but the sign-in waits for a code. Failed codes stay counted, and so does a
 * lock that they have caused in the meantime.
 * @param options.minutes for how long the attempt itself took the lock
 */
export async function forgiveFailure(
  attempt: SignInAttempt,
  { minutes }: { minutes: number },
): Promise<void> {
  const key = lockoutKey(attempt);
  await Promise.all([failures().reward(key), minutes > 0 ? locks().delete(key) : undefined]);
}

/** Clears the count and the lock after a successful sign-in. */
export async function clearFailures(attempt: SignInAttempt): Promise<void> {
  const key = lockoutKey(attempt);
  await Promise.all([failures().delete(key), locks().delete(key)]);
}

function failures() {
  return createRateLimiter("signInFailures", FAILURES);
}

function locks() {
  return createRateLimiter("signInLock", LOCK);
}

/** If the clock has been set back, a lock lasts its own length from now, not until the clock is where it was. */
async function limitToOwnLength(key: string): Promise<void> {
  await limitDuration(failures(), key);
  const counted = (await failures().get(key))?.consumedPoints ?? 0;
  // The failures may expire during the lock.
  const minutes = lockMinutesAfter(counted) || LOCKOUT_STEPS[0].minutes;
  await limitDuration(locks(), key, minutes * 60);
}

// Hashed, so the database contains no usernames or IP addresses.
function lockoutKey({ username, client }: SignInAttempt): string {
  return createHmac("sha256", sessionSecret)
    .update(JSON.stringify([usernameKey(username), limitKey(client)]))
    .digest("base64url");
}
