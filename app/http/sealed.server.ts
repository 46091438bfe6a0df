import { openSealedWith, sealWith } from "./sealing.server";
import { sessionSecret } from "./session-secret.server";

/**
 * Encrypts a text or bytes with a key of the site's secret, so that its holder can neither read nor change it.
 * @param purpose what it is for: sealed for one purpose it opens for no other
 */
export function seal(purpose: string, content: string | Uint8Array): string {
  return sealWith(sessionSecret, purpose, content);
}

/** The text that was sealed; undefined for anything else, and once the site has another secret. */
export function openSealed(purpose: string, sealed: string): string | undefined {
  return openSealedBytes(purpose, sealed)?.toString("utf8");
}

/** The bytes that were sealed; undefined in the same cases. */
export function openSealedBytes(purpose: string, sealed: string): Buffer | undefined {
  return openSealedWith(sessionSecret, purpose, sealed);
}
