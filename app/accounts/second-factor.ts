import { ACCOUNT_PAGE } from "~/values/return-path";

/** Where a second factor is set up, and used after the password. */
export const SECOND_FACTOR_PAGE = `${ACCOUNT_PAGE}/second-factor`;
export const PASSKEYS_PATH = `${ACCOUNT_PAGE}/passkeys`;
export const CODE_PAGE = "/login/code";
export const PASSKEY_SIGN_IN_PATH = "/login/passkey";

/** How long a sign-in waits for its code, and a passkey for its answer, in minutes. */
export const PENDING_MINUTES = 5;

/** How many recovery codes are made. */
export const RECOVERY_CODES = 10;

/** How many passkeys an account may have. */
export const MAX_PASSKEYS = 10;

export const CODE_MESSAGES = {
  missing: "Please enter a code",
  wrong: "That code isn't right, or was used before",
  blocked:
    "Too many wrong codes from the app today. Use a recovery code or a passkey, or ask an owner of the site to reset your second factor.",
  over: "That took too long. Please sign in again.",
  needed:
    "This account has a second factor. Send `code` too: a code from its authenticator app, or a recovery code.",
  required:
    "Everyone needs a second factor here. Sign in on the site and set one up under Your Account, then try again.",
} as const;

/** What the secret of an account's authenticator app is sealed for. */
export function appPurpose(administratorId: string): string {
  return `authenticator app of ${administratorId}`;
}

/** Whether a page is open to someone who hasn't yet set up the second factor that everyone needs. */
export function isOpenWithoutFactor(path: string): boolean {
  return path === ACCOUNT_PAGE || path.startsWith(`${ACCOUNT_PAGE}/`) || path === "/admin/session";
}
