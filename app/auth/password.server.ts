import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { turns } from "~/doors/turns.server";

/** OWASP's strength for Argon2id: 19 MiB, two passes, one lane (docs/decisions/sign-in.md). */
const STRENGTH = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash that no password gives, so that an unknown name takes as long as a wrong password. */
const nobodysHash = hash(randomBytes(32), STRENGTH);

/** The hash of a new password, salted. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), STRENGTH);
}

/** True where the password gives this hash. Without a hash it takes as long, and is false. */
export async function matchesPassword(password: string, kept: string | undefined): Promise<boolean> {
  const same = await verify(kept ?? (await nobodysHash), password.normalize("NFKC"));
  return same && kept !== undefined;
}

/**
 * Runs the check of a password when it is its turn; undefined where the line is too long to wait in. Two at once
 * (decisions, section 9): a flood of guesses leaves memory and a core for everyone else.
 */
export const inTurn = turns({ atOnce: 2, waiting: 20 });
