import { judgeToken, TOKEN_SENTENCES } from "~/auth/access-token.server";
import { resource } from "../respond.server";

/** `GET /api/auth/verify`: `{valid: true, user}`, or 401 with `{valid: false, error}` (specification, section 7). */
const handlers = resource({
  GET: async ({ request }) => {
    const token = await judgeToken(request, new Date());
    if (token.ok) return Response.json({ valid: true, user: token.session.user });
    return Response.json({ valid: false, error: TOKEN_SENTENCES[token.refusal] }, { status: 401 });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
