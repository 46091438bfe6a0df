import { createHash, randomBytes } from "node:crypto";

/** A new secret that lets its holder in: 256 bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A secret as it is stored: someone who reads the database can't sign in with it. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
