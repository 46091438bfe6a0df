import { issueToken } from "~/accounts/access-token.server";
import { SIGN_IN_MESSAGES } from "~/accounts/administrator";
import { openSession } from "~/accounts/session-cookie.server";
import { signIn } from "~/accounts/sign-in.server";
import { errorResponse, resourceRoute } from "~/api/resources/json.server";

/**
 * `POST /api/auth/login`: `{username, password}` → `{accessToken, user}` and the session's cookie;
 * 401 for an unknown user and for a wrong password alike, 429 while locked.
 */
const handlers = resourceRoute({
  POST: async ({ request, context }) => {
    const body: unknown = await request.json().catch(() => undefined);
    const result = await signIn(body, context.clientIp, context.requestId);
    if (!result.ok) {
      const { status, message, retryAfter } = result;
      return errorResponse(status, message, retryAfter === undefined ? {} : { retryAfter });
    }
    const now = new Date();
    const opened = await openSession(request, result.administrator, { now, requestId: context.requestId });
    if (!opened) return errorResponse(401, SIGN_IN_MESSAGES.wrong);
    const { session, headers } = opened;
    return Response.json({ accessToken: await issueToken(session, now), user: session.user }, { headers });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
