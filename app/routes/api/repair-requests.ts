import { receiveRepairRequest, repairRequestForApi } from "~/requests/repair.server";
import { repairRequestSchema } from "~/requests/repair-schema";
import { resourceRoute } from "./json.server";
import { submission } from "./submit.server";

/** `POST /api/repair-requests`: public; responds 201 with the stored request. */
const handlers = resourceRoute({
  POST: submission({
    schema: repairRequestSchema,
    rateLimit: "repairRequest",
    prefix: "RR",
    prepare: (fields) => fields,
    create: async (fields) => repairRequestForApi(await receiveRepairRequest(fields)),
  }),
});

export const loader = handlers.loader;
export const action = handlers.action;
