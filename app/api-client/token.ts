import type { StaffMember } from "~/models/session";

/** Where the browser keeps the access token and whose it is (specification, section 3). */
export const TOKEN_KEY = "authToken";
export const USER_KEY = "user";

/** What this tab keeps for itself where the browser refuses to store anything. */
const unstored = new Map<string, string>();

/** The access token that is stored, if any. */
export function keptToken(): string | undefined {
  return readStored(TOKEN_KEY) || undefined;
}

/** Says on the console that a call which needs a token goes out without one (specification, section 6). */
export function warnOfMissingToken(): void {
  console.warn("No access token is stored: the call goes out without one.");
}

/** Stores a token and whose it is, for every tab. */
export function keepToken(token: string, user: StaffMember): void {
  // The user first: who hears of the new token finds its owner there.
  writeStored(USER_KEY, JSON.stringify(user));
  writeStored(TOKEN_KEY, token);
}

/** Forgets token and user. */
export function forgetToken(): void {
  removeStored(TOKEN_KEY);
  removeStored(USER_KEY);
}

/** A value of local storage; undefined where there is none or the browser keeps the page from looking. */
export function readStored(key: string): string | undefined {
  if (unstored.has(key)) return unstored.get(key);
  try {
    return globalThis.localStorage?.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    unstored.delete(key);
  } catch {
    unstored.set(key, value);
  }
}

export function removeStored(key: string): void {
  unstored.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // What could not be stored need not be removed.
  }
}
