import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { judgeToken, TOKEN_SENTENCES } from "~/auth/access-token.server";
import { logSecurity } from "~/doors/log.server";
import type { StaffSession } from "~/models/session";
import { answerError, type Method, resource } from "./respond.server";

type StaffHandler = (
  args: (LoaderFunctionArgs | ActionFunctionArgs) & { session: StaffSession; now: Date },
) => Promise<Response> | Response;

/**
 * A resource for staff alone: every method asks for a bearer token of a live session first, and never looks at the cookie,
 * so that no other site can forge a call (decisions, section 4). 401 without one, whatever else is wrong.
 */
export function staffResource(handlers: Partial<Record<Method, StaffHandler>>) {
  const guarded = Object.entries(handlers).map(([method, handle]) => [
    method,
    async (args: LoaderFunctionArgs | ActionFunctionArgs) => {
      const now = new Date();
      const token = await judgeToken(args.request, now);
      const { requestId } = args.context;
      if (!token.ok) {
        // A token that is missing or has run out is a client's everyday business.
        if (token.refusal === "invalid" || token.refusal === "revoked") {
          logSecurity("token-refused", { requestId, reason: token.refusal });
        }
        return refuseToken(token.refusal);
      }
      const { session } = token;
      if (method !== "GET") logSecurity("staff-change", { requestId, administratorId: session.user._id });
      return handle({ ...args, session, now });
    },
  ]);
  return resource(Object.fromEntries(guarded));
}

/** The 401 for a missing or bad token, with the challenge that HTTP asks for. */
export function refuseToken(refusal: keyof typeof TOKEN_SENTENCES): Response {
  return answerError(401, TOKEN_SENTENCES[refusal], {
    headers: {
      "WWW-Authenticate": refusal === "missing" ? "Bearer" : 'Bearer error="invalid_token"',
    },
  });
}
