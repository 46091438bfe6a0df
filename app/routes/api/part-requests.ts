import { partRequestSchema } from "~/models/part-request";
import { createPartRequest } from "~/models/part-request.server";
import { readJson, refuseFlood, resource } from "./respond.server";

/** `POST /api/part-requests`: public; answers 201 with the stored request (specification, section 7). */
const handlers = resource({
  POST: async ({ request, context }) => {
    const body = await readJson(request, partRequestSchema);
    if (!body.ok) return body.answer;
    const refused = await refuseFlood("partRequest", context.clientAddress);
    if (refused) return refused;
    const stored = await createPartRequest(body.value, { now: new Date() });
    return Response.json(stored, { status: 201, headers: { "Cache-Control": "no-store" } });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
