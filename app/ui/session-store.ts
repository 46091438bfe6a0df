import { backOffMs, verifyToken } from "~/api-client";
import { forgetToken } from "~/api-client/token";
import {
  claimsOf,
  countdownSeconds,
  isWorthNoting,
  secondsUntil,
  standingAt,
  warnsOnLoad,
} from "~/models/session-clock";
import { type Leaving, leaveStaffPages } from "./session-leave";
import { isMarkedEnded, listenToTabs, shareActivity, sharedActivity } from "./session-tabs";
import { createTokenKeeper, PATIENCE_MS, type PageSession } from "./session-token";

/** What pages show of the session. */
export interface SessionView {
  /** `plain` until script has taken over, `verifying` while the first token is under way. */
  phase: "plain" | "verifying" | "open" | "leaving";
  /** Until the token's expiry. */
  secondsLeft: number;
  /** Left of the warning's countdown; undefined while there is nothing to warn of. */
  warningSeconds: number | undefined;
  /** Why there is no new token yet. */
  trouble: string | undefined;
  isRefreshing: boolean;
}

export interface SessionStore {
  /** Takes the session's clock up; answers with what stops it. */
  start: () => () => void;
  subscribe: (listener: () => void) => () => void;
  view: () => SessionView;
  /** The refresh button: a new token, and no warning. */
  refresh: () => Promise<void>;
  /** Continue Session: as `refresh`, and out where it fails. */
  extend: () => Promise<void>;
  logout: () => Promise<void>;
  noteActivity: () => void;
}

export const PLAIN_VIEW: SessionView = {
  phase: "plain",
  secondsLeft: 0,
  warningSeconds: undefined,
  trouble: undefined,
  isRefreshing: false,
};

const TICK_MS = 1_000;
/** An extension that finds no server is tried so often, since nobody is thrown out for one lost packet. */
const EXTENSION_ATTEMPTS = 3;

/**
 * The staff session's clock in one tab (specification, section 4). Every second it looks at the time instead of
 * trusting a timer: one that fires hours late, after a laptop slept, finds the session over.
 * @param onOtherSession called where the browser's session turns out to be another than the page's
 */
