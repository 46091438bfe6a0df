import { readStaffQuery } from "~/lists/staff";
import { apiRequestList, PART_REQUEST_LIST } from "~/requests/list";
import { findRequestSlice } from "~/requests/list.server";
import { PART_REQUESTS } from "~/requests/part.server";
import { listResponse } from "../json.server";
import { staffResourceRoute } from "../staff-resource.server";

/** `GET /api/admin/part-requests` (specification, section 7). */
const handlers = staffResourceRoute({
  GET: ({ request, session, now }) =>
    listResponse(request, (params, range) =>
      findRequestSlice(PART_REQUESTS, readStaffQuery(params, apiRequestList(PART_REQUEST_LIST)), {
        ...range,
        accountId: session.user._id,
        now,
      }),
    ),
});

export const loader = handlers.loader;
export const action = handlers.action;
