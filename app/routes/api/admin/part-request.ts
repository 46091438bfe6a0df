import { PART_REQUESTS } from "~/requests/part.server";
import { partRequestUpdateSchema } from "~/requests/part-schema";
import { findRequest } from "~/requests/record.server";
import { updateRequest } from "~/requests/work.server";
import { isValidId } from "~/values/id";
import { errorResponse, readJson } from "../json.server";
import { apiActor, staffResourceRoute } from "../staff-resource.server";

const NOT_FOUND = "Part request not found";

/** `GET, PUT /api/admin/part-requests/{id}` (specification, section 7). */
const handlers = staffResourceRoute({
  GET: async ({ params: { id } }) => {
    const found = isValidId(id) ? await findRequest(PART_REQUESTS, id) : undefined;
    return found ? Response.json(found) : errorResponse(404, NOT_FOUND);
  },
  PUT: async ({ request, params: { id }, session, now }) => {
    const body = await readJson(request, partRequestUpdateSchema);
    if (!body.ok) return body.response;
    const updated = isValidId(id)
      ? await updateRequest(PART_REQUESTS, id, body.value, apiActor(session, now))
      : undefined;
    return updated ? Response.json(updated) : errorResponse(404, NOT_FOUND);
  },
});

export const loader = handlers.loader;
export const action = handlers.action;
