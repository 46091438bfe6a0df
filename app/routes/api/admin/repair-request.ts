import { isIdShaped } from "~/models/id";
import {
  deleteRepairRequest,
  findRepairRequest,
  repairRequestForApi,
  updateRepairRequest,
} from "~/models/repair-request.server";
import { repairRequestUpdateSchema } from "~/models/repair-request-schema";
import { answerError, readJson } from "../respond.server";
import { staffResource } from "../staff-resource.server";

const NOT_FOUND = "Repair request not found";

/** `GET, PUT, DELETE /api/admin/repair-requests/{id}` (specification, section 7). */
const handlers = staffResource({
  GET: async ({ params: { id } }) => {
    const found = isIdShaped(id) ? await findRepairRequest(id) : undefined;
    return found ? Response.json(repairRequestForApi(found)) : answerError(404, NOT_FOUND);
  },
  PUT: async ({ request, params: { id }, session, now }) => {
    const body = await readJson(request, repairRequestUpdateSchema);
    if (!body.ok) return body.answer;
    const author = session.user.username;
    const updated = isIdShaped(id) ? await updateRepairRequest(id, body.value, { author, now }) : undefined;
    return updated ? Response.json(repairRequestForApi(updated)) : answerError(404, NOT_FOUND);
  },
  DELETE: async ({ params: { id } }) => {
    const removed = isIdShaped(id) && (await deleteRepairRequest(id));
    return removed ? new Response(null, { status: 204 }) : answerError(404, NOT_FOUND);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
