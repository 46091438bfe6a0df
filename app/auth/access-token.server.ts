import { createHmac } from "node:crypto";
import { errors, jwtVerify, SignJWT } from "jose";
import type { StaffSession } from "~/models/session";
import { findSessionById } from "~/models/session.server";
import { sessionSecret } from "~/secret.server";

const ALGORITHM = "HS256";
const TYPE = "at+jwt";
const ISSUER = "yard";
const AUDIENCE = "yard-api";

// A key of its own, so that nothing else signed with the secret can pass for a token.
const key = createHmac("sha256", sessionSecret).update("access token").digest();

/** Why a token is not accepted; the specification's client logs out on `invalid` and `revoked` (section 4). */
export type TokenRefusal = "missing" | "invalid" | "expired" | "revoked";
export type JudgedToken = { ok: true; session: StaffSession } | { ok: false; refusal: TokenRefusal };

export const TOKEN_SENTENCES: Record<TokenRefusal, string> = {
  missing: "Please sign in: the request has no access token",
  invalid: "Invalid access token",
  expired: "The access token has expired",
  revoked: "The access token was revoked",
};

/** A token for `/api` that names its session and expires with it (decisions, section 4). */
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

/** Judges the bearer token of a request: signature and type, then the session's row, which has the last word. */
export async function judgeToken(request: Request, now: Date): Promise<JudgedToken> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(request.headers.get("Authorization") ?? "")?.[1];
  if (!token) return refuse(request.headers.has("Authorization") ? "invalid" : "missing");
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
    if (!session || session.user._id !== payload.sub) return refuse("revoked");
    return { ok: true, session };
  } catch (error) {
    if (error instanceof errors.JWTExpired) return refuse("expired");
    if (error instanceof errors.JOSEError) return refuse("invalid");
    throw error;
  }
}

function refuse(refusal: TokenRefusal): JudgedToken {
  return { ok: false, refusal };
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
