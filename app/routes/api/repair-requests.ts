import { tooManySentence } from "~/doors/form.server";
import { countRequest } from "~/doors/limits.server";
import { repairRequestSchema } from "~/models/repair-request";
import { createRepairRequest, repairRequestForApi } from "~/models/repair-request.server";
import { answerError, readJson, resource } from "./respond.server";

const handlers = resource({
  /** Public; answers 201 with the stored request (decisions, section 8). */
  POST: async ({ request, context }) => {
    const body = await readJson(request, repairRequestSchema);
    if (!body.ok) return body.answer;
    const limit = await countRequest("repairRequest", context.clientAddress);
    if (!limit.ok) {
      return answerError(429, tooManySentence(limit.retryAfter), { retryAfter: limit.retryAfter });
    }
    const stored = await createRepairRequest(body.value, { now: new Date() });
    return Response.json(repairRequestForApi(stored), { status: 201 });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
