import { TOKEN_MESSAGES, verifyToken } from "~/accounts/access-token.server";
import { resourceRoute } from "~/api/resources/json.server";

/** `GET /api/auth/verify`: `{valid: true, user}`, or 401 with `{valid: false, error}`. */
const handlers = resourceRoute({
  GET: async ({ request }) => {
    const token = await verifyToken(request, new Date());
    if (token.ok) return Response.json({ valid: true, user: token.session.user });
    return Response.json({ valid: false, error: TOKEN_MESSAGES[token.error] }, { status: 401 });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
