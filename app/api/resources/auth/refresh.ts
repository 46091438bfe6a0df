import { issueToken } from "~/accounts/access-token.server";
import { SIGN_IN_MESSAGES } from "~/accounts/administrator";
import { extendSession } from "~/accounts/session.server";
import { clearSessionHeaders, readLastSession } from "~/accounts/session-cookie.server";
import { errorResponse, rateLimitResponse, resourceRoute } from "~/api/resources/json.server";

/**
 * `POST /api/auth/refresh`: extends the cookie's session to 30 minutes from now and returns `{accessToken, user}`.
 * 401 without an open session, 429 with `retryAfter`.
 */
const handlers = resourceRoute({
  POST: async ({ request, context }) => {
    const now = new Date();
    const session = await readLastSession(request, now);
    const limited = await rateLimitResponse("refresh", session ? { id: session.id } : context.clientIp);
    if (limited) return limited;
    const extended = session && (await extendSession(session, now));
    // The cookie of a timed-out session stays, for forms that are posted too late.
    if (!extended)
      return errorResponse(401, SIGN_IN_MESSAGES.ended, {
        headers: session ? {} : await clearSessionHeaders(),
      });
    return Response.json({ accessToken: await issueToken(extended, now), user: extended.user });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
