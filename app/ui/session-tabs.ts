import { readStored, removeStored, TOKEN_KEY, writeStored } from "~/api-client/token";

/*
 * What the tabs of one browser share through local storage: activity, the end of a session, whose turn it is
 * to refresh, and how far this computer's clock is off. Tokens are shared by being stored.
 */
const ACTIVITY_KEY = "lastActivity";
const SERVER_AHEAD_KEY = "serverAhead";
const ENDED_KEY = "endedSession";
const TURN_KEY = "refreshTurn";

/** A tab that was closed in its turn holds it no longer than this, in milliseconds. */
const LONGEST_TURN_MS = 20_000;
const SETTLING_MS = 100;
const HEARING_MS = 250;
const LOOK_AGAIN_MS = 150;

/** The last activity that any tab noted, never in the future of a clock that went back. */
export function sharedActivity(now: number): number {
  const noted = Number(readStored(ACTIVITY_KEY));
  return Number.isFinite(noted) ? Math.min(noted, now) : 0;
}

export function shareActivity(now: number): void {
  writeStored(ACTIVITY_KEY, String(now));
}

/** By how much the server's clock was ahead when a token came, in milliseconds: for the tabs that adopt it. */
export function sharedServerAhead(): number {
  const ahead = Number(readStored(SERVER_AHEAD_KEY));
  return Number.isFinite(ahead) ? ahead : 0;
}

export function shareServerAhead(ahead: number): void {
  writeStored(SERVER_AHEAD_KEY, String(ahead));
}

/** Tells the other tabs, and whoever opens a page of this session again, that it is over whatever the server heard. */
export function markEnded(sessionId: string): void {
  writeStored(ENDED_KEY, sessionId);
}

export function isMarkedEnded(sessionId: string): boolean {
  return readStored(ENDED_KEY) === sessionId;
}

export interface TabNews {
  /** Another tab stored this token. */
  onToken: (token: string) => void;
  /** Another tab took the token away, or emptied the storage; `token` is the one that stood there. */
  onTokenGone: (token: string | undefined) => void;
  /** Another tab ended a session. */
  onEnded: () => void;
  onActivity: () => void;
}

/** Hears what other tabs do; answers with what stops it. */
export function listenToTabs({ onToken, onTokenGone, onEnded, onActivity }: TabNews): () => void {
  const onStorage = ({ key, newValue, oldValue }: StorageEvent) => {
    if (key === null) onTokenGone(undefined);
    else if (key === TOKEN_KEY && newValue) onToken(newValue);
    else if (key === TOKEN_KEY) onTokenGone(oldValue ?? undefined);
    else if (key === ENDED_KEY && newValue) onEnded();
    else if (key === ACTIVITY_KEY && newValue) onActivity();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
}

/**
 * Does `task` while no other tab of this browser does its own. Plain http on a home network has no `navigator.locks`:
 * there a short lease in local storage says whose turn it is.
 */
export async function inTurn<Answer>(task: () => Promise<Answer>): Promise<Answer> {
  const locks: LockManager | undefined = "locks" in navigator ? navigator.locks : undefined;
  if (!locks) return byLease(task);
  const first = await locks.request(TURN_KEY, { ifAvailable: true }, async (lock) =>
    lock ? { answer: await task() } : undefined,
  );
  if (first) return first.answer;
  return locks.request(TURN_KEY, async () => {
    // The lock travels faster than what the tab before has stored.
    await pause(HEARING_MS);
    return task();
  });
}

async function byLease<Answer>(task: () => Promise<Answer>): Promise<Answer> {
  // `crypto.randomUUID` is not there on plain http either.
  const mine = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
  for (let waited = 0; waited < LONGEST_TURN_MS && !(await take(mine)); waited += LOOK_AGAIN_MS) {
    await pause(LOOK_AGAIN_MS);
  }
  try {
    return await task();
  } finally {
    if (turn()?.holder === mine) removeStored(TURN_KEY);
  }
}

async function take(mine: string): Promise<boolean> {
  const held = turn();
  const now = Date.now();
  // An end further away than any lease was written before the clock went back.
  if (held && held.until > now && held.until <= now + LONGEST_TURN_MS) return false;
  writeStored(TURN_KEY, JSON.stringify({ holder: mine, until: now + LONGEST_TURN_MS }));
  // Two tabs may have written at once: the later one has it.
  await pause(SETTLING_MS);
  return turn()?.holder === mine;
}

function turn(): { holder: string; until: number } | undefined {
  try {
    const { holder, until } = JSON.parse(readStored(TURN_KEY) ?? "") as Record<string, unknown>;
    return typeof holder === "string" && typeof until === "number" ? { holder, until } : undefined;
  } catch {
    return undefined;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
