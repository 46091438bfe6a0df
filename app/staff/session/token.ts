import type { StaffMember } from "~/accounts/session";
import { isExpired, readClaims, refreshDelay, type TokenClaims } from "~/accounts/session-clock";
import { backoffMs } from "~/api/client/request";
import { type RefreshResult, refreshSession } from "~/api/client/session";
import { clearToken, readToken, storeToken } from "~/api/client/session-storage";

/** The session as the page was loaded with it. */
export interface PageSession {
  id: string;
  user: StaffMember;
}

type RefreshFailure = Extract<RefreshResult, { ok: false }>;

/** How long to wait for another tab's refresh, in milliseconds. */
const OTHER_TAB_WAIT_MS = 5_000;

interface TokenOptions {
  /** False after the session has ended in this tab. */
  isActive: () => boolean;
  /** Called when the values below may have changed. */
  onChange: () => void;
  /** Called when the browser has signed in to a different session. */
  onOtherSession: () => void;
}

/** The access token of this tab: restored from local storage, refreshed before it expires, and shared by all tabs. */
export function createAccessToken(page: PageSession, { isActive, onChange, onOtherSession }: TokenOptions) {
  let expiresAt: number | undefined;
  let refreshAt = Number.POSITIVE_INFINITY;
  let refreshing: Promise<RefreshFailure | undefined> | undefined;
  let failures = 0;
  let error: string | undefined;

  /** Uses the stored token if it belongs to this session and has not expired; an expired one is removed. */
  function restore(): boolean {
    const claims = readClaims(readToken());
    if (!claims || isExpired(claims.expiresAt, Date.now())) clearToken();
    else if (belongsToPage(claims)) {
      expiresAt = claims.expiresAt;
      refreshAt = Date.now() + refreshDelay(expiresAt, Date.now());
      return true;
    }
    return false;
  }

  /** Gets a new token, one request at a time; returns why there is none. */
  function refresh(): Promise<RefreshFailure | undefined> {
    refreshing ??= refreshOncePerBrowser().finally(() => {
      refreshing = undefined;
      onChange();
    });
    onChange();
    return refreshing;
  }

  /** One refresh at a time across tabs; on plain http, which has no `navigator.locks`, each tab refreshes on its own. */
  async function refreshOncePerBrowser(): Promise<RefreshFailure | undefined> {
    if (!navigator.locks) return requestToken();
    return navigator.locks.request("session-refresh", { ifAvailable: true }, async (lock) => {
      if (lock) return requestToken();
      // Another tab is refreshing: its token arrives as a storage event.
      refreshAt = Date.now() + OTHER_TAB_WAIT_MS;
      return undefined;
    });
  }

  async function requestToken(): Promise<RefreshFailure | undefined> {
    refreshAt = Number.POSITIVE_INFINITY;
    const result = await refreshSession();
    if (!isActive()) return undefined;
    if (!result.ok) {
      failures += 1;
      error = result.message;
      refreshAt =
        Date.now() + (result.reason === "limited" ? result.retryAfter * 1_000 : backoffMs(failures));
      return result;
    }
    storeToken(result.accessToken, result.user ?? page.user);
    adopt(result.accessToken);
    return undefined;
  }

  /** Uses a token that the server has just issued, to this tab or to another. */
  function adopt(token: string): boolean {
    const claims = readClaims(token);
    if (!claims) return false;
    if (!belongsToPage(claims)) {
      onOtherSession();
      return false;
    }
    // Now plus its lifetime, so that a wrong clock does not cause constant refreshes.
    const now = Date.now();
    expiresAt = claims.issuedAt === undefined ? claims.expiresAt : now + claims.expiresAt - claims.issuedAt;
    refreshAt = now + refreshDelay(expiresAt, now, { isNew: true });
    failures = 0;
    error = undefined;
    return true;
  }

  function belongsToPage({ sessionId, userId }: TokenClaims): boolean {
    return (sessionId ?? page.id) === page.id && (userId ?? page.user._id) === page.user._id;
  }

  return {
    restore,
    refresh,
    adopt,
    isRefreshDue: () => Date.now() >= refreshAt,
    isRefreshing: () => refreshing !== undefined,
    /** When the token expires, in milliseconds since 1970. */
    expiresAt: () => expiresAt,
    /** Why the last refresh failed. */
    error: () => error,
  };
}
