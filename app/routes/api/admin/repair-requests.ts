import { REPAIR_REQUEST_LIST } from "~/requests/list";
import { REPAIR_REQUESTS, repairRequestForApi } from "~/requests/repair.server";
import { requestListResource } from "../request-resources.server";

const handlers = requestListResource({
  kind: REPAIR_REQUESTS,
  list: REPAIR_REQUEST_LIST,
  toApi: repairRequestForApi,
});

export const loader = handlers.loader;
export const action = handlers.action;
