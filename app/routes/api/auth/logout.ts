import { judgeToken, TOKEN_SENTENCES } from "~/auth/access-token.server";
import { noSessionHeaders, sessionOf } from "~/auth/session-cookie.server";
import { logSecurity } from "~/doors/log.server";
import { endSession } from "~/models/session.server";
import { answerError, resource } from "../respond.server";

/**
 * `POST /api/auth/logout`: ends the session that the bearer token or the cookie names, for both at once (decisions,
 * section 4). A token that has just expired still leaves with its cookie.
 */
const handlers = resource({
  POST: async ({ request, context: { requestId } }) => {
    const now = new Date();
    const token = await judgeToken(request, now);
    const sessions = [token.ok ? token.session : undefined, await sessionOf(request, now)];
    const open = new Map(sessions.flatMap((session) => (session ? [[session.id, session.user._id]] : [])));
    for (const [id, administratorId] of open) {
      await endSession(id);
      logSecurity("logout", { requestId, administratorId });
    }
    const headers = await noSessionHeaders();
    if (open.size > 0 || token.ok) return Response.json({ success: true }, { headers });
    return answerError(401, TOKEN_SENTENCES[token.refusal], { headers });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
