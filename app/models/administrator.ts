import { z } from "zod";
import { tidyLine } from "./tidy";

/** Every sentence about signing in, once (specification, sections 5 and 8; decisions, section 4). */
export const SIGN_IN_SENTENCES = {
  missing: "Please enter both username and password",
  wrong: "Invalid username or password",
  ended: "Your session has ended. Please sign in again.",
  held: "Your session has ended. What you typed is kept: it is back in the form once you have signed in.",
} as const;

export const MAX_USERNAME_LENGTH = 60;
/** The longest password a new account may have: room for any passphrase. */
export const MAX_PASSWORD_LENGTH = 200;
/** The shortest password a new account may have. */
export const MIN_PASSWORD_LENGTH = 10;
/** The first account's name where `ADMIN_USERNAME` gives no other (decisions, section 11). */
export const FIRST_USERNAME = "admin";

const { missing } = SIGN_IN_SENTENCES;

/** The body of a sign-in, from the form or the API. Both missing is one sentence, not two. */
export const signInSchema = z
  .object({ username: z.string(missing), password: z.string(missing) }, missing)
  .refine(({ username, password }) => username.trim() !== "" && password !== "", missing);

/** The name of a new account, as it is kept. */
export const usernameSchema = z
  .string()
  .transform(tidyLine)
  .pipe(
    z
      .string()
      .min(1, "A username needs at least one letter or figure.")
      .max(MAX_USERNAME_LENGTH, `A username has at most ${MAX_USERNAME_LENGTH} characters.`),
  );

/** The password of a new account, or a new one for an old account. Spaces count: a passphrase is welcome. */
export const newPasswordSchema = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `A password needs at least ${MIN_PASSWORD_LENGTH} characters.`)
  .max(MAX_PASSWORD_LENGTH, `A password has at most ${MAX_PASSWORD_LENGTH} characters.`)
  .regex(/^\P{Cc}*$/u, "A password is one line, without tabs or other control characters.");

/** A username as it is compared: alike whatever its letters' case. */
export function usernameKey(username: string): string {
  return tidyLine(username).normalize("NFKC").toLowerCase();
}
