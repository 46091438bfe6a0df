import { judgeToken, TOKEN_SENTENCES } from "~/auth/access-token.server";
import { noSessionHeaders, sessionOf } from "~/auth/session-cookie.server";
import { endSession } from "~/models/session.server";
import { answerError, resource } from "../respond.server";

/**
 * `POST /api/auth/logout`: ends the session that the bearer token or the cookie names, for both at once (decisions,
 * section 4). A token that has just expired still leaves with its cookie.
 */
const handlers = resource({
  POST: async ({ request }) => {
    const now = new Date();
    const token = await judgeToken(request, now);
    const sessions = [token.ok ? token.session : undefined, await sessionOf(request, now)];
    const ids = new Set(sessions.flatMap((session) => session?.id ?? []));
    for (const id of ids) await endSession(id);
    const headers = await noSessionHeaders();
    if (ids.size > 0 || token.ok) return Response.json({ success: true }, { headers });
    return answerError(401, TOKEN_SENTENCES[token.refusal], { headers });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
