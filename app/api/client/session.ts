import type { StaffMember } from "~/accounts/session";
import {
  ApiError,
  errorMessageIn,
  InvalidResponseError,
  type RequestOptions,
  requestJson,
  toFields,
} from "./request";

type Options = Pick<RequestOptions, "fetch">;

/** A new access token, or why there is none; `retryAfter` in seconds. */
export type RefreshResult =
  | { ok: true; accessToken: string; user: StaffMember | undefined }
  | { ok: false; reason: "ended" | "failed" | "unreachable"; message: string }
  | { ok: false; reason: "limited"; message: string; retryAfter: number };

/** How long to wait after a 429 that does not say. */
const DEFAULT_RETRY_AFTER_SECONDS = 60;
/** The longest wait that a timer can hold. */
const MAX_RETRY_AFTER_SECONDS = 2_147_483;

const REFRESH_FAILED = "Failed to refresh token";
const UNREACHABLE = "No connection. Trying again.";

/** Requests a new access token for the session of the cookie. */
export async function refreshSession(options: Options = {}): Promise<RefreshResult> {
  try {
    const body = toFields(await requestJson("/auth/refresh", { ...options, method: "POST", body: {} }));
    const { accessToken, user } = body;
    if (typeof accessToken !== "string" || !accessToken) return refreshFailed("failed");
    return { ok: true, accessToken, user: isStaffMember(user) ? user : undefined };
  } catch (error) {
    if (error instanceof InvalidResponseError) return refreshFailed("failed");
    if (!(error instanceof ApiError)) return { ok: false, reason: "unreachable", message: UNREACHABLE };
    if (error.status !== 429) return refreshFailed(error.status === 401 ? "ended" : "failed");
    const retryAfter = retryAfterSeconds(error.details.retryAfter);
    return {
      ok: false,
      reason: "limited",
      message: `Rate limited. Retrying in ${retryAfter} seconds`,
      retryAfter,
    };
  }
}

/** What the server says about the stored token; `unknown` if there was no response. */
type Verification = "valid" | "refresh" | "ended" | "unknown";

/**
 * Has the server check the stored token. A 401, a 403, `valid: false` and a response that is
 * not JSON ask for a refresh; an error about an invalid or revoked token ends the session.
 */
export async function verifySession(options: Options = {}): Promise<Verification> {
  try {
    const body = toFields(await requestJson("/auth/verify", options));
    return body.valid === true ? "valid" : toVerification(errorMessageIn(JSON.stringify(body)));
  } catch (error) {
    if (error instanceof ApiError) return toVerification(error.message);
    return error instanceof InvalidResponseError ? "refresh" : "unknown";
  }
}

/**
 * Ends the session on the server, for its token and its cookie at once.
 * @returns true if the session is over on the server
 */
export async function logout(options: Options = {}): Promise<boolean> {
  try {
    await requestJson("/auth/logout", { ...options, method: "POST", body: {}, keepalive: true });
    return true;
  } catch (error) {
    return error instanceof ApiError && error.status === 401;
  }
}

/** The `retryAfter` field of a 429 in whole seconds; 60 if it is missing or unusable. */
function retryAfterSeconds(value: unknown): number {
  const seconds = typeof value === "string" ? Number.parseFloat(value) : value;
  if (typeof seconds !== "number" || !Number.isFinite(seconds) || seconds < 0)
    return DEFAULT_RETRY_AFTER_SECONDS;
  return Math.min(Math.max(1, Math.ceil(seconds)), MAX_RETRY_AFTER_SECONDS);
}

function refreshFailed(reason: "ended" | "failed"): RefreshResult {
  return { ok: false, reason, message: REFRESH_FAILED };
}

function isStaffMember(value: unknown): value is StaffMember {
  const { _id, username } = toFields(value);
  return typeof _id === "string" && typeof username === "string";
}

function toVerification(message: string): Verification {
  return /\b(?:invalid|revoked)\b.*\btoken\b|\btoken\b.*\b(?:invalid|revoked)\b/i.test(message)
    ? "ended"
    : "refresh";
}
