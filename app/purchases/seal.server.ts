import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { sessionSecret } from "~/http/session-secret.server";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "what is kept of sellers", 32));

/**
 * Encrypts what only an owner may see, with a key of its own that follows from the session secret.
 * @param id of the item that it is stored as: moved to another item it no longer opens
 * @returns base64 of nonce, tag and ciphertext
 */
export function seal(id: string, content: Uint8Array): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(id));
  const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64");
}

/** What `seal` encrypted; undefined if it was with another secret, or changed since. */
export function unseal(id: string, sealed: string): Buffer | undefined {
  const bytes = Buffer.from(sealed, "base64");
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(id));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(encrypted), decipher.final()]);
  } catch {
    return undefined;
  }
}
