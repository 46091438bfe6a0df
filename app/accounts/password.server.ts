import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { limitConcurrency } from "~/http/concurrency.server";
import { toNormalForm } from "~/values/normalize";

/** OWASP's parameters for Argon2id: 19 MiB, two passes, one lane (docs/decisions/sign-in.md). */
const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The most that checking a hash may cost: several times what ours cost, yet too little to stall the site. */
const MOST_COSTS = { m: 65_536, t: 10, p: 4 };

/** Whether this program makes such a hash, or a later one may: checking one from a foreign database might never end. */
export function isPasswordHash(stored: string): boolean {
  const costs = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$[\w+/]{11,64}\$[\w+/]{16,128}$/.exec(
    stored,
  );
  if (!costs) return false;
  const [m, t, p] = costs.slice(1).map(Number) as [number, number, number];
  return m <= MOST_COSTS.m && t <= MOST_COSTS.t && p <= MOST_COSTS.p;
}

/** A hash that matches no password, so that an unknown username takes as long as a wrong password. */
const unmatchedHash = hash(randomBytes(32), ARGON2_OPTIONS);

/** Hashes a password with a random salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(toNormalForm(password, "NFKC"), ARGON2_OPTIONS);
}

/** True if the password matches the hash. Without a hash it returns false after the same time. */
export async function verifyPassword(password: string, storedHash: string | undefined): Promise<boolean> {
  const matches = await verify(storedHash ?? (await unmatchedHash), toNormalForm(password, "NFKC"));
  return matches && storedHash !== undefined;
}

/**
 * Runs a password check, two at a time; undefined if too many are waiting. Limits the memory and CPU that a flood of guesses can
 * use.
 */
export const limitHashing = limitConcurrency({ atOnce: 2, waiting: 20 });

/** How soon to try again when too many password checks are waiting, in seconds. */
export const BUSY_SECONDS = 5;
