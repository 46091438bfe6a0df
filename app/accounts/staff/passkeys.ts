import { redirect } from "@remix-run/node";
import { findAdministratorById } from "~/accounts/administrator.server";
import { addPasskey, passkeyOptions } from "~/accounts/passkeys.server";
import { clearPending, endPending, readPending, startPending } from "~/accounts/pending-sign-in.server";
import { staffAction, staffLoader } from "~/accounts/require-staff.server";
import { MAX_PASSKEYS, SECOND_FACTOR_PAGE } from "~/accounts/second-factor";
import { confirmPassword } from "~/accounts/sign-in.server";
import { accountTooManyRequestsMessage, rejectedInit, tooManyRequestsInit } from "~/http/form.server";
import { consumeRateLimit } from "~/http/rate-limits.server";
import { truncate } from "~/values/format";
import { normalizeLine } from "~/values/normalize";
import { readPasskeyBody } from "./passkey-body.server";

const MAX_NAME_LENGTH = 60;
const FULL = `Your account has ${MAX_PASSKEYS} passkeys, which is the most it can have. Remove one first.`;

export const loader = staffLoader(() => redirect(SECOND_FACTOR_PAGE));

/**
 * Adds a passkey to your own account. The script of the page posts JSON twice: with the password it gets what the browser is to be asked,
 * and with the `response` the passkey is stored.
 */
export const action = staffAction(async ({ request, context, session, now }) => {
  const fail = (error: string, init: ResponseInit = { status: 400 }) => Response.json({ error }, init);
  const body = await readPasskeyBody(request);
  const account = await findAdministratorById(session.user._id);
  if (!account) return fail("That account was removed", { status: 404 });
  if (body.response === undefined) {
    const confirmed = await confirmPassword(session, body.password, context);
    if (!confirmed.ok) return fail(confirmed.message, rejectedInit(confirmed));
    const options = await passkeyOptions(account);
    if (!options) return fail("This site has no passkeys", { status: 409 });
    if (options === "full") return fail(FULL, { status: 409 });
    // Here, where it takes the password: each passkey takes a challenge of its own.
    const limit = await consumeRateLimit("secondFactorChange", { id: account.id });
    if (!limit.ok)
      return fail(accountTooManyRequestsMessage(limit.retryAfter), tooManyRequestsInit(limit.retryAfter));
    const waiting = { administratorId: account.id, challenge: options.challenge };
    return Response.json(
      { options },
      { headers: { "Set-Cookie": await startPending("passkey", waiting, now) } },
    );
  }
  const pending = await readPending("passkey", request, now);
  const challenge =
    pending?.administratorId === account.id && pending.passwordHash === null ? pending.challenge : null;
  const isOpen = pending && challenge !== null && (await endPending(pending));
  const name = truncate(normalizeLine(body.name), MAX_NAME_LENGTH) || "Passkey";
  const codes = isOpen
    ? await addPasskey(account, { name, challenge, response: body.response, sessionId: session.id })
    : undefined;
  if (codes === "full") return fail(FULL, { status: 409 });
  if (!codes) return fail("The passkey wasn't added. Please try again.");
  return Response.json({ name, codes }, { headers: { "Set-Cookie": await clearPending("passkey") } });
});
