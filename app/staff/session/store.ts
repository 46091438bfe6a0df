import { createContext, useContext, useSyncExternalStore } from "react";
import {
  countdownSeconds,
  isActivityDue,
  phaseAt,
  secondsUntil,
  shouldWarnOnLoad,
} from "~/accounts/session-clock";
import { logout, verifySession } from "~/api/client/session";
import { clearToken, readItem, TOKEN_KEY, writeItem } from "~/api/client/session-storage";
import { createAccessToken, type PageSession } from "./token";

/**
 * Dispatched on `window` right before the browser is sent to `/login` because the session is over: the last moment to
 * save what has been typed.
 */
export const STAFF_SESSION_ENDING = "staff-session-ending";

/** What pages show of the session. */
export interface SessionView {
  /** `inactive` until script runs, `verifying` until the first token is there. */
  phase: "inactive" | "verifying" | "open" | "leaving";
  /** Seconds until the token expires, or until the warning's countdown is over. */
  secondsLeft: number;
  /** Seconds left in the warning's countdown; undefined if there is no warning. */
  warningSeconds: number | undefined;
  /** Why the last refresh failed. */
  refreshError: string | undefined;
  isRefreshing: boolean;
}

interface SessionStore {
  /** Starts the clock; returns what stops it. */
  start: () => () => void;
  subscribe: (listener: () => void) => () => void;
  view: () => SessionView;
  /** Gets a new token and dismisses the warning. */
  refresh: () => Promise<void>;
  /** Continue Session: like `refresh`, but logs out if it fails. */
  extend: () => Promise<void>;
  logout: () => Promise<void>;
  recordActivity: () => void;
}

export const INACTIVE_VIEW: SessionView = {
  phase: "inactive",
  secondsLeft: 0,
  warningSeconds: undefined,
  refreshError: undefined,
  isRefreshing: false,
};

export const SessionContext = createContext<SessionStore | undefined>(undefined);

/** The session clock of the page. */
export function useStaffSession(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error("useStaffSession needs a StaffSession around it");
  return store;
}

/** The session's visible state, which changes every second. */
export function useSessionView(): SessionView {
  const store = useStaffSession();
  return useSyncExternalStore(store.subscribe, store.view, () => INACTIVE_VIEW);
}

/** Why the browser leaves the staff pages: logout, timeout, or an end elsewhere (another tab, the server). */
type LeaveReason = "logout" | "timeout" | "ended-elsewhere";

/** Keys in local storage, shared by all tabs: the time of the last activity and the id of the last ended session. */
const ACTIVITY_KEY = "lastActivity";
const ENDED_KEY = "endedSession";

/**
 * The clock of a staff session in one tab. It compares times every second instead of setting
 * long timers, which stop while a laptop sleeps.
 * @param onOtherSession called when the browser has signed in to a different session
 */
