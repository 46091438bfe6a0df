import { tooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { partRequestSchema } from "~/models/part-request";
import { createPartRequest } from "~/models/part-request.server";
import { answerError, readJson, resource } from "./respond.server";

/** `POST /api/part-requests`: public; answers 201 with the stored request (specification, section 7). */
const handlers = resource({
  POST: async ({ request, context }) => {
    const body = await readJson(request, partRequestSchema);
    if (!body.ok) return body.answer;
    const limit = await countRequest("partRequest", context.clientAddress);
    if (!limit.ok) {
      return answerError(429, tooManySentence(limit.retryAfter), { retryAfter: limit.retryAfter });
    }
    const stored = await createPartRequest(body.value, { now: new Date() });
    return Response.json(stored, { status: 201, headers: { "Cache-Control": "no-store" } });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
