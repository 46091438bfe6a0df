import { createHmac } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import { sessionSecret } from "~/http/session-secret.server";
import type { StaffSession } from "./session";
import { findSessionById } from "./session.server";

const ALGORITHM = "HS256";
const TYPE = "at+jwt";
const ISSUER = "yard";
const AUDIENCE = "yard-api";

// A derived key, so nothing else signed with the secret passes for a token.
const key = createHmac("sha256", sessionSecret).update("access token").digest();

/** Why a token was rejected. The client logs out on `invalid` and `revoked`. */
export type TokenError = "missing" | "invalid" | "expired" | "revoked";
/** The result of `verifyToken`. */
type VerifiedToken = { ok: true; session: StaffSession } | { ok: false; error: TokenError };

/** The API's error messages for a rejected token. */
export const TOKEN_MESSAGES: Record<TokenError, string> = {
  missing: "Please sign in: the request has no access token",
  invalid: "Invalid access token",
  expired: "The access token has expired",
  revoked: "The access token was revoked",
};

/** Issues a token for `/api` that references its session and expires with it. */
export function issueToken(session: StaffSession, now: Date): Promise<string> {
  return new SignJWT({ sid: session.id, username: session.user.username })
    .setProtectedHeader({ alg: ALGORITHM, typ: TYPE })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setSubject(session.user._id)
    .setIssuedAt(seconds(now))
    .setExpirationTime(seconds(session.expiresAt))
    .sign(key);
}

/** Verifies a request's bearer token: its signature and type, and that its session is still open. */
export async function verifyToken(request: Request, now: Date): Promise<VerifiedToken> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) return fail(request.headers.has("Authorization") ? "invalid" : "missing");
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [ALGORITHM],
      typ: TYPE,
      issuer: ISSUER,
      audience: AUDIENCE,
      requiredClaims: ["sub", "sid", "exp"],
      currentDate: now,
    });
    const session = typeof payload.sid === "string" ? await findSessionById(payload.sid, now) : undefined;
    if (!session || session.user._id !== payload.sub) return fail("revoked");
    return { ok: true, session };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return fail("expired");
    if (error instanceof errors.JOSEError) return fail("invalid");
    throw error;
  }
}

function fail(error: TokenError): VerifiedToken {
  return { ok: false, error };
}

function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
