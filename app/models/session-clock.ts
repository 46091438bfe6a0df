import { SESSION_SECONDS } from "./session";

/*
 * The arithmetic of the staff session's clock (specification, sections 4 and 9): functions of a token's expiry, the
 * last activity and now. Moments are milliseconds since 1970, as `Date.now()` gives them.
 */

/** A token that expires within this is expiring. */
export const EXPIRY_MARGIN_MS = 300_000;
/** How long before its expiry a token is refreshed, and the bounds of the wait until then. */
export const REFRESH_LEAD_MS = 300_000;
export const LONGEST_REFRESH_DELAY_MS = 1_800_000;
export const SHORTEST_REFRESH_DELAY_MS = 1_000;
/** Without activity: the warning, its countdown, the end. */
export const WARN_AFTER_MS = 780_000;
export const COUNTDOWN_SECONDS = 120;
export const LOGOUT_AFTER_MS = WARN_AFTER_MS + COUNTDOWN_SECONDS * 1_000;
/** Activity counts at most once in so long. */
export const ACTIVITY_THROTTLE_MS = 5_000;
/** On load, a token that expires in less than this, but in more than the next, is warned of. */
export const LOAD_WARNING_BELOW_MS = WARN_AFTER_MS;
export const LOAD_WARNING_ABOVE_MS = 60_000;
/** What the countdown starts from where no expiry is known, and where it turns amber, in seconds. */
export const COUNTDOWN_FALLBACK_SECONDS = SESSION_SECONDS;
export const AMBER_SECONDS = 300;

/** A computer's clock that is wrong by less than this does no harm: every lead is longer. */
const HARMLESS_SKEW_MS = 60_000;
/** A refresh that gains less than this gained nothing: the session is at its last end. */
const LEAST_GAIN_MS = 1_000;

/** What an access token says of itself. */
export interface TokenClaims {
  expiresAt: number;
  issuedAt: number | undefined;
  sessionId: string | undefined;
  userId: string | undefined;
}

/** Reads a token without judging its signature, which is the server's affair; undefined where it is none. */
export function claimsOf(token: string | null | undefined): TokenClaims | undefined {
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

/** True for a token that no longer opens anything; one without a readable expiry counts as expired. */
export function isExpired(expiresAt: number | undefined, now: number): boolean {
  return expiresAt === undefined || expiresAt <= now;
}

/** True for a token that expires within 300 seconds, or has. */
export function isExpiring(expiresAt: number | undefined, now: number): boolean {
  return expiresAt === undefined || expiresAt - now <= EXPIRY_MARGIN_MS;
}

/**
 * How long to wait with the next refresh, in milliseconds: until 5 minutes before expiry, at least one second, at
 * most 30 minutes. Where the token is expiring and the last refresh moved nothing (12 hours after sign-in nothing
 * does), until the expiry itself: asking every second would only meet the limit.
 * @param before the expiry of the token that this one came for
 */
export function refreshDelay(expiresAt: number, now: number, before?: number): number {
  const gained = before === undefined || expiresAt - before >= LEAST_GAIN_MS;
  const lead = gained || !isExpiring(expiresAt, now) ? REFRESH_LEAD_MS : 0;
  return Math.min(Math.max(expiresAt - now - lead, SHORTEST_REFRESH_DELAY_MS), LONGEST_REFRESH_DELAY_MS);
}

/** How long nothing has happened, in milliseconds. A clock that went back has seen nothing happen yet. */
export function idleFor(lastActivity: number, now: number): number {
  return Math.max(0, now - lastActivity);
}

/** How the session stands by activity alone; whoever looks hours late finds it over, not warned of. */
export type Standing = { state: "open" } | { state: "warning"; secondsLeft: number } | { state: "over" };

export function standingAt(lastActivity: number, now: number): Standing {
  const idle = idleFor(lastActivity, now);
  if (idle >= LOGOUT_AFTER_MS) return { state: "over" };
  if (idle < WARN_AFTER_MS) return { state: "open" };
  return { state: "warning", secondsLeft: secondsUntil(lastActivity + LOGOUT_AFTER_MS, now) };
}

/** True where activity now is worth noting: five seconds after the last that was, or after a clock went back. */
export function isWorthNoting(lastNoted: number, now: number): boolean {
  return now < lastNoted || now - lastNoted >= ACTIVITY_THROTTLE_MS;
}

/** True where a page that loads now warns of its token's expiry: in less than 13 minutes, in more than one. */
export function warnsOnLoad(expiresAt: number, now: number): boolean {
  const left = expiresAt - now;
  return left < LOAD_WARNING_BELOW_MS && left > LOAD_WARNING_ABOVE_MS;
}

/** Whole seconds until a moment, never less than none. */
export function secondsUntil(moment: number, now: number): number {
  return Math.max(0, Math.ceil((moment - now) / 1_000));
}

/** Seconds that the bar's countdown shows: until the token's expiry, or from 1800 where none is known. */
export function countdownSeconds(expiresAt: number | undefined, since: number, now: number): number {
  return secondsUntil(expiresAt ?? since + COUNTDOWN_FALLBACK_SECONDS * 1_000, now);
}

/** `2:00` */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** `02:00` */
export function formatClock(seconds: number): string {
  return formatCountdown(seconds).padStart(5, "0");
}

/** What a screen reader is told of the countdown: at a few moments, not each second; empty before the first. */
export function spokenCountdown(seconds: number): string {
  if (seconds > 60) return "";
  if (seconds > 30) return "1 minute left";
  return seconds > 10 ? "30 seconds left" : "10 seconds left";
}

/**
 * By how many milliseconds the server's clock is ahead of this computer's, which may be wrong by hours: a token's
 * expiry is the server's time. Less than a minute is only the page's way here.
 */
export function serverAhead(serverNow: number, now: number): number {
  const ahead = serverNow - now;
  return Math.abs(ahead) < HARMLESS_SKEW_MS ? 0 : ahead;
}
