import { createHash, randomBytes } from "node:crypto";

/** A new secret that lets whoever has it in: 256 bits in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** A secret as it is stored: whoever reads the database learns nothing to sign in with. */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
