import type { z } from "zod";
import { readStaffQuery } from "~/lists/staff";
import { apiRequestList, type RequestListDefinition } from "~/requests/list";
import { findRequestSlice } from "~/requests/list.server";
import type { RequestUpdate } from "~/requests/note";
import { findRequest, type RequestKind } from "~/requests/record.server";
import { deleteRequest, updateRequest } from "~/requests/work.server";
import { isValidId } from "~/values/id";
import { errorResponse, listResponse, readJson } from "./json.server";
import { apiActor, staffResourceRoute } from "./staff-resource.server";

interface RequestResource<Request extends { _id: string }> {
  kind: RequestKind<Request>;
  /** The record as the API returns it. */
  toApi?: (request: Request) => Request;
}

/** `GET /api/admin/{kind}s` (specification, section 7). */
export function requestListResource<Request extends { _id: string }>({
  kind,
  list,
  toApi = (request) => request,
}: RequestResource<Request> & { list: RequestListDefinition }) {
  return staffResourceRoute({
    GET: ({ request, session, now }) =>
      listResponse(request, async (params, range) => {
        const viewer = { accountId: session.user._id, now };
        const query = readStaffQuery(params, apiRequestList(list));
        const found = await findRequestSlice(kind, query, { ...range, ...viewer });
        return { ...found, records: found.records.map(toApi) };
      }),
  });
}

interface RecordResource<Request extends { _id: string }> extends RequestResource<Request> {
  updateSchema: z.ZodType<RequestUpdate>;
  /** The message of a 404. */
  notFound: string;
  /** False for part requests, which the specification gives no DELETE. */
  canDelete: boolean;
}

/** `GET, PUT, DELETE /api/admin/{kind}s/{id}` (specification, section 7). */
export function requestResource<Request extends { _id: string }>({
  kind,
  updateSchema,
  notFound,
  canDelete,
  toApi = (request) => request,
}: RecordResource<Request>) {
  const respond = (found: Request | undefined) =>
    found ? Response.json(toApi(found)) : errorResponse(404, notFound);
  return staffResourceRoute({
    GET: async ({ params: { id } }) => respond(isValidId(id) ? await findRequest(kind, id) : undefined),
    PUT: async ({ request, params: { id }, session, now }) => {
      const body = await readJson(request, updateSchema);
      if (!body.ok) return body.response;
      const by = apiActor(session, now);
      return respond(isValidId(id) ? await updateRequest(kind, id, body.value, by) : undefined);
    },
    ...(canDelete
      ? {
          DELETE: async ({ params: { id }, session, now }) => {
            const by = apiActor(session, now);
            const removed = isValidId(id) && (await deleteRequest(kind, id, by));
            return removed ? new Response(null, { status: 204 }) : errorResponse(404, notFound);
          },
        }
      : {}),
  });
}
