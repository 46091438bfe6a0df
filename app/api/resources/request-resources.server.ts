import { readStaffQuery } from "~/lists/staff";
import { listEstimatesOf, toEstimateRecord } from "~/requests/estimate.server";
import { REQUEST_KINDS } from "~/requests/kinds";
import { apiRequestList } from "~/requests/list";
import { findRequestSlice } from "~/requests/list.server";
import { requestUpdateSchema } from "~/requests/note";
import { listOffersOf, toOfferRecord } from "~/requests/offer.server";
import { findRequest } from "~/requests/record.server";
import { repairRequestForApi } from "~/requests/repair.server";
import type { RepairRequest } from "~/requests/repair-requests";
import type { AnyRequest, RequestCollection } from "~/requests/request";
import { deleteRequest, updateRequest, type Written } from "~/requests/work.server";
import { isValidId } from "~/values/id";
import { errorResponse, type Handler, listResponse, nothingHere, readJson } from "./json.server";
import { changedResponse, foundResponse, recordResponse, staffResourceRoute } from "./staff-resource.server";

/*
 * The calls of every kind of request, such as `/api/admin/part-requests`.
 */

/** `GET /api/admin/{kind}s`. */
export function requestList(kind: RequestCollection) {
  return staffResourceRoute({
    GET: ({ request, session, now }) =>
      listResponse(request, async (params, range) => {
        const viewer = { accountId: session.user._id, now };
        const query = readStaffQuery(params, apiRequestList(kind.list));
        const found = await findRequestSlice(kind, query, { ...range, ...viewer });
        return { ...found, records: await forApi(kind, found.records) };
      }),
  });
}

/** `GET, PUT, DELETE /api/admin/{kind}s/{id}`. */
export function requestItem(kind: RequestCollection) {
  const updateSchema = requestUpdateSchema(kind);
  const notFound = () => errorResponse(404, `${kind.nouns[0]} not found`);
  const respond = async (written: Written, done: (record: AnyRequest) => Response) => {
    if (written.outcome === "not-found") return notFound();
    const [record = written.request] = await forApi(kind, [written.request]);
    return written.outcome === "done" ? done(record) : changedResponse(record);
  };
  return staffResourceRoute({
    GET: async ({ request, params: { id } }) => {
      const found = isValidId(id) ? await findRequest(kind, id) : undefined;
      const [record] = found ? await forApi(kind, [found]) : [];
      return record ? foundResponse(request, record) : notFound();
    },
    PUT: async ({ request, params: { id }, version }) => {
      const body = await readJson(request, updateSchema);
      if (!body.ok) return body.response;
      if (!isValidId(id)) return notFound();
      const updated = await updateRequest(kind, id, body.value, { version });
      return respond(updated, (record) => recordResponse(record, 200));
    },
    ...(kind.isDeletedByApi
      ? {
          DELETE: async ({ params: { id }, version }) => {
            if (!isValidId(id)) return notFound();
            const deleted = await deleteRequest(kind, id, { version });
            return respond(deleted, () => new Response(null, { status: 204 }));
          },
        }
      : {}),
  });
}

/** A route's handler for whichever kind its address names: `/api/part-requests`, `/api/admin/part-requests/{id}`. */
export function ofRequests(resource: (kind: RequestCollection) => { loader: Handler }): Handler {
  const handlers = new Map(REQUEST_KINDS.map((kind) => [kind.apiPath, resource(kind).loader]));
  return (args) => {
    const names = decodeURIComponent(new URL(args.request.url).pathname).toLowerCase().split("/");
    const handler = handlers.get(names.find((name) => handlers.has(name)) ?? "");
    return handler ? handler(args) : nothingHere();
  };
}

/** The records as the API returns them. */
async function forApi(kind: RequestCollection, requests: readonly AnyRequest[]): Promise<AnyRequest[]> {
  if (kind.recordKind === "offeredCar") {
    const offers = await listOffersOf(
      requests.map(({ _id }) => _id),
      new Date(),
    );
    return requests.map((request) => ({ ...request, offers: offers.get(request._id)?.map(toOfferRecord) }));
  }
  if (kind.recordKind !== "repairRequest") return [...requests];
  const estimates = await listEstimatesOf(requests.map(({ _id }) => _id));
  return requests.map((request) => ({
    ...repairRequestForApi(request as RepairRequest),
    estimates: estimates.get(request._id)?.map(toEstimateRecord),
  }));
}
