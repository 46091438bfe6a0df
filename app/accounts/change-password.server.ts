import { z } from "zod";
import { accountTooManyRequestsMessage } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { PASSWORDS_DIFFER } from "./administrator";
import { setPassword } from "./administrator.server";
import { newPasswordSchemaFor } from "./new-password.server";
import { hashPassword } from "./password.server";
import type { StaffSession } from "./session";
import { confirmPassword, NOT_CURRENT, PASSWORD_MISSING } from "./sign-in.server";

const NEW_MISSING = "Please enter a new password";

/** The fields of the password form of this account. */
export function changePasswordSchema(username: string) {
  return z
    .object({
      currentPassword: z.string(PASSWORD_MISSING).min(1, PASSWORD_MISSING),
      newPassword: z.string(NEW_MISSING).min(1, NEW_MISSING).pipe(newPasswordSchemaFor(username)),
      repeatedPassword: z.string(NEW_MISSING).min(1, NEW_MISSING),
    })
    .refine(({ newPassword, repeatedPassword }) => newPassword === repeatedPassword, {
      path: ["repeatedPassword"],
      error: `${PASSWORDS_DIFFER} Please type them again.`,
    });
}

/** The password was changed, or why the current one was not accepted; `retryAfter` in seconds after too many attempts. */
type PasswordChange = { ok: true } | { ok: false; message: string; retryAfter: number | undefined };

/** Changes the password of the session's account and ends its other sessions, if the current password is right. */
export async function changePassword(
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  { session, requestId }: { session: StaffSession; requestId: string },
): Promise<PasswordChange> {
  const { username, _id: administratorId } = session.user;
  const result = await confirmPassword(session, currentPassword, { requestId });
  if (!result.ok) return { ok: false, message: result.message, retryAfter: result.retryAfter };
  const limit = await consumeRateLimit("passwordChange", { id: administratorId });
  if (!limit.ok) {
    const { retryAfter } = limit;
    return { ok: false, message: accountTooManyRequestsMessage(retryAfter), retryAfter };
  }
  const changed = await setPassword(username, await hashPassword(newPassword), {
    keep: session.id,
    replaces: result.administrator.passwordHash,
  });
  if (!changed) return { ok: false, message: NOT_CURRENT, retryAfter: undefined };
  logSecurity("password-changed", { requestId, administratorId });
  return { ok: true };
}
