import type { AppLoadContext } from "@remix-run/node";
import { issueToken } from "~/accounts/access-token.server";
import { SIGN_IN_MESSAGES } from "~/accounts/administrator";
import type { Administrator } from "~/accounts/administrator.server";
import { CODE_MESSAGES } from "~/accounts/second-factor";
import { openSession } from "~/accounts/session-cookie.server";
import { signIn, verifyCode } from "~/accounts/sign-in.server";
import { errorResponse, resourceRoute } from "~/api/resources/json.server";

/**
 * `POST /api/auth/login`: `{username, password, code}` → `{accessToken, user}` and the session's cookie; 401 for an unknown user and
 * for a wrong password alike, and for an account with a second factor whose `code` is missing or wrong; 429 while locked.
 */
const handlers = resourceRoute({
  POST: async ({ request, context }) => {
    const body: unknown = await request.json().catch(() => undefined);
    const result = await signIn(body, context.clientIp, context.requestId);
    if (!result.ok) {
      const { status, message, retryAfter } = result;
      return errorResponse(status, message, retryAfter === undefined ? {} : { retryAfter });
    }
    if (result.needsCode) {
      const refused = await refuseCode(result.administrator, body, context);
      if (refused) return refused;
    }
    const now = new Date();
    const { administrator, needsCode } = result;
    const { requestId } = context;
    const opened = await openSession(request, administrator, { now, requestId, withFactor: needsCode });
    if (!opened) return errorResponse(401, SIGN_IN_MESSAGES.wrong);
    const { session, headers } = opened;
    return Response.json({ accessToken: await issueToken(session, now), user: session.user }, { headers });
  },
});

/** The answer to a sign-in whose code is missing or not right; undefined for one that is. */
async function refuseCode(
  administrator: Administrator,
  body: unknown,
  context: AppLoadContext,
): Promise<Response | undefined> {
  const { code } = body as { code?: unknown };
  const given = typeof code === "string" ? code.trim() : "";
  if (given === "") return codeError(401, CODE_MESSAGES.needed);
  const checked = await verifyCode(administrator, given, context);
  if (checked.ok) return undefined;
  const { status, message, retryAfter } = checked;
  return retryAfter === undefined
    ? codeError(status, message)
    : errorResponse(status, message, { retryAfter });
}

function codeError(status: number, message: string): Response {
  return errorResponse(status, message, { fields: { code: [message] } });
}

export const loader = handlers.loader;
export const action = handlers.action;
