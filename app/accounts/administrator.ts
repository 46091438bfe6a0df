import { z } from "zod";
import type { Row } from "~/db/schema";
import { normalizeLine, toNormalForm } from "~/values/normalize";
import { may, toRole } from "./roles";

export const SIGN_IN_MESSAGES = {
  missing: "Please enter both username and password",
  wrong: "Invalid username or password",
  loginFailed: "Login failed",
  authenticationFailed: "Authentication failed",
  ended: "Your session has ended. Please sign in again.",
  formSaved: "Your session has ended. We kept what you typed: it'll be back in the form once you sign in.",
  codeType: "The code must be text, in quotes: it may begin with a zero",
} as const;

export const PASSWORDS_DIFFER = "The passwords don't match.";

/** The longest username, in characters. */
export const MAX_USERNAME_LENGTH = 60;
/** The longest password, in characters: enough for any passphrase. */
const MAX_PASSWORD_LENGTH = 200;
/** The shortest password, in characters. */
export const MIN_PASSWORD_LENGTH = 10;
/** The first account's username if `ADMIN_USERNAME` is not set. */
export const FIRST_USERNAME = "admin";

const { codeType, missing } = SIGN_IN_MESSAGES;

/** The sign-in body, from the form or the API, which may also have a second factor's code. Missing fields give a single message. */
export const signInSchema = z
  .object(
    { username: z.string(missing), password: z.string(missing), code: z.string(codeType).nullish() },
    missing,
  )
  .refine(({ username, password }) => username.trim() !== "" && password !== "", missing);

/** A username as it is stored: one of an older version may have no letter, or characters that nobody sees. */
export const storedUsernameSchema = z
  .string()
  .transform(normalizeLine)
  .pipe(
    z
      .string()
      .min(1, "A username needs at least one letter or digit.")
      .max(MAX_USERNAME_LENGTH, `A username can have at most ${MAX_USERNAME_LENGTH} characters.`),
  );

/** The username of a new account, normalized as it is stored. */
export const usernameSchema = storedUsernameSchema.pipe(
  z
    .string()
    .regex(/[\p{L}\p{N}]/u, "A username needs at least one letter or digit.")
    // Two names that look alike would be two accounts.
    .regex(/^[^\p{Cf}\p{DI}]*$/u, "A username can't contain invisible characters."),
);

/** A new password. It is not trimmed, so passphrases may contain spaces. */
export const newPasswordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `A password can have at most ${MAX_PASSWORD_LENGTH} characters.`)
  .regex(/^\P{Cc}*$/u, "A password can't contain line breaks, tabs or other control characters.");

/** The address for mail about an account, or none. */
export const accountEmailSchema = z.object({
  email: z.preprocess(
    (value) => (typeof value === "string" && value.trim() ? value.trim() : undefined),
    z.email("Please enter a valid email address").max(200, "Please use at most 200 characters").optional(),
  ),
});

/** Why an account can't sign in, as staff read it; undefined if it can. */
export function accountState({
  turnedOffAt,
  passwordHash,
}: Pick<Row<"administrators">, "turnedOffAt" | "passwordHash">): "Turned off" | "Invited" | undefined {
  if (turnedOffAt !== null) return "Turned off";
  return passwordHash === "" ? "Invited" : undefined;
}

/**
 * Whether an account can sign in and has a role that includes requests. Someone invited may never come, and nobody has read mail at their
 * address yet.
 */
export function mayWorkOnRequests(
  account: Pick<Row<"administrators">, "role" | "turnedOffAt" | "passwordHash">,
): boolean {
  return accountState(account) === undefined && may(toRole(account.role), "requests", "change");
}

/** A username normalized for case-insensitive comparison. */
export function usernameKey(username: string): string {
  return toNormalForm(normalizeLine(username), "NFKC").toLowerCase();
}
