import { issueToken } from "~/auth/access-token.server";
import { noSessionHeaders, sessionOf } from "~/auth/session-cookie.server";
import { SIGN_IN_SENTENCES } from "~/models/administrator";
import { extendSession } from "~/models/session.server";
import { answerError, refuseFlood, resource } from "../respond.server";

/**
 * `POST /api/auth/refresh`: the cookie's session ends 30 minutes from now, `{accessToken, user}` for it (decisions,
 * section 4). 401 without a live session, 429 with `retryAfter`.
 */
const handlers = resource({
  POST: async ({ request, context }) => {
    const refused = await refuseFlood("refresh", context.clientAddress);
    if (refused) return refused;
    const now = new Date();
    const session = await sessionOf(request, now);
    const extended = session && (await extendSession(session, now));
    if (!extended) return answerError(401, SIGN_IN_SENTENCES.ended, { headers: await noSessionHeaders() });
    return Response.json({ accessToken: await issueToken(extended, now), user: extended.user });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
