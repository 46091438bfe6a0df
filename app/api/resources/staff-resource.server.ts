import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { TOKEN_MESSAGES } from "~/accounts/access-token.server";
import { mayGoOn, verifyStaffToken } from "~/accounts/api-tokens.server";
import { isFactorMissing } from "~/accounts/factor-state.server";
import { mayOpen, refusalFor } from "~/accounts/roles";
import { CODE_MESSAGES } from "~/accounts/second-factor";
import type { StaffSession } from "~/accounts/session";
import { actAs, staffMember } from "~/context.server";
import { readIfMatch } from "~/http/etag.server";
import { logSecurity } from "~/http/log.server";
import { errorResponse, type Method, preparedResponse, resourceRoute } from "./json.server";

type StaffHandler = (
  args: (LoaderFunctionArgs | ActionFunctionArgs) & {
    session: StaffSession;
    now: Date;
    /** The versions that `If-Match` of a write names; undefined for whatever is stored. */
    version: readonly string[] | undefined;
  },
) => Promise<Response> | Response;

const BAD_IF_MATCH = "If-Match is a record's ETag, several with commas between, or *.";
const ROLE_CHANGED = "Your role has changed since you sent this. Send it again if the new one includes it.";
const CHANGED = "This record has changed since you read it. `current` is what is stored now.";

/**
 * A resource for staff. Every method requires the bearer token of an open session, or of a program, and ignores the cookie, so no other
 * site can forge a request. Without the token it is 401, whatever else is wrong.
 */
export function staffResourceRoute(handlers: Partial<Record<Method, StaffHandler>>) {
  const guarded = Object.entries(handlers).map(([method, handle]) => [
    method,
    async (args: LoaderFunctionArgs | ActionFunctionArgs) => {
      const now = new Date();
      const token = await verifyStaffToken(args.request, now);
      const { requestId } = args.context;
      if (!token.ok) {
        // Missing and expired tokens are normal, so they are not logged.
        if (token.error === "invalid" || token.error === "revoked") {
          logSecurity("token-rejected", { requestId, reason: token.error });
        }
        return tokenErrorResponse(token.error);
      }
      const { session } = token;
      if (isFactorMissing(session)) return errorResponse(403, CODE_MESSAGES.required);
      const path = new URL(args.request.url).pathname;
      if (!mayOpen(session.role, path, method)) return errorResponse(403, refusalFor(session.role));
      args.context.client.onlyWhile(() => mayGoOn(session, { path, method }, new Date()));
      if (method !== "GET") logSecurity("staff-change", { requestId, administratorId: session.user._id });
      const isWrite = method === "PUT" || method === "DELETE";
      const ifMatch = readIfMatch(isWrite ? args.request.headers.get("If-Match") : null);
      if (!ifMatch.ok) return errorResponse(400, BAD_IF_MATCH);
      const requireSame = async () => {
        const still = await verifyStaffToken(args.request, now);
        if (!still.ok) throw tokenErrorResponse(still.error);
        if (still.session.role !== session.role) throw errorResponse(403, ROLE_CHANGED);
      };
      return actAs(
        { ...staffMember(session, "api"), ...(method === "GET" ? {} : { requireSame }) },
        now,
        () => handle({ ...args, session, now, version: ifMatch.versions }),
      );
    },
  ]);
  return resourceRoute(Object.fromEntries(guarded));
}

/** A stored record, whose version is its ETag. */
export function recordResponse(record: { updatedAt: string }, status: 200 | 201): Response {
  return Response.json(record, { status, headers: { ETag: etagOf(record) } });
}

/** The same as the answer to a GET, or 304 if the client has it. */
export function foundResponse(request: Request, record: { updatedAt: string }): Response {
  return preparedResponse(request, { body: JSON.stringify(record), etag: etagOf(record) });
}

/** The 412 of a write to a version that is no longer stored, with what is. */
export function changedResponse(current: { updatedAt: string }): Response {
  return Response.json({ error: CHANGED, current }, { status: 412, headers: { ETag: etagOf(current) } });
}

function etagOf({ updatedAt }: { updatedAt: string }): string {
  return `"${updatedAt}"`;
}

/** The 401 for a missing or invalid token, with its `WWW-Authenticate` challenge. */
function tokenErrorResponse(error: keyof typeof TOKEN_MESSAGES): Response {
  return errorResponse(401, TOKEN_MESSAGES[error], {
    headers: {
      "WWW-Authenticate": error === "missing" ? "Bearer" : 'Bearer error="invalid_token"',
    },
  });
}
