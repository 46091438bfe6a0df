import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { TOKEN_MESSAGES, verifyToken } from "~/accounts/access-token.server";
import type { StaffSession } from "~/accounts/session";
import { logSecurity } from "~/http/log.server";
import type { Actor } from "~/requests/work.server";
import { errorResponse, type Method, resourceRoute } from "./json.server";

type StaffHandler = (
  args: (LoaderFunctionArgs | ActionFunctionArgs) & { session: StaffSession; now: Date },
) => Promise<Response> | Response;

/**
 * A resource for staff. Every method requires the bearer token of an open session, and ignores the cookie, so no other
 * site can forge a request (decisions, section 4). Without the token it is 401, whatever else is wrong.
 */
export function staffResourceRoute(handlers: Partial<Record<Method, StaffHandler>>) {
  const guarded = Object.entries(handlers).map(([method, handle]) => [
    method,
    async (args: LoaderFunctionArgs | ActionFunctionArgs) => {
      const now = new Date();
      const token = await verifyToken(args.request, now);
      const { requestId } = args.context;
      if (!token.ok) {
        // Missing and expired tokens are normal, so they are not logged.
        if (token.error === "invalid" || token.error === "revoked") {
          logSecurity("token-rejected", { requestId, reason: token.error });
        }
        return tokenErrorResponse(token.error);
      }
      const { session } = token;
      if (method !== "GET") logSecurity("staff-change", { requestId, administratorId: session.user._id });
      return handle({ ...args, session, now });
    },
  ]);
  return resourceRoute(Object.fromEntries(guarded));
}

/** Whoever calls the API, for what is done with a request. */
export function apiActor({ user }: StaffSession, now: Date): Actor {
  return { author: user.username, accountId: user._id, source: "api", now };
}

/** The 401 for a missing or invalid token, with its `WWW-Authenticate` challenge. */
export function tokenErrorResponse(error: keyof typeof TOKEN_MESSAGES): Response {
  return errorResponse(401, TOKEN_MESSAGES[error], {
    headers: {
      "WWW-Authenticate": error === "missing" ? "Bearer" : 'Bearer error="invalid_token"',
    },
  });
}
