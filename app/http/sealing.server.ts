import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const [NONCE_BYTES, TAG_BYTES] = [12, 16];

/**
 * Encrypts a text or bytes with a key of a site's secret, so that its holder can neither read nor change it.
 * @param purpose what it is for: sealed for one purpose it opens for no other
 */
export function sealWith(secret: string, purpose: string, content: string | Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, keyFor(secret, purpose), nonce);
  const sealed = [cipher.update(Buffer.from(content)), cipher.final()];
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString("base64url");
}

/** The bytes that were sealed; undefined for anything else, and with another secret. */
export function openSealedWith(secret: string, purpose: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, keyFor(secret, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

function keyFor(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", `sealed: ${purpose}`, 32));
}