export function createSessionStore(page: PageSession, onOtherSession: () => void): SessionStore {
  const listeners = new Set<() => void>();
  let view = INACTIVE_VIEW;
  let phase: SessionView["phase"] = "inactive";
  let startedAt = 0;
  let lastActivity = 0;
  let warnsOfExpiry = false;

  const isActive = () => phase === "verifying" || phase === "open";
  const token = createAccessToken(page, { isActive, onChange: publish, onOtherSession });

  function start(): () => void {
    startedAt = Date.now();
    phase = "open";
    const { signal, stop } = createStopSignal();
    const timer = setInterval(check, 1_000);
    window.addEventListener("storage", onStorage, { signal });
    window.addEventListener("pageshow", check, { signal });
    document.addEventListener("visibilitychange", check, { signal });
    window.addEventListener("online", () => token.error() && void refreshOnSchedule(), { signal });
    // The session ended in this browser but the server was not reached: log out now.
    if (readItem(ENDED_KEY) === page.id) void leave("logout");
    else open();
    publish();
    return () => {
      stop();
      clearInterval(timer);
      // A link led to the sign-in because the session had ended.
      if (phase !== "leaving" && window.location.pathname === "/login") clearToken();
      phase = "inactive";
    };
  }

  function open(): void {
    recordActivityAt(startedAt);
    if (token.restore()) {
      warnsOfExpiry = shouldWarnOnLoad(token.expiresAt() ?? startedAt, startedAt);
      void verify();
    } else {
      phase = "verifying";
      void refreshOnSchedule();
    }
  }

  async function verify(): Promise<void> {
    const result = await verifySession();
    if (!isActive()) return;
    if (result === "ended") await leave("timeout");
    else if (result === "refresh") await refreshOnSchedule();
  }

  function check(): void {
    if (!isActive()) return;
    const now = Date.now();
    lastActivity = Math.min(Math.max(lastActivity, Number(readItem(ACTIVITY_KEY)) || 0), now);
    if (readItem(ENDED_KEY) === page.id) void leave("ended-elsewhere");
    else if (phaseAt(lastActivity, now).state === "over") void leave("timeout");
    else if (token.isRefreshDue()) void refreshOnSchedule();
    publish();
  }

  function onStorage({ key, newValue }: StorageEvent): void {
    if (!isActive() || !newValue) return;
    if (key === TOKEN_KEY && token.adopt(newValue)) onRefreshed();
    if (key === ACTIVITY_KEY) warnsOfExpiry = false;
    if (key === ACTIVITY_KEY || key === ENDED_KEY) check();
  }

  function recordActivity(): void {
    if (!isActive() || !isActivityDue(lastActivity, Date.now())) return;
    // After a laptop's sleep a mouse move can come before the next check.
    check();
    if (isActive()) recordActivityAt(Date.now());
  }

  function recordActivityAt(now: number): void {
    lastActivity = now;
    warnsOfExpiry = false;
    writeItem(ACTIVITY_KEY, String(now));
    publish();
  }

  async function refresh(): Promise<void> {
    check();
    if (!isActive()) return;
    recordActivityAt(Date.now());
    await refreshOnSchedule();
  }

  async function extend(): Promise<void> {
    check();
    if (!isActive()) return;
    recordActivityAt(Date.now());
    const failure = await token.refresh();
    if (!isActive()) return;
    if (failure && failure.reason !== "limited") await leave("timeout");
    else publish();
  }

  /** Retries a failure later, unless the session has ended. */
  async function refreshOnSchedule(): Promise<void> {
    const failure = await token.refresh();
    if (!isActive()) return;
    if (failure?.reason === "ended") await leave("ended-elsewhere");
    else if (failure || token.expiresAt() !== undefined) onRefreshed();
  }

  function onRefreshed(): void {
    phase = "open";
    if (!token.error()) warnsOfExpiry = false;
    publish();
  }

  /** Goes to the sign-in; unless the user logged out, signing in returns to this page. */
  async function leave(reason: LeaveReason): Promise<void> {
    if (!isActive()) return;
    phase = "leaving";
    publish();
    const redirectTo = reason === "logout" ? undefined : window.location.pathname + window.location.search;
    if (reason !== "logout") window.dispatchEvent(new Event(STAFF_SESSION_ENDING));
    const isEnded = reason === "ended-elsewhere" || (await logout());
    clearToken();
    writeItem(ENDED_KEY, page.id);
    if (!isEnded) return postLogout(redirectTo);
    const query = redirectTo === undefined ? "" : `?${new URLSearchParams({ redirectTo })}`;
    // Replaces the entry, so that Back does not lead to a staff page.
    window.location.replace(`/login${query}`);
  }

  function publish(): void {
    const now = Date.now();
    const warningSeconds = isActive() ? warningSecondsAt(now) : undefined;
    view = {
      phase,
      // While the warning counts down, the session ends with it, so both show the same time.
      secondsLeft: warningSeconds ?? countdownSeconds(token.expiresAt(), startedAt, now),
      warningSeconds,
      refreshError: token.error(),
      isRefreshing: token.isRefreshing(),
    };
    for (const listener of listeners) listener();
  }

  function warningSecondsAt(now: number): number | undefined {
    const current = phaseAt(lastActivity, now);
    if (current.state === "warning") return current.secondsLeft;
    const expiresAt = token.expiresAt();
    return warnsOfExpiry && expiresAt !== undefined ? secondsUntil(expiresAt, now) : undefined;
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
    logout: () => leave("logout"),
    recordActivity,
  };
}

function createStopSignal(): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  return { signal: controller.signal, stop: () => controller.abort() };
}

/** Logs out with a form post, for when the API cannot be reached; the browser shows the result. */
function postLogout(redirectTo: string | undefined): void {
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/logout";
  if (redirectTo !== undefined) {
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name: "redirectTo", value: redirectTo });
    form.append(field);
  }
  document.body.append(form);
  form.submit();
}
