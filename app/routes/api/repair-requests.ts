import { repairRequestSchema } from "~/models/repair-request";
import { createRepairRequest, repairRequestForApi } from "~/models/repair-request.server";
import { readJson, refuseFlood, resource } from "./respond.server";

const handlers = resource({
  /** Public; answers 201 with the stored request (decisions, section 8). */
  POST: async ({ request, context }) => {
    const body = await readJson(request, repairRequestSchema);
    if (!body.ok) return body.answer;
    const refused = await refuseFlood("repairRequest", context.clientAddress);
    if (refused) return refused;
    const stored = await createRepairRequest(body.value, { now: new Date() });
    return Response.json(repairRequestForApi(stored), { status: 201 });
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
