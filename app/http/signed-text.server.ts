import { createHmac, timingSafeEqual } from "node:crypto";
import { sessionSecret } from "./session-secret.server";

/** Signs text for one purpose, and verifies its signatures. */
interface Signer {
  sign(text: string): string;
  isSigned(text: string, signature: string): boolean;
}

/**
 * A signer with a separate key, derived from the session secret, so nothing signed for another purpose passes. Changing the secret makes
 * every signature invalid.
 */
export function signerFor(purpose: string): Signer {
  const key = createHmac("sha256", sessionSecret).update(purpose).digest();
  const sign = (text: string) => createHmac("sha256", key).update(text).digest("base64url").slice(0, 32);
  return { sign, isSigned: (text, signature) => isSameSecret(signature, sign(text)) };
}

/** Whether two secrets are the same. The time it takes doesn't reveal where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
