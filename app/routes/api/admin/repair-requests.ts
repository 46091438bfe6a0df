import { repairRequestForApi } from "~/models/repair-request.server";
import { findRepairRequestWindow } from "~/models/repair-request-list.server";
import { REPAIR_REQUEST_LIST } from "~/models/request-list";
import { readStaffQuery } from "~/models/staff-list";
import { answerList } from "../answer-list.server";
import { staffResource } from "../staff-resource.server";

/** `GET /api/admin/repair-requests` (specification, section 7). */
const handlers = staffResource({
  GET: ({ request }) =>
    answerList(request, async (params, window) => {
      const found = await findRepairRequestWindow(readStaffQuery(params, REPAIR_REQUEST_LIST), window);
      return { ...found, records: found.records.map(repairRequestForApi) };
    }),
});

export const loader = handlers.loader;
export const action = handlers.action;
