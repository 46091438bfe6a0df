import { readStaffQuery } from "~/lists/staff";
import { REPAIR_REQUEST_LIST } from "~/requests/list";
import { findRequestSlice } from "~/requests/list.server";
import { REPAIR_REQUESTS, repairRequestForApi } from "~/requests/repair.server";
import { listResponse } from "../json.server";
import { staffResourceRoute } from "../staff-resource.server";

/** `GET /api/admin/repair-requests` (specification, section 7). */
const handlers = staffResourceRoute({
  GET: ({ request }) =>
    listResponse(request, async (params, range) => {
      const found = await findRequestSlice(
        REPAIR_REQUESTS,
        readStaffQuery(params, REPAIR_REQUEST_LIST),
        range,
      );
      return { ...found, records: found.records.map(repairRequestForApi) };
    }),
});

export const loader = handlers.loader;
export const action = handlers.action;
