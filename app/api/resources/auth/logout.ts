import { TOKEN_MESSAGES, verifyToken } from "~/accounts/access-token.server";
import { dropPendingCode } from "~/accounts/pending-sign-in.server";
import { endSession } from "~/accounts/session.server";
import { clearSessionHeaders, readLastSession } from "~/accounts/session-cookie.server";
import { errorResponse, failedResponse, resourceRoute } from "~/api/resources/json.server";
import { log, logSecurity } from "~/http/log.server";

/**
 * `POST /api/auth/logout`: ends the session that the bearer token or the cookie names, for both at once.
 * The cookie is enough if the token has just expired, and is cleared even if the session cannot be ended.
 */
const handlers = resourceRoute({
  POST: async ({ request, context: { requestId } }) => {
    const now = new Date();
    const token = await verifyToken(request, now);
    const sessions = [token.ok ? token.session : undefined, await readLastSession(request, now)];
    const named = new Map(sessions.flatMap((session) => (session ? [[session.id, session.user._id]] : [])));
    const headers = await clearSessionHeaders();
    try {
      await dropPendingCode(request, headers);
      for (const [id, administratorId] of named) {
        await endSession(id);
        logSecurity("logout", { requestId, administratorId });
      }
    } catch (error) {
      log.error({ requestId, error }, "ending a session failed");
      return failedResponse(error, headers);
    }
    if (named.size > 0 || token.ok) return Response.json({ success: true }, { headers });
    return errorResponse(401, TOKEN_MESSAGES[token.error], { headers });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
