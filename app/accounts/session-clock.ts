import { SESSION_SECONDS } from "./session";

/*
 * Pure functions for the staff session's timers. Times are milliseconds since 1970, like
 * `Date.now()`.
 */

/** A token that expires within this time counts as expiring. */
const EXPIRY_MARGIN_MS = 300_000;
/** How long before its expiry a token is refreshed, and the bounds of the wait until then. */
const REFRESH_LEAD_MS = 300_000;
const MAX_REFRESH_DELAY_MS = 1_800_000;
const MIN_REFRESH_DELAY_MS = 1_000;
/** Inactivity until the warning, the length of its countdown, and inactivity until logout. */
const WARN_AFTER_MS = 780_000;
const COUNTDOWN_SECONDS = 120;
const LOGOUT_AFTER_MS = WARN_AFTER_MS + COUNTDOWN_SECONDS * 1_000;
/** Activity is recorded at most once in this time. */
const ACTIVITY_THROTTLE_MS = 5_000;
/** On load, the warning shows for a token that expires in less than the first and more than the second. */
const LOAD_WARNING_BELOW_MS = WARN_AFTER_MS;
const LOAD_WARNING_ABOVE_MS = 60_000;
/** Where the countdown starts if no expiry is known, and where it turns amber, in seconds. */
const COUNTDOWN_FALLBACK_SECONDS = SESSION_SECONDS;
export const AMBER_SECONDS = 300;

/** The claims of an access token. */
export interface TokenClaims {
  expiresAt: number;
  issuedAt: number | undefined;
  sessionId: string | undefined;
  userId: string | undefined;
}

/** The claims of a token, with its signature unchecked; undefined if it cannot be decoded. */
export function readClaims(token: string | null | undefined): TokenClaims | undefined {
  const payload = token?.split(".")[1];
  if (!payload) return undefined;
  try {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (letter) =>
      letter.charCodeAt(0),
    );
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    if (typeof claims !== "object" || claims === null) return undefined;
    const { exp, iat, sid, sub } = claims as Record<string, unknown>;
    if (typeof exp !== "number" || !Number.isFinite(exp)) return undefined;
    return {
      expiresAt: exp * 1_000,
      issuedAt: typeof iat === "number" ? iat * 1_000 : undefined,
      sessionId: typeof sid === "string" ? sid : undefined,
      userId: typeof sub === "string" ? sub : undefined,
    };
  } catch {
    return undefined;
  }
}

/** True for an expired token; a token that cannot be decoded counts as expired. */
export function isExpired(expiresAt: number | undefined, now: number): boolean {
  return expiresAt === undefined || expiresAt <= now;
}

/** True for a token that expires within 300 seconds or has expired. */
function isExpiring(expiresAt: number, now: number): boolean {
  return expiresAt - now <= EXPIRY_MARGIN_MS;
}

/**
 * How long to wait for the next refresh, in milliseconds: until 5 minutes before expiry, at least one second and at most
 * 30 minutes. A new token that is already expiring belongs to a session near its 12-hour limit, which a refresh cannot extend,
 * so it is used until it expires.
 */
export function refreshDelay(expiresAt: number, now: number, { isNew = false } = {}): number {
  const lead = isNew && isExpiring(expiresAt, now) ? 0 : REFRESH_LEAD_MS;
  return Math.min(Math.max(expiresAt - now - lead, MIN_REFRESH_DELAY_MS), MAX_REFRESH_DELAY_MS);
}

/** The state of the session, based on activity. */
type SessionPhase = { state: "open" } | { state: "warning"; secondsLeft: number } | { state: "over" };

/** The session's state at `now`. */
export function phaseAt(lastActivity: number, now: number): SessionPhase {
  const idle = now - lastActivity;
  if (idle >= LOGOUT_AFTER_MS) return { state: "over" };
  if (idle < WARN_AFTER_MS) return { state: "open" };
  return { state: "warning", secondsLeft: secondsUntil(lastActivity + LOGOUT_AFTER_MS, now) };
}

/** True if activity should be recorded: five seconds after the last record, or if the clock was set back. */
export function isActivityDue(lastRecorded: number, now: number): boolean {
  return now < lastRecorded || now - lastRecorded >= ACTIVITY_THROTTLE_MS;
}

/** True if a page that loads now should warn that its token expires in 1 to 13 minutes. */
export function shouldWarnOnLoad(expiresAt: number, now: number): boolean {
  const left = expiresAt - now;
  return left < LOAD_WARNING_BELOW_MS && left > LOAD_WARNING_ABOVE_MS;
}

/** Whole seconds until a time, at least 0. */
export function secondsUntil(time: number, now: number): number {
  return Math.max(0, Math.ceil((time - now) / 1_000));
}

/** Seconds in the bar's countdown: until the token expires, or from 1800 if no expiry is known. */
export function countdownSeconds(expiresAt: number | undefined, since: number, now: number): number {
  return secondsUntil(expiresAt ?? since + COUNTDOWN_FALLBACK_SECONDS * 1_000, now);
}

/** `2:00`, in the bar and in the warning. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The countdown for screen readers, announced three times instead of every second. */
export function spokenCountdown(seconds: number): string {
  if (seconds > 60) return "";
  if (seconds > 30) return "1 minute left";
  return seconds > 10 ? "30 seconds left" : "10 seconds left";
}
