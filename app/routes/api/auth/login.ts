import { issueToken } from "~/auth/access-token.server";
import { openSession } from "~/auth/open-session.server";
import { signIn } from "~/auth/sign-in.server";
import { answerError, resource } from "../respond.server";

/**
 * `POST /api/auth/login`: `{username, password}` → `{accessToken, user}` and the session's cookie (specification,
 * section 7); 401 with one sentence for an unknown user and a wrong password, 429 while locked.
 */
const handlers = resource({
  POST: async ({ request, context }) => {
    const body: unknown = await request.json().catch(() => undefined);
    const answer = await signIn(body, context.clientAddress, context.requestId);
    if (!answer.ok) {
      const { status, sentence, retryAfter } = answer;
      return answerError(status, sentence, retryAfter === undefined ? {} : { retryAfter });
    }
    const now = new Date();
    const { session, headers } = await openSession(request, answer.administrator, now);
    return Response.json({ accessToken: await issueToken(session, now), user: session.user }, { headers });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
