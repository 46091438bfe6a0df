import { backOffMs, RefreshError, refreshSession } from "~/api-client";
import { forgetToken, keepToken, keptToken } from "~/api-client/token";
import type { StaffMember } from "~/models/session";
import { claimsOf, isExpired, refreshDelay, serverAhead, type TokenClaims } from "~/models/session-clock";
import { inTurn, sharedServerAhead, shareServerAhead } from "./session-tabs";

/** The session as the page came with it; the server is the authority. */
export interface PageSession {
  id: string;
  user: StaffMember;
  /** What the server's clock said, in milliseconds since 1970. */
  serverNow: number;
}

/** How long a call of the clock's own may take. */
export const PATIENCE_MS = 15_000;

/** The access token of this tab: restored, refreshed, shared with the other tabs. */
export interface TokenKeeper {
  /** Takes up a stored token that is this session's and not expired; one that has expired is cleared away. */
  restore: () => boolean;
  /**
   * Gets a new token, or adopts the one that another tab got; one refresh at a time, here and across tabs.
   * @returns why there is none
   */
  renew: () => Promise<RefreshError | undefined>;
  /** Takes a token that another tab stored, where it is newer than the one held; false where it is not taken. */
  adopt: (token: string | undefined) => boolean;
  /** Plans another try, as soon as the failure allows. */
  tryLater: (failure: RefreshError) => void;
  isOurs: (claims: TokenClaims) => boolean;
  /** True for a token that no longer opens anything, by the server's clock. */
  hasExpired: (claims: TokenClaims) => boolean;
  isDue: (now: number) => boolean;
  isRefreshing: () => boolean;
  /** The token's expiry by this computer's clock. */
  expiresAt: () => number | undefined;
  /** Why there is no new token yet. */
  trouble: () => string | undefined;
  /** This computer's clock was set back by so many milliseconds. */
  clockWentBack: (by: number) => void;
}

/**
 * @param isOver true once nobody wants a token any more
 * @param onChange called where something to show has changed
 * @param onOtherSession called where the browser's session turns out to be another than the page's
 */
export function createTokenKeeper(
  page: PageSession,
  { isOver, onChange, onOtherSession }: { isOver(): boolean; onChange(): void; onOtherSession(): void },
): TokenKeeper {
  /** The held token's expiry, by the server's clock. */
  let serverExpiry: number | undefined;
  let ahead = serverAhead(page.serverNow, Date.now());
  let refreshAt = Number.POSITIVE_INFINITY;
  let refreshing: Promise<RefreshError | undefined> | undefined;
  /** How many tokens were taken up here. */
  let taken = 0;
  let failures = 0;
  let trouble: string | undefined;

  function restore(): boolean {
    const token = keptToken();
    const claims = claimsOf(token);
    if (!token || !claims || hasExpired(claims)) {
      forgetToken();
      return false;
    }
    if (!isOurs(claims)) return false;
    hold(claims);
    keepToken(token, page.user);
    return true;
  }

  function renew(): Promise<RefreshError | undefined> {
    if (!refreshing) {
      refreshAt = Number.POSITIVE_INFINITY;
      const before = taken;
      refreshing = inTurn(() => adoptOrAsk(before))
        .then(() => undefined, asRefreshError)
        .finally(() => {
          refreshing = undefined;
        });
      onChange();
    }
    return refreshing;
  }

  async function adoptOrAsk(before: number): Promise<void> {
    // While this tab waited for its turn, another one may have got what was wanted.
    if (isOver() || taken !== before || adopt(keptToken())) return;
    const { accessToken, user } = await refreshSession({ signal: AbortSignal.timeout(PATIENCE_MS) });
    const claims = claimsOf(accessToken);
    if (!claims) throw new RefreshError("failed");
    if (isOver()) return;
    if (claims.issuedAt !== undefined) ahead = serverAhead(claims.issuedAt, Date.now());
    shareServerAhead(ahead);
    hold(claims);
    keepToken(accessToken, user ?? page.user);
    if (!isOurs(claims)) onOtherSession();
  }

  function adopt(token: string | undefined): boolean {
    const claims = claimsOf(token);
    if (!token || !claims || !isOurs(claims)) return false;
    if (serverExpiry !== undefined && claims.expiresAt <= serverExpiry) return false;
    const measured = sharedServerAhead();
    if (isExpired(claims.expiresAt - measured, Date.now())) return false;
    ahead = measured;
    hold(claims);
    return true;
  }

  function hold({ expiresAt }: TokenClaims): void {
    const before = serverExpiry === undefined ? undefined : serverExpiry - ahead;
    const now = Date.now();
    serverExpiry = expiresAt;
    taken += 1;
    refreshAt = now + refreshDelay(expiresAt - ahead, now, before);
    failures = 0;
    trouble = undefined;
  }

  function tryLater({ message, retryAfter }: RefreshError): void {
    failures += 1;
    trouble = message;
    refreshAt = Date.now() + (retryAfter === undefined ? backOffMs(failures) : retryAfter * 1_000);
    onChange();
  }

  function isOurs({ sessionId, userId }: TokenClaims): boolean {
    return (sessionId ?? page.id) === page.id && (userId ?? page.user._id) === page.user._id;
  }

  function hasExpired({ expiresAt }: TokenClaims): boolean {
    return isExpired(expiresAt - ahead, Date.now());
  }

  return {
    restore,
    renew,
    adopt,
    tryLater,
    isOurs,
    hasExpired,
    isDue: (now) => now >= refreshAt,
    isRefreshing: () => refreshing !== undefined,
    expiresAt: () => (serverExpiry === undefined ? undefined : serverExpiry - ahead),
    trouble: () => trouble,
    clockWentBack: (by) => {
      ahead += by;
    },
  };
}

function asRefreshError(failure: unknown): RefreshError {
  return failure instanceof RefreshError ? failure : new RefreshError("failed", { cause: failure });
}
