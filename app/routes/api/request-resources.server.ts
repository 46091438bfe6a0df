import type { z } from "zod";
import { readStaffQuery } from "~/lists/staff";
import { apiRequestList, type RequestListDefinition } from "~/requests/list";
import { findRequestSlice } from "~/requests/list.server";
import type { RequestUpdate } from "~/requests/note";
import { findRequest, type RequestKind } from "~/requests/record.server";
import { deleteRequest, updateRequest, type Written } from "~/requests/work.server";
import { isValidId } from "~/values/id";
import { errorResponse, listResponse, readJson } from "./json.server";
import { changedResponse, foundResponse, recordResponse, staffResourceRoute } from "./staff-resource.server";

type AnyRequest = { _id: string; updatedAt: string };

interface RequestResource<Request extends AnyRequest> {
  kind: RequestKind<Request>;
  /** The record as the API returns it. */
  toApi?: (request: Request) => Request;
}

/** `GET /api/admin/{kind}s`. */
export function requestListResource<Request extends AnyRequest>({
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

interface RecordResource<Request extends AnyRequest> extends RequestResource<Request> {
  updateSchema: z.ZodType<RequestUpdate>;
  /** The message of a 404. */
  notFound: string;
  /** False for part requests: the API cannot delete one. */
  canDelete: boolean;
}

/** `GET, PUT, DELETE /api/admin/{kind}s/{id}`. */
export function requestResource<Request extends AnyRequest>({
  kind,
  updateSchema,
  notFound,
  canDelete,
  toApi = (request) => request,
}: RecordResource<Request>) {
  const respond = (written: Written<Request>, done: (record: Request) => Response) => {
    switch (written.outcome) {
      case "done":
        return done(toApi(written.request));
      case "changed":
        return changedResponse(toApi(written.request));
      case "not-found":
        return errorResponse(404, notFound);
    }
  };
  return staffResourceRoute({
    GET: async ({ request, params: { id } }) => {
      const found = isValidId(id) ? await findRequest(kind, id) : undefined;
      return found ? foundResponse(request, toApi(found)) : errorResponse(404, notFound);
    },
    PUT: async ({ request, params: { id }, version }) => {
      const body = await readJson(request, updateSchema);
      if (!body.ok) return body.response;
      if (!isValidId(id)) return errorResponse(404, notFound);
      const updated = await updateRequest(kind, id, body.value, { version });
      return respond(updated, (record) => recordResponse(record, 200));
    },
    ...(canDelete
      ? {
          DELETE: async ({ params: { id }, version }) => {
            if (!isValidId(id)) return errorResponse(404, notFound);
            const deleted = await deleteRequest(kind, id, { version });
            return respond(deleted, () => new Response(null, { status: 204 }));
          },
        }
      : {}),
  });
}
