import { isIdShaped } from "~/models/id";
import { findPartRequest, updatePartRequest } from "~/models/part-request.server";
import { partRequestUpdateSchema } from "~/models/part-request-schema";
import { answerError, readJson } from "../respond.server";
import { staffResource } from "../staff-resource.server";

const NOT_FOUND = "Part request not found";

/** `GET, PUT /api/admin/part-requests/{id}` (specification, section 7). */
const handlers = staffResource({
  GET: async ({ params: { id } }) => {
    const found = isIdShaped(id) ? await findPartRequest(id) : undefined;
    return found ? Response.json(found) : answerError(404, NOT_FOUND);
  },
  PUT: async ({ request, params: { id }, session, now }) => {
    const body = await readJson(request, partRequestUpdateSchema);
    if (!body.ok) return body.answer;
    const author = session.user.username;
    const updated = isIdShaped(id) ? await updatePartRequest(id, body.value, { author, now }) : undefined;
    return updated ? Response.json(updated) : answerError(404, NOT_FOUND);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
