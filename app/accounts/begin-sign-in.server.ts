import type { Administrator } from "./administrator.server";
import { hasSecondFactor } from "./factor-state.server";
import { startPending } from "./pending-sign-in.server";
import { openSession } from "./session-cookie.server";

/**
 * Continues after a password was right, or was chosen by a link: opens a session or, if the account has a second factor, a sign-in that
 * waits for it.
 * @returns undefined if the account was removed or turned off, or got another password or a second factor, in the meantime
 */
export async function beginSignIn(
  request: Request,
  administrator: Administrator,
  { now, requestId }: { now: Date; requestId: string },
): Promise<{ needsCode: boolean; headers: Headers } | undefined> {
  if (!(await hasSecondFactor(administrator.id))) {
    const opened = await openSession(request, administrator, { now, requestId, withFactor: false });
    return opened && { needsCode: false, headers: opened.headers };
  }
  const { id: administratorId, passwordHash } = administrator;
  const waiting = await startPending("code", { administratorId, passwordHash }, now);
  return { needsCode: true, headers: new Headers({ "Set-Cookie": waiting }) };
}
