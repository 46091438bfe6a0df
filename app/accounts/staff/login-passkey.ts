import type { ActionFunctionArgs } from "@remix-run/node";
import { findByPasskey, passkeySignInOptions } from "~/accounts/passkeys.server";
import { clearPending, endPending, readPending, startPending } from "~/accounts/pending-sign-in.server";
import { openSession } from "~/accounts/session-cookie.server";
import { staffTooManyRequestsMessage, tooManyRequestsInit } from "~/http/form.server";
import { logSecurity } from "~/http/log.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { safeReturnPath } from "~/values/return-path";
import { readPasskeyBody } from "./passkey-body.server";

const REFUSED = "That passkey doesn't sign anybody in here. Sign in with your password.";

export function loader() {
  throw new Response(null, { status: 405, headers: { Allow: "POST" } });
}

/**
 * Signs in with a passkey alone. The script of the sign-in page posts JSON twice: without a `response` it gets what the browser is to
 * be asked, and with it the session and where to go.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const limit = await consumeRateLimit("passkeySignIn", context.clientIp);
  if (!limit.ok)
    return Response.json(
      { error: staffTooManyRequestsMessage(limit.retryAfter) },
      tooManyRequestsInit(limit.retryAfter),
    );
  const now = new Date();
  const body = await readPasskeyBody(request);
  if (body.response === undefined) {
    const options = await passkeySignInOptions();
    if (!options) return Response.json({ error: REFUSED }, { status: 404 });
    const waiting = await startPending("passkey", { challenge: options.challenge }, now);
    return Response.json({ options }, { headers: { "Set-Cookie": waiting, "Cache-Control": "no-store" } });
  }
  const { requestId } = context;
  const pending = await readPending("passkey", request, now);
  const challenge = pending?.administratorId === null ? pending.challenge : null;
  // Each challenge is answered once.
  const isOpen = pending && challenge !== null && (await endPending(pending));
  const account = isOpen ? await findByPasskey({ challenge, response: body.response }, now) : undefined;
  const opened = account && (await openSession(request, account, { now, requestId, withFactor: true }));
  if (!opened) {
    logSecurity("sign-in-failed", { requestId, administratorId: account?.id, reason: "passkey" });
    return Response.json({ error: REFUSED }, { status: 401, headers: { "Cache-Control": "no-store" } });
  }
  const { headers } = opened;
  headers.append("Set-Cookie", await clearPending("passkey"));
  headers.set("Cache-Control", "no-store");
  return Response.json({ to: safeReturnPath(body.redirectTo) }, { headers });
}
