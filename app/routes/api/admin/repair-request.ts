import { REPAIR_REQUESTS, repairRequestForApi } from "~/requests/repair.server";
import { repairRequestUpdateSchema } from "~/requests/repair-schema";
import { requestResource } from "../request-resources.server";

const handlers = requestResource({
  kind: REPAIR_REQUESTS,
  updateSchema: repairRequestUpdateSchema,
  notFound: "Repair request not found",
  canDelete: true,
  toApi: repairRequestForApi,
});

export const loader = handlers.loader;
export const action = handlers.action;
