import { findPartRequestWindow } from "~/models/part-request-list.server";
import { PART_REQUEST_LIST } from "~/models/request-list";
import { readStaffQuery } from "~/models/staff-list";
import { answerList } from "../answer-list.server";
import { staffResource } from "../staff-resource.server";

/** `GET /api/admin/part-requests` (specification, section 7). */
const handlers = staffResource({
  GET: ({ request }) =>
    answerList(request, (params, window) =>
      findPartRequestWindow(readStaffQuery(params, PART_REQUEST_LIST), window),
    ),
});

export const loader = handlers.loader;
export const action = handlers.action;
