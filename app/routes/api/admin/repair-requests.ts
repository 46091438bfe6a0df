import { readStaffQuery } from "~/lists/staff";
import { apiRequestList, REPAIR_REQUEST_LIST } from "~/requests/list";
import { findRequestSlice } from "~/requests/list.server";
import { REPAIR_REQUESTS, repairRequestForApi } from "~/requests/repair.server";
import { listResponse } from "../json.server";
import { staffResourceRoute } from "../staff-resource.server";

/** `GET /api/admin/repair-requests` (specification, section 7). */
const handlers = staffResourceRoute({
  GET: ({ request, session, now }) =>
    listResponse(request, async (params, range) => {
      const found = await findRequestSlice(
        REPAIR_REQUESTS,
        readStaffQuery(params, apiRequestList(REPAIR_REQUEST_LIST)),
        { ...range, accountId: session.user._id, now },
      );
      return { ...found, records: found.records.map(repairRequestForApi) };
    }),
});

export const loader = handlers.loader;
export const action = handlers.action;
