import type { StaffMember } from "~/accounts/session";

/** Where the browser keeps the access token and its owner. */
export const TOKEN_KEY = "authToken";
const USER_KEY = "user";

/** The stored access token, if there is one. */
export function readToken(): string | undefined {
  return readItem(TOKEN_KEY) || undefined;
}

/** Stores a token and its owner for every tab. */
export function storeToken(token: string, user: StaffMember): void {
  // The user first, so that a tab that is notified of the new token can read its owner.
  writeItem(USER_KEY, JSON.stringify(user));
  writeItem(TOKEN_KEY, token);
}

/** Removes the token and its owner. */
export function clearToken(): void {
  try {
    localStorage.removeItem(TOKEN_KEY);
    localStorage.removeItem(USER_KEY);
  } catch {
    // The browser denies storage, so nothing was stored.
  }
}

/** A value in local storage; undefined if there is none, or if the browser denies storage. */
export function readItem(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value if the browser lets it. */
export function writeItem(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Storage is denied or full, so only this tab has the value.
  }
}