export function createSessionStore(page: PageSession, onOtherSession: () => void): SessionStore {
  const listeners = new Set<() => void>();
  let view = PLAIN_VIEW;
  let phase: SessionView["phase"] = "plain";
  let startedAt = 0;
  let lastActivity = 0;
  let lastLook = 0;
  let warnedOnLoad = false;

  const isOver = () => phase === "leaving" || phase === "plain";
  const token = createTokenKeeper(page, { isOver, onChange: publish, onOtherSession });

  function start(): () => void {
    startedAt = lastLook = lastActivity = Date.now();
    phase = "open";
    const stops = [
      listenToTabs({ onToken, onTokenGone, onEnded: look, onActivity: onActivityElsewhere }),
      every(TICK_MS, look),
      on(document, "visibilitychange", look),
      on(window, "pageshow", look),
      on(window, "online", () => void (token.trouble() && renewOrWait())),
    ];
    // The server could not be told of a logout, or has not heard yet: this session ended all the same.
    if (isMarkedEnded(page.id)) void leave("asked");
    else open(startedAt);
    publish();
    return () => {
      for (const stop of stops) stop();
      // A link found the session over and led to the sign-in: what is stored opens nothing any more.
      if (phase !== "leaving" && window.location.pathname === "/login") forgetToken();
      phase = "plain";
    };
  }

  function open(now: number): void {
    shareActivity(now);
    if (!token.restore()) {
      phase = "verifying";
      void renewOrWait();
      return;
    }
    warnedOnLoad = warnsOnLoad(token.expiresAt() ?? now, now);
    void verify();
  }

  async function verify(): Promise<void> {
    const verdict = await verifyToken({ signal: AbortSignal.timeout(PATIENCE_MS) });
    if (isOver()) return;
    if (verdict === "over") await leave("ended here");
    else if (verdict === "refresh") await renewOrWait();
  }

  function look(): void {
    if (isOver()) return;
    const now = Date.now();
    if (now < lastLook) token.clockWentBack(lastLook - now);
    lastLook = now;
    lastActivity = Math.max(Math.min(lastActivity, now), sharedActivity(now));
    if (isMarkedEnded(page.id)) void leave("ended elsewhere");
    else if (standingAt(lastActivity, now).state === "over") void leave("ended here");
    else if (token.isDue(now)) void renewOrWait();
    publish();
  }

  function noteActivity(): void {
    if (isOver() || !isWorthNoting(lastActivity, Date.now())) return;
    // Whoever comes back to a laptop that slept moves the mouse before any timer fires.
    look();
    if (!isOver()) restartTimers();
  }

  function restartTimers(): void {
    lastActivity = Date.now();
    warnedOnLoad = false;
    shareActivity(lastActivity);
    publish();
  }

  async function refresh(): Promise<void> {
    look();
    if (isOver()) return;
    restartTimers();
    await renewOrWait();
  }

  async function extend(): Promise<void> {
    look();
    if (isOver()) return;
    restartTimers();
    for (let attempt = 1; ; attempt++) {
      const failure = await token.renew();
      if (isOver()) return;
      if (failure?.problem === "unreachable" && attempt < EXTENSION_ATTEMPTS) {
        token.tryLater(failure);
        await new Promise((resolve) => setTimeout(resolve, backOffMs(attempt)));
        // The clock tries again by itself, and may have been lucky meanwhile.
        if (isOver() || !token.trouble()) return;
      } else if (failure && failure.problem !== "limited") return leave("ended here");
      else return settle(failure);
    }
  }

  /** A new token, or another try later; out where the session is over. */
  async function renewOrWait(): Promise<void> {
    const failure = await token.renew();
    if (isOver()) return;
    if (failure?.problem === "refused") return leave("ended elsewhere");
    settle(failure);
  }

  function settle(failure: Awaited<ReturnType<typeof token.renew>>): void {
    phase = "open";
    if (failure) token.tryLater(failure);
    else warnedOnLoad = false;
    publish();
  }

  function onToken(stored: string): void {
    const claims = claimsOf(stored);
    if (isOver() || !claims) return;
    if (!token.isOurs(claims)) onOtherSession();
    else if (token.adopt(stored)) settle(undefined);
  }

  function onTokenGone(gone: string | undefined): void {
    const claims = claimsOf(gone);
    // A tab that opens clears away what has expired: that is no logout.
    if (isOver() || (claims && (token.hasExpired(claims) || !token.isOurs(claims)))) return;
    void leave("ended elsewhere");
  }

  function onActivityElsewhere(): void {
    warnedOnLoad = false;
    look();
  }

  async function leave(why: Leaving): Promise<void> {
    if (isOver()) return;
    phase = "leaving";
    publish();
    await leaveStaffPages(page.id, why);
  }

  function publish(): void {
    const now = Date.now();
    view = {
      phase,
      secondsLeft: countdownSeconds(token.expiresAt(), startedAt, now),
      warningSeconds: isOver() ? undefined : warningSecondsAt(now),
      trouble: token.trouble(),
      isRefreshing: token.isRefreshing(),
    };
    for (const listener of listeners) listener();
  }

  function warningSecondsAt(now: number): number | undefined {
    const standing = standingAt(lastActivity, now);
    if (standing.state === "warning") return standing.secondsLeft;
    const expiresAt = token.expiresAt();
    return warnedOnLoad && expiresAt !== undefined ? secondsUntil(expiresAt, now) : undefined;
  }

  return {
    start,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    view: () => view,
    refresh,
    extend,
    logout: () => leave("asked"),
    noteActivity,
  };
}

function every(milliseconds: number, act: () => void): () => void {
  const timer = setInterval(act, milliseconds);
  return () => clearInterval(timer);
}

function on(target: EventTarget, type: string, act: () => void): () => void {
  target.addEventListener(type, act);
  return () => target.removeEventListener(type, act);
}
