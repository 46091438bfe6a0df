import { findRequest } from "~/requests/record.server";
import { REPAIR_REQUESTS, repairRequestForApi } from "~/requests/repair.server";
import { repairRequestUpdateSchema } from "~/requests/repair-schema";
import { deleteRequest, updateRequest } from "~/requests/work.server";
import { isValidId } from "~/values/id";
import { errorResponse, readJson } from "../json.server";
import { apiActor, staffResourceRoute } from "../staff-resource.server";

const NOT_FOUND = "Repair request not found";

/** `GET, PUT, DELETE /api/admin/repair-requests/{id}` (specification, section 7). */
const handlers = staffResourceRoute({
  GET: async ({ params: { id } }) => {
    const found = isValidId(id) ? await findRequest(REPAIR_REQUESTS, id) : undefined;
    return found ? Response.json(repairRequestForApi(found)) : errorResponse(404, NOT_FOUND);
  },
  PUT: async ({ request, params: { id }, session, now }) => {
    const body = await readJson(request, repairRequestUpdateSchema);
    if (!body.ok) return body.response;
    const updated = isValidId(id)
      ? await updateRequest(REPAIR_REQUESTS, id, body.value, apiActor(session, now))
      : undefined;
    return updated ? Response.json(repairRequestForApi(updated)) : errorResponse(404, NOT_FOUND);
  },
  DELETE: async ({ params: { id }, session, now }) => {
    const removed = isValidId(id) && (await deleteRequest(REPAIR_REQUESTS, id, apiActor(session, now)));
    return removed ? new Response(null, { status: 204 }) : errorResponse(404, NOT_FOUND);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
